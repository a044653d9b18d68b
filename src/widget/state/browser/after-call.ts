import { reanchorAll, reanchorComments } from "../../../core/comments/reanchor.ts";
import type { Moment } from "../../../core/document/draft.ts";
import type { ModelExtras } from "../../../core/document/model/apply-extras.ts";
import { applyModelEdit } from "../../../core/document/model/apply-model-edit.ts";
import { type AskedComment, checkQuotes } from "../../../core/document/model/check-model-call.ts";
import type { ModelEditItem } from "../../../core/document/model/locate/locate-edits.ts";
import { newByModel } from "../../../core/document/model/new-by-model.ts";
import { judgeRewrite, rewriteCanvas } from "../../../core/document/model/rewrite-canvas.ts";
import { checkpointFor } from "../../../core/document/review/tell-model.ts";
import { markOf } from "../../../core/feedback/mark.ts";
import { type Canvas, type Checkpoint, STATUSES } from "../../../core/records/canvas.ts";
import type { CanvasView } from "../../../protocol/canvas-view.ts";
import { parseComments } from "../../../protocol/parse-comments.ts";
import type { ModelCall } from "../../host/read-model-call.ts";
import { type CanvasKey, canvasOf, type KeptView, NO_STATE, serverCopyOf } from "./browser-record.ts";

const NO_TEXTS = new Map<number, string>();
const NOWHERE: CanvasKey = { storeId: "", owner: "", key: "" };

/** What a result says of the canvas that its call was about, where it does not hold it. */
export interface ResultOfCall {
  readonly canvasId: string;
  readonly version: number;
  readonly origin: CanvasKey | null;
}

/** Tells the call from others: whoever shows the conversation again repeats calls. */
export function markOfCall({ tool, args }: ModelCall, version: number): string {
  return markOf("call", tool, JSON.stringify(args), String(version));
}

/**
 * The canvas as its server has it after this call, by the server's own rules: of one that this browser keeps, of what it last
 * knew of the server's copy. Null: it cannot be told from the call (its text is another's, or was not in it).
 */
export function viewAfterCall(
  call: ModelCall,
  result: ResultOfCall,
  kept: KeptView | null,
  moment: Moment,
): CanvasView | null {
  const asked = readCall(call);
  const checkpoint = kept === null ? created(asked, result, moment) : changed(asked, result, kept, moment);
  if (checkpoint === null) return null;
  const { storeId, owner, key } = result.origin ?? kept ?? NOWHERE;
  return { storeId, owner, key, state: NO_STATE, checkpoint };
}

/** What a call asks to be replaced, where it changes the text by that. */
export function editsOf(call: ModelCall | null): readonly ModelEditItem[] {
  if (call === null || call.tool !== "edit_canvas") return [];
  const { edits, mode } = readCall(call);
  return mode === "apply" ? edits : [];
}

interface Asked extends ModelExtras {
  readonly tool: ModelCall["tool"];
  readonly content: string | null;
  readonly edits: readonly ModelEditItem[];
  readonly mode: "apply" | "suggest";
  readonly withdraw: readonly string[];
}

/** What a call asks for. Hosts heal arguments, and models send all sorts: odd parts are left out. */
function readCall({ tool, args }: ModelCall): Asked {
  const { content, title, comments } = args;
  const given = typeof comments === "string" || Array.isArray(comments) ? comments : [comments ?? []].flat();
  const parsed = parseComments(given);
  const status = STATUSES.find((one) => one === args.status && one !== "approved");
  return {
    tool,
    content: typeof content === "string" ? content : null,
    edits: Array.isArray(args.edits) ? args.edits.flatMap(readEdit) : [],
    mode: args.mode === "suggest" ? "suggest" : "apply",
    withdraw: words(args.withdraw),
    comments: parsed.ok ? parsed.comments : [],
    addresses: words(args.addresses),
    ...(typeof title === "string" ? { title } : {}),
    ...(status === undefined ? {} : { status }),
  };
}

function readEdit(value: unknown): Asked["edits"] {
  if (typeof value !== "object" || value === null) return [];
  const { find, replace, line, reason } = value as Record<string, unknown>;
  if (typeof find !== "string" || find.trim() === "") return [];
  return [
    {
      find,
      replace: typeof replace === "string" ? replace : "",
      ...(typeof line === "number" ? { line } : {}),
      ...(typeof reason === "string" ? { reason } : {}),
    },
  ];
}

