import type { CanvasComment } from "../records/canvas.ts";
import { type CanvasEvent, PERSON_KINDS } from "../records/history.ts";
import type { Json } from "../records/interactions.ts";
import { wholeEnd } from "../text/quote-text.ts";

/** One thing that the person did, in the protocol's words. */
export interface Done {
  readonly action: string;
  readonly element: string | null;
  readonly data: Json;
  /** Of what was done in a block, or posted: the id that it came with. */
  readonly id?: string;
  readonly block?: string;
}

/** So much of a comment and of the words that it is about goes into the log. */
const LONGEST_BODY = 1_000;
const LONGEST_QUOTE = 200;

export function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, wholeEnd(text, most))}…`;
}

export function clippedBody(body: string): string {
  return clipped(body, LONGEST_BODY);
}

export function clippedQuote(quote: string): string {
  return clipped(quote, LONGEST_QUOTE);
}

type Payload = Readonly<Record<string, unknown>>;

/**
 * What the person did, out of an event of the log: one or more things, or none where no agent need hear of it. Of comments that
 * were deleted since, nothing is said but that they were made.
 */
export function doneByPerson(
  { kind, by, payload, version }: CanvasEvent,
  comments: readonly CanvasComment[] = [],
): readonly Done[] {
  if (by.kind !== "person" || !PERSON_KINDS.includes(kind)) return [];
  switch (kind) {
    case "approved":
      return [one("submit", "approve-btn", given({ comments: payload.note, complete: payload.complete }))];
    case "sent":
      return [one("submit", "send-btn", counts(payload, ["edits", "comments", "proposals"]))];
    case "message":
      return [one("submit", "message-field", given({ message: payload.text }))];
    case "review_closed":
      return [one("dismiss", "review", null)];
    case "status":
      return [one("select", "status-menu", given({ from: payload.from, to: payload.to }))];
    case "renamed":
      return [one("change", "title", given({ title: payload.title }))];
    case "changed":
      return [one("change", "text", { version })];
    case "restored":
      return [one("click", "restore-btn", given({ version: payload.from }))];
    case "setting":
      return [one("toggle", "suggest-only", given({ suggestOnly: payload.suggestOnly }))];
    case "created":
      return [one("custom", "new-canvas", null)];
    case "protected":
      return doneToProtections(payload);
    case "ticked":
      return listOf(payload.tasks).map(({ task, checked, line }) =>
        one("toggle", "task", given({ task, checked, line })),
      );
    case "comment":
      return doneToComments(payload, comments);
    case "proposal":
      return doneToProposals(payload);
    case "interaction":
      return [doneInBlock(payload)];
    default:
      return [];
  }
}

function one(action: string, element: string, data: Json): Done {
  return { action, element, data };
}

/** Without what the log does not say; null where it says nothing. */
function given(fields: Payload): Json {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  return said.length === 0 ? null : (Object.fromEntries(said) as Json);
}

function counts(payload: Payload, names: readonly string[]): Json {
  return given(Object.fromEntries(names.flatMap((name) => (payload[name] ? [[name, payload[name]]] : []))));
}

/** Logs of before may have anything in this place. */
function listOf(value: unknown): readonly Payload[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "object" && each !== null) : [];
}

function doneToProtections(payload: Payload): readonly Done[] {
  const each = (ids: unknown, isProtected: boolean) =>
    Array.isArray(ids) ? ids.map((id) => one("toggle", "protection", { id: String(id), protected: isProtected })) : [];
  return [...each(payload.added, true), ...each(payload.removed, false)];
}

function doneToComments(payload: Payload, comments: readonly CanvasComment[]): readonly Done[] {
  const gone = new Set(comments.flatMap(({ id, deleted }) => (deleted ? [id] : [])));
  return listOf(payload.operations).map(({ op, id, body, quote, reply_to }) => {
    const words = gone.has(String(id)) ? {} : { body, quote };
    switch (op) {
      case "add":
        return one("submit", "comment", given({ id, ...words }));
      case "reply":
        return one("submit", "reply", given({ id, reply_to, ...words }));
      case "delete":
        return one("dismiss", "comment", given({ id }));
      case "resolve":
      case "reopen":
        return one("toggle", "comment-resolved", given({ id, resolved: op === "resolve" }));
      default:
        return one("change", "comment", given({ id, ...words }));
    }
  });
}

function doneToProposals({ settled, kinds, reopened, ids, kind, state }: Payload): readonly Done[] {
  const kindOf = (id: string): string => {
    const known = typeof kinds === "object" && kinds !== null ? (kinds as Payload)[id] : undefined;
    return known === "conflict" ? "conflict" : "suggestion";
  };
  if (typeof settled === "object" && settled !== null) {
    return Object.entries(settled).map(([id, decision]) => one("select", kindOf(id), given({ id, decision })));
  }
  if (Array.isArray(reopened)) {
    return reopened.map((id) => one("select", kindOf(String(id)), given({ id, decision: "reopened" })));
  }
  const isOwn = kind === "suggestion" && state === "open" && Array.isArray(ids);
  return isOwn ? ids.map((id) => one("submit", "suggestion", given({ id }))) : [];
}

function doneInBlock({ id, action, element, data, block }: Payload): Done {
  return {
    action: String(action),
    element: typeof element === "string" ? element : null,
    data: (data ?? null) as Json,
    ...(typeof id === "string" ? { id } : {}),
    ...(typeof block === "string" ? { block } : {}),
  };
}
