import { peek } from "../../server/actions/reading/peek.ts";
import { passOn } from "../../server/actions/review/pass-on.ts";
import { watchCanvases } from "../../server/live/watch-canvases.ts";
import { describeError } from "../../server/observe/describe-error.ts";
import type { CopilotDoor } from "./copilot-door.ts";

/** A session of the runtime, as far as it is told things. */
export interface ToldSession {
  readonly sessionId: string;
  send(message: { readonly prompt: string }): Promise<unknown>;
}

export interface SessionTeller {
  /**
   * What the model is told beside the person's next words, unseen by them: what is new on the canvases of this session.
   * Undefined: nothing that it was not told this way already.
   */
  readonly contextFor: (sessionId: string) => Promise<string | undefined>;
  /** From now on what the person sends from the page goes to this conversation, unless its model waits for it. */
  readonly attach: (session: ToldSession) => void;
  readonly stop: () => void;
}

/** Characters beside the person's words, which may be few: of more canvases than have room it is said that there is news. */
const MOST_CONTEXT = 20_000;

/** Tells sessions what the person does on the page: there is nothing like MCP Apps' `updateModelContext` here. */
export function createSessionTeller(door: CopilotDoor, log: (line: string) => void): SessionTeller {
  const told = new Map<string, string>();
  const stops: (() => void)[] = [];

  const panelsOf = (sessionId: string) => door.panels.all().filter((panel) => panel.sessionId === sessionId);
  const canvasesOf = (sessionId: string): ReadonlySet<string> =>
    new Set(panelsOf(sessionId).map(({ canvasId }) => canvasId));

  const newsOf = async (sessionId: string, canvasId: string): Promise<string | null> => {
    const peeked = await peek.run(door.callOf(sessionId), { canvasId });
    if (!peeked.ok || peeked.feedback?.told !== "pending") return null;
    const key = JSON.stringify([sessionId, canvasId]);
    if (told.get(key) === peeked.feedback.text) return null;
    told.set(key, peeked.feedback.text);
    return peeked.feedback.text;
  };

  const contextFor: SessionTeller["contextFor"] = async (sessionId) => {
    try {
      const news = await Promise.all(
        [...canvasesOf(sessionId)].map(async (id) => ({ id, text: await newsOf(sessionId, id) })),
      );
      let left = MOST_CONTEXT;
      const texts = news.flatMap(({ id, text }) => {
        if (text === null) return [];
        left -= text.length;
        return left >= 0 ? text : `Canvas ${id} has news from the person, too: get_feedback with canvas_id "${id}".`;
      });
      return texts.length === 0 ? undefined : texts.join("\n\n");
    } catch (error) {
      // The person's words go on their way without it: the next result has the same news.
      log(`What is new on the canvas was not told: ${describeError(error, { frames: false })}`);
      return undefined;
    }
  };

  const attach: SessionTeller["attach"] = (session) => {
    const { sessionId } = session;
    const passed = new Map<string, number>();
    let queue = Promise.resolve();
    const look = async (canvasId: string): Promise<void> => {
      const peeked = await peek.run(door.callOf(sessionId), { canvasId });
      if (!peeked.ok) return;
      const { record, untold } = peeked;
      const number = record.review?.number ?? 0;
      const opened = panelsOf(sessionId).find((panel) => panel.canvasId === canvasId)?.answers ?? number;
      const before = passed.get(canvasId) ?? opened;
      passed.set(canvasId, before);
      // What they sent in another host went to the conversation there; what they only decided is told with the next result.
      if (number > before && !door.isWaiting(sessionId, canvasId)) {
        for (const { text, review: answer } of untold) {
          if (answer <= before) continue;
          await session.send({ prompt: text });
          // One that could not be passed on goes with the next.
          passed.set(canvasId, answer);
          // It stands in the conversation: told again as news, it would be done twice.
          const noted = await passOn.run(door.callOf(sessionId), { canvasId, answer });
          if (!noted.ok) log(`That the person's words were passed on was not noted: ${noted.error.message}`);
        }
      }
      passed.set(canvasId, number);
    };
    const lookAll = (ids: readonly string[]): void => {
      for (const id of ids)
        queue = queue
          .then(() => look(id))
          .catch((error: unknown) => log(`What the person sent was not passed on: ${describeError(error)}`));
    };
    const watch = watchCanvases(door.callOf(sessionId), (ids) => {
      const own = canvasesOf(sessionId);
      lookAll(ids.filter((id) => own.has(id)));
    });
    stops.push(watch.stop);
  };

  return { contextFor, attach, stop: () => stops.forEach((stop) => void stop()) };
}