function words(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function created(asked: Asked, { canvasId: id, version, origin }: ResultOfCall, moment: Moment): Checkpoint | null {
  if (asked.content === null) return null;
  const { text: content } = judgeRewrite(asked.content, null);
  const { owner, key } = origin ?? NOWHERE;
  const { title, status } = asked;
  const extras = { comments: placed(asked.comments, content, []), addresses: [] };
  const fields = { content, ...(title === undefined ? {} : { title }), ...(status === undefined ? {} : { status }) };
  const { change } = newByModel({ id, owner, widgetKey: key }, { ...fields, ...extras }, moment);
  return numbered(change.record, version);
}

function changed(asked: Asked, { version }: ResultOfCall, kept: KeptView, moment: Moment): Checkpoint | null {
  const copy = asOnServer(kept, moment.now);
  const known = copy.comments.filter(({ deleted }) => deleted !== true).map(({ id }) => id);
  const open = new Set(copy.proposals.filter(({ state }) => state === "open").map(({ id }) => id));
  const heard = {
    ...asked,
    addresses: asked.addresses.filter((id) => known.includes(id)),
    withdraw: asked.withdraw.filter((id) => open.has(id)),
  };
  const run = (comments: readonly AskedComment[]): Canvas | null => apply(copy, { ...heard, comments }, moment);
  // The ids of the model's own comments are only told to the model.
  const bare = run(heard.comments) === null ? run([]) : null;
  const after = bare === null ? run(heard.comments) : run(placed(heard.comments, bare.document.content, known));
  return after === null ? null : numbered(after, version);
}

function apply(copy: Canvas, asked: Asked, moment: Moment): Canvas | null {
  const { tool, content, edits, mode, withdraw, ...extras } = asked;
  if (tool === "edit_canvas") {
    const made = applyModelEdit(copy, NO_TEXTS, { edits, mode, withdraw, ...extras }, moment);
    return made.ok ? made.draft.record : null;
  }
  // What was held back and then confirmed was in an earlier call.
  if (content === null) return null;
  // The server took it.
  const made = rewriteCanvas(copy, NO_TEXTS, { content, allowRemoval: true, ...extras }, moment);
  return made.ok && made.kind === "written" ? made.draft.record : null;
}

/** Comments as they can be made: a quote that is not there, and a thread that is not known, are left out. */
function placed(comments: readonly AskedComment[], content: string, known: readonly string[]): AskedComment[] {
  return comments.map(({ body, quote, replyTo }) => {
    if (replyTo !== undefined && known.includes(replyTo)) return { body, replyTo };
    const isThere = quote !== undefined && checkQuotes(content, [{ body, quote }]) === null;
    return { body, ...(isThere ? { quote } : {}) };
  });
}

/** What is kept here, as far as the server has it. */
function asOnServer(kept: KeptView, now: string): Canvas {
  const canvas = canvasOf(kept, now);
  const { content, revision, title, titleGiven, status, version } = serverCopyOf(kept);
  const { titledBy: _, statusSet: __, document, proposals, ...rest } = canvas;
  const anchors = reanchorAll(
    proposals.map(({ anchor }) => anchor),
    document.content,
    content,
    revision,
  );
  return {
    ...rest,
    document: { ...document, content, revision, version, title, titleGiven, status },
    comments: reanchorComments(canvas.comments, document.content, content, revision),
    proposals: proposals.map((proposal, at) => ({ ...proposal, anchor: anchors[at] ?? proposal.anchor })),
    protections: [],
    approval: null,
    settings: { suggestOnly: false },
    books: canvas.books.map((book) => ({ ...book, baseline: content, submitted: content })),
    head: { ...canvas.head, sealed: true, contentRevision: revision },
  };
}

function numbered(canvas: Canvas, version: number): Checkpoint {
  const checkpoint = checkpointFor(canvas);
  return {
    ...checkpoint,
    document: { ...checkpoint.document, version },
    told: { ...checkpoint.told, knownVersion: version },
  };
}
