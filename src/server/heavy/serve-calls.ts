import type { Outcome } from "../../protocol/errors.ts";
import { describeFailure } from "../actions/action.ts";
import { ACTIONS } from "../actions/catalogue.ts";
import type { Limits } from "../actions/limits.ts";
import { runTool, TOOLS } from "../mcp/register-tools.ts";
import type { ToolCall } from "../mcp/tool.ts";
import type { Store } from "../storage/ports.ts";
import type { FromWorker, Question, SentAction, SentAnswer, SentCall, SentTool, ToWorker } from "./messages.ts";

export interface ServeOptions {
  readonly store: Store;
  readonly limits: Limits;
  readonly randomId: (length: number) => string;
  readonly send: (message: FromWorker) => void;
}

/** The worker's side: the very tools and actions that the server runs, on a store of its own. Returns what to do with each message. */
export function serveCalls({ store, limits, randomId, send }: ServeOptions): (message: ToWorker) => Promise<void> {
  const asked = new Map<number, (answer: string | number | null) => void>();
  let questions = 0;
  const ask = (question: Question): Promise<string | number | null> =>
    new Promise((resolve) => {
      questions += 1;
      asked.set(questions, resolve);
      send({ kind: "question", number: questions, question });
    });

  return async (message) => {
    if (message.kind === "told") {
      asked.get(message.question)?.(message.answer);
      asked.delete(message.question);
      return;
    }
    send({ kind: "answer", answer: await perform(message.call) });
  };

  function clockFrom(now: number): () => Date {
    const began = performance.now();
    return () => new Date(now + performance.now() - began);
  }

  async function perform(sent: SentCall): Promise<SentAnswer> {
    return sent.kind === "tool" ? performTool(sent) : { kind: "action", outcome: await performAction(sent) };
  }

  async function performAction({ name, input, who, now }: SentAction): Promise<Outcome<object>> {
    const action = ACTIONS.find((each) => each.name === name);
    if (action === undefined) throw new RangeError(`There is no action ${name}`);
    const log = (line: string) => send({ kind: "log", message: line });
    try {
      return await action.run({ deps: { store, limits, clock: clockFrom(now), randomId, log }, who }, input);
    } catch (error) {
      // No error crosses between processes.
      return { ok: false, error: describeFailure(name, error, log) };
    }
  }

  async function performTool(sent: SentTool): Promise<SentAnswer> {
    const tool = TOOLS.find(({ name }) => name === sent.name);
    if (tool === undefined) throw new RangeError(`There is no tool ${sent.name}`);
    const linked = sent.linked && new Set(sent.linked);
    const waited = sent.waited && new Map(sent.waited);
    const page = {
      linkTo: async (canvasId?: string) => (await ask({ about: "link", canvasId })) as string | null,
      offer: (canvasId: string) => send({ kind: "offer", canvasId }),
    };
    const keeps = {
      take: async (owner: string, now: Date) => (await ask({ about: "keep", owner, now: now.getTime() })) as number,
      giveBack: (owner: string) => send({ kind: "kept_nothing", owner }),
    };
    const call: ToolCall = {
      deps: {
        store,
        limits,
        widgetHtml: () => Promise.reject(new Error("The worker shows no widget")),
        clock: clockFrom(sent.now),
        randomId,
        log: (line) => send({ kind: "log", message: line }),
        owner: sent.owner,
        identity: sent.identity,
        only: sent.only,
        version: sent.version,
        ...(sent.hasKeepLimit ? { keeps } : {}),
      },
      client: sent.client,
      session: sent.session,
      ...(sent.received === undefined ? {} : { received: sent.received }),
      ...(sent.ui === undefined ? {} : { ui: sent.ui }),
      ...(sent.mayBeUnread === undefined ? {} : { mayBeUnread: sent.mayBeUnread }),
      ...(sent.hasPage ? { page } : {}),
      ...(linked === undefined ? {} : { linked }),
      ...(waited === undefined ? {} : { waited }),
    };
    const result = await runTool(tool, sent.given, call);
    const noLongerWaited = (sent.waited ?? []).flatMap(([id]) => (waited?.has(id) ? [] : [id]));
    return { kind: "tool", result, linked: [...(linked ?? [])], noLongerWaited };
  }
}
