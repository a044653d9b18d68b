import type { CallToolResult } from "@modelcontextprotocol/server";
import { parseCanvasId } from "../../core/document/ids.ts";
import type { CanvasError } from "../../protocol/errors.ts";
import type { LongActions } from "../actions/call.ts";
import { linkFor } from "../mcp/page-links.ts";
import type { HeavyCalls, ToolCall } from "../mcp/tool.ts";
import { errorResult } from "../mcp/tool-result.ts";
import { describeError } from "../observe/describe-error.ts";
import type { Store } from "../storage/ports.ts";
import { createCanvasOrder } from "./canvas-order.ts";
import type { SentTool } from "./messages.ts";
import { HEAVY_CALL, isHeavyCall, type Weighed, whatItIsAbout } from "./weigh-call.ts";
import type { CallHelp, Worker } from "./worker-process.ts";

const INTERRUPTED: CanvasError = {
  code: "storage_failed",
  message:
    "The canvas server was interrupted in this call: either all of it was written or nothing. Read the canvas to see which, then try again; if it fails again, tell the person.",
};

/**
 * Gives long calls to the worker, so that nobody else waits for them. Who calls sees no difference: the same results and
 * errors, in the same order for each canvas. Where nothing can be saved, or no worker starts, they run here.
 */
export function createHeavyCalls(worker: Worker, store: Store): HeavyCalls & { readonly actions: LongActions } {
  const inOrder = createCanvasOrder();

  /** `there` runs it in the worker; null: that cannot be had. */
  const divide = async <T>(asked: {
    readonly name: string;
    readonly owner: string;
    readonly weighed: Weighed;
    readonly args: unknown;
    readonly log: (message: string) => void;
    readonly here: () => Promise<T>;
    readonly there: () => Promise<T | null>;
  }): Promise<T> => {
    const { name, owner, weighed, args, log, here } = asked;
    const isHeavy = async (): Promise<boolean> => {
      try {
        // A store that cannot be written may be a copy in the memory of this process, with keys that no other has.
        return (await isHeavyCall(store.canvases, owner, weighed, args)) && (await store.unwritable()) === null;
      } catch (error) {
        // The call itself asks the same store, and says what is wrong with it.
        log(`${name}: how long it takes could not be told: ${describeError(error, { frames: false })}`);
        return false;
      }
    };
    const heavy = async () => (await asked.there()) ?? here();
    if (weighed.about === "canvas") return inOrder(weighed.id, { isHeavy, light: here, heavy });
    return (await isHeavy()) ? heavy() : here();
  };

  return {
    run: async ({ tool, given, args, call, here }) => {
      const weighed = whatItIsAbout(tool, args);
      if (weighed.about === "nothing") return here();
      const { owner, log } = call.deps;
      const there = () => runTool(worker, sentTool(tool, given, call), call);
      return divide({ name: tool, owner, weighed, args, log, here, there });
    },
    actions: {
      run: async ({ action, call, input, canvasId, here }) => {
        const id = parseCanvasId(canvasId);
        if (id === null) return here();
        const { deps, who } = call;
        const weighed = { about: "canvas", id, heavyFrom: HEAVY_CALL } as const;
        const there = async () => {
          const sent = { kind: "action", name: action, input, who, now: deps.clock().getTime() } as const;
          const ran = await worker.run(sent, NO_HELP);
          if (ran.kind === "answered" && ran.answer.kind === "action") {
            return ran.answer.outcome as Awaited<ReturnType<typeof here>>;
          }
          if (ran.kind !== "ended") return null;
          deps.log(`${action}: the worker for long calls ended (${ran.why}).`);
          return { ok: false as const, error: INTERRUPTED };
        };
        return divide({ name: action, owner: who.owner, weighed, args: input, log: deps.log, here, there });
      },
    },
  };
}

async function runTool(worker: Worker, sent: SentTool, call: ToolCall): Promise<CallToolResult | null> {
  const ran = await worker.run(sent, helpOf(call));
  if (ran.kind === "ended") {
    call.deps.log(`${sent.name}: the worker for long calls ended (${ran.why}).`);
    return errorResult(INTERRUPTED);
  }
  if (ran.kind === "unavailable" || ran.answer.kind !== "tool") return null;
  const { result, linked, noLongerWaited } = ran.answer;
  for (const id of linked) call.linked?.add(id);
  for (const id of noLongerWaited) call.waited?.delete(id);
  return result;
}

/** An action of the person asks for no links and keeps no text without a key. */
const NO_HELP: CallHelp = { answer: async () => null, offer: () => undefined, keptNothing: () => undefined };

function helpOf(call: ToolCall): CallHelp {
  const { keeps } = call.deps;
  return {
    answer: async (question) => {
      if (question.about === "link") return linkFor(call, question.canvasId);
      return (await keeps?.take(question.owner, new Date(question.now))) ?? 0;
    },
    offer: (canvasId) => call.page?.offer(canvasId),
    keptNothing: (owner) => keeps?.giveBack(owner),
  };
}

function sentTool(name: string, given: unknown, call: ToolCall): SentTool {
  const { client, session, received, ui, mayBeUnread, linked, waited, page, deps } = call;
  return {
    kind: "tool",
    name,
    given,
    owner: deps.owner,
    identity: deps.identity,
    only: deps.only,
    version: deps.version,
    now: deps.clock().getTime(),
    hasPage: page !== undefined,
    hasKeepLimit: deps.keeps !== undefined,
    linked: linked && [...linked],
    waited: waited && [...waited],
    client,
    session,
    ...(received === undefined ? {} : { received }),
    ...(ui === undefined ? {} : { ui }),
    ...(mayBeUnread === undefined ? {} : { mayBeUnread }),
  };
}
