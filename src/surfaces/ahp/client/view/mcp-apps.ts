import { isObject, type RequestId } from "../../wire/json-rpc.ts";
import type { JsonObject } from "../../wire/types.ts";
import { answerWords } from "./words.ts";

/** What becomes of a message that the view posted. */
export type FromView =
  /** It goes to whoever provides the canvas. */
  | { readonly kind: "send" }
  /** It is answered here, at once. */
  | { readonly kind: "answer"; readonly answer: JsonObject }
  /** It is for the page around it, whose word `answerTo` puts into an answer. */
  | { readonly kind: "open_link"; readonly id: RequestId; readonly url: string }
  | { readonly kind: "download"; readonly id: RequestId; readonly contents: readonly unknown[] }
  /** It was the answer to something that was asked here. */
  | { readonly kind: "torn_down" };

export interface AppsSide {
  fromView(message: unknown): FromView;
  /** What the view is given of a message from whoever provides the canvas; null: nothing, for it has its answer already. */
  fromProvider(message: unknown): unknown;
  /** The context has changed: what the view is told, if it is there to be told anything. */
  contextChanged(changed: JsonObject): JsonObject | null;
  /** Of a message that could not be sent: what the view is told, if it waits for an answer. */
  notSent(message: unknown, why: string): JsonObject | null;
  /** Messages may be lost: an answer to everything that the view still waits for, its greeting aside. */
  lost(): readonly JsonObject[];
  /** Asks the view to save what it has; null: it would not understand. */
  tearDown(): JsonObject | null;
  /** Its greeting, while that has no answer: it is not asked to greet again, since it may hold something by then. */
  greeting(): JsonObject | null;
  /** Nothing that it asked for is unanswered. */
  isIdle(): boolean;
}

export interface AppsOptions {
  context(): JsonObject;
  readonly canOpenLinks: boolean;
  readonly canDownload: boolean;
}

const GREETING = "ui/initialize";
const TEARDOWN_ID = "canvas-view:teardown";
const MOST_OPEN = 1_000;
/** In the range that JSON-RPC leaves to programs. */
const FAILED = -32000;

/**
 * What this end adds where the messages of a canvas are MCP Apps: the context of the page around it, links, files, and an answer
 * where none would come. A canvas whose view does not greet as MCP Apps do is left alone.
 */
export function createAppsSide(options: AppsOptions): AppsSide {
  const open = new Map<RequestId, string>();
  let phase: "unknown" | "greeting" | "ready" = "unknown";
  let greeting: JsonObject | null = null;

  const fail = (id: RequestId, message: string): JsonObject => ({
    jsonrpc: "2.0",
    id,
    error: { code: FAILED, message },
  });
  const close = (id: unknown): string | undefined => {
    const method = open.get(id as RequestId);
    open.delete(id as RequestId);
    return method;
  };

  return {
    greeting: () => greeting,
    isIdle: () => open.size === 0,
    fromView(message) {
      if (!isMessage(message)) return { kind: "send" };
      const { id, method, params } = message;
      if (method === undefined) return id === TEARDOWN_ID ? { kind: "torn_down" } : { kind: "send" };
      if (method === GREETING) {
        phase = "greeting";
        greeting = message;
        open.clear();
      }
      if (phase === "unknown" || !isId(id)) return { kind: "send" };
      if (method === "ui/open-link" && options.canOpenLinks)
        return { kind: "open_link", id, url: isObject(params) ? String(params.url) : "" };
      if (method === "ui/download-file" && options.canDownload)
        return {
          kind: "download",
          id,
          contents: isObject(params) && Array.isArray(params.contents) ? params.contents : [],
        };
      if (open.size >= MOST_OPEN) return { kind: "answer", answer: fail(id, answerWords.tooMany) };
      open.set(id, String(method));
      return { kind: "send" };
    },
    fromProvider(message) {
      if (phase === "unknown" || !isMessage(message) || message.method !== undefined) return message;
      const method = close(message.id);
      if (method === undefined) return null;
      if (method !== GREETING) return message;
      phase = isObject(message.result) ? "ready" : "unknown";
      greeting = null;
      return isObject(message.result) ? { ...message, result: greeted(message.result, options) } : message;
    },
    contextChanged: (changed) =>
      phase === "ready" && Object.keys(changed).length > 0
        ? { jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params: changed }
        : null,
    notSent(message, why) {
      if (!isMessage(message) || !isId(message.id) || message.method === undefined || message === greeting) return null;
      close(message.id);
      return fail(message.id, why);
    },
    lost() {
      const lost = [...open.keys()].filter((id) => id !== greeting?.id);
      for (const id of lost) open.delete(id);
      return lost.map((id) => fail(id, answerWords.lost));
    },
    tearDown: () =>
      phase === "ready" ? { jsonrpc: "2.0", id: TEARDOWN_ID, method: "ui/resource-teardown", params: {} } : null,
  };
}

/** The answer to something that the page around it did, or did not. */
export function answerTo(id: RequestId, isDone: boolean): JsonObject {
  return { jsonrpc: "2.0", id, result: isDone ? {} : { isError: true } };
}

/** What has changed of a context, field by field. */
export function changedFields(before: JsonObject, after: JsonObject): JsonObject {
  const isOther = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(after).filter(isOther));
}

/** Theirs, with what only this end knows: how it looks here, and what can be done here. */
function greeted(result: JsonObject, { context, canOpenLinks, canDownload }: AppsOptions): JsonObject {
  const theirs = isObject(result.hostCapabilities) ? result.hostCapabilities : {};
  return {
    ...result,
    hostContext: { ...(isObject(result.hostContext) ? result.hostContext : {}), ...context() },
    hostCapabilities: {
      ...theirs,
      ...(canOpenLinks ? { openLinks: {} } : {}),
      ...(canDownload ? { downloadFile: {} } : {}),
    },
  };
}

function isMessage(message: unknown): message is JsonObject {
  return isObject(message) && message.jsonrpc === "2.0";
}

function isId(id: unknown): id is RequestId {
  return typeof id === "string" || typeof id === "number";
}
