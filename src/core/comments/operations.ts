import type { Anchor, Author, CanvasComment } from "../records/canvas.ts";
import type { CommentOperation } from "../records/operations.ts";
import { hashText } from "../text/hash-text.ts";
import { describeAnchor } from "./describe-anchor.ts";
import { nearestOccurrence } from "./find-quote.ts";
import { reanchorAll } from "./reanchor.ts";

/** What the server knows and no call may claim: who, when, and the text that the comments stand on. */
export interface OperationContext {
  /** The content after this save, with its revision. */
  readonly content: string;
  readonly revision: number;
  /** The text that new anchors were measured in, where a merge has moved on from it. */
  readonly anchoredIn?: string;
  readonly by: Author;
  /** The canvas is theirs: they may delete what others said. */
  readonly isOwner?: boolean;
  readonly at: string;
  readonly limits?: { readonly comments: number; readonly body: number };
}

/** What became of one operation. `words` says why, for the person and the model. */
export interface OperationOutcome {
  readonly op: CommentOperation["op"];
  readonly id: string;
  readonly result: "done" | "unchanged" | "refused";
  readonly words: string;
}

export interface OperationsResult {
  readonly comments: readonly CanvasComment[];
  readonly outcomes: readonly OperationOutcome[];
}

/** Comments that a canvas holds; with those that were deleted, whose ids never come back, twice as many. */
export const MOST_COMMENTS = 5_000;
export const LONGEST_BODY = 10_000;
const DEFAULT_LIMITS = { comments: MOST_COMMENTS, body: LONGEST_BODY };

/** Why a canvas cannot have so many comments, or null. `all`: with the deleted ones. */
export function commentsFault(living: number, all: number, most = MOST_COMMENTS): string | null {
  if (living > most) return `A canvas holds at most ${most} comments.`;
  return all > 2 * most ? `A canvas holds at most ${2 * most} comments, with those that were deleted.` : null;
}
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** By id, in their order: what every operation looks up costs the same however many there are. */
type Comments = ReadonlyMap<string, CanvasComment>;

/** Applies the operations in order. A refused one changes nothing and stops none of the others. */
export function applyOperations(
  comments: readonly CanvasComment[],
  operations: readonly CommentOperation[],
  context: OperationContext,
): OperationsResult {
  const current = new Map(comments.map((comment) => [comment.id, comment]));
  let living = comments.filter(isLiving).length;
  let isChanged = false;
  const outcomes: OperationOutcome[] = [];
  const anchors = createAnchors(operations, context);
  for (const operation of operations) {
    const step = applyOne({ comments: current, living, anchors, context }, operation);
    for (const comment of step.result === "done" ? step.changed : []) {
      living += Number(isLiving(comment)) - Number(isLiving(current.get(comment.id)));
      current.set(comment.id, comment);
      isChanged = true;
    }
    outcomes.push({ op: operation.op, id: operation.id, result: step.result, words: step.words });
  }
  return { comments: isChanged ? [...current.values()] : comments, outcomes };
}

function isLiving(comment: CanvasComment | undefined): boolean {
  return comment !== undefined && comment.deleted !== true;
}

/** What an operation is applied to. */
interface State {
  readonly comments: Comments;
  readonly living: number;
  readonly anchors: Anchors;
  readonly context: OperationContext;
}

type Step =
  | { readonly result: "done"; readonly changed: readonly CanvasComment[]; readonly words: string }
  | { readonly result: "unchanged" | "refused"; readonly words: string };

const refused = (words: string): Step => ({ result: "refused", words });
const unchanged = (words: string): Step => ({ result: "unchanged", words });
const done = (changed: readonly CanvasComment[], words = ""): Step => ({ result: "done", changed, words });

function applyOne(state: State, operation: CommentOperation): Step {
  switch (operation.op) {
    case "add":
      return create(state, operation, () => {
        if (operation.anchor === null) return { anchor: null, words: "" };
        const anchor = state.anchors(operation);
        const lost = anchor.length === 0 && anchor.quotedText !== "";
        return { anchor, words: lost ? "Its text is not in the canvas: kept among the orphaned comments." : "" };
      });
    case "reply":
      return reply(state, operation);
    case "edit":
      return edit(state, operation);
    case "delete":
      return remove(state, operation.id);
    case "undelete":
      return undelete(state, operation);
    case "resolve":
    case "reopen":
      return setResolved(state, operation.id, operation.op === "resolve");
    case "attach":
      return attach(state, operation);
    default:
      return assertNever(operation);
  }
}

function create(
  { comments, living, context }: State,
  operation: {
    readonly id: string;
    readonly body: string;
    readonly replyTo?: string;
    readonly question?: true | undefined;
  },
  place: () => { readonly anchor: Anchor | null; readonly words: string },
): Step {
  const { id, body } = operation;
  if (!ID.test(id)) return refused(`"${id.slice(0, 20)}" is no comment id: use up to 64 letters, digits, - or _.`);
  const twin = comments.get(id);
  if (twin) {
    const isRetry = isBySame(twin, context.by) && (twin.deleted || twin.body === body);
    return isRetry ? unchanged("It is there already.") : refused(`The id ${id} is taken: choose another.`);
  }
  const fault = bodyFault(body, context);
  if (fault) return refused(fault);
  const full = fullFault(living + 1, comments.size + 1, context);
  if (full) return refused(full);
  const { anchor, words } = place();
  const created: CanvasComment = {
    id,
    anchor,
    body,
    ...(operation.question === true ? { question: true as const } : {}),
    by: context.by,
    createdAt: context.at,
    resolved: false,
    ...(operation.replyTo === undefined ? {} : { replyTo: operation.replyTo }),
  };
  return done([created], words);
}

function reply(state: State, operation: CommentOperation & { op: "reply" }): Step {
  const root = rootIn(state.comments, operation.replyTo);
  if (!root) return refused(`There is no comment ${operation.replyTo} to answer.`);
  // A reply that races the deletion of what it answers is kept: the thread stands under a tombstone.
  const step = create(state, { ...operation, replyTo: root.id }, () => ({ anchor: null, words: "" }));
  if (step.result !== "done" || state.context.by.kind === "model") return step;
  return done([opened(root), ...step.changed], step.words);
}

function edit({ comments, context }: State, operation: CommentOperation & { op: "edit" }): Step {
  const comment = comments.get(operation.id);
  const fault = ownershipFault(comment, operation.id, context, "edit") ?? bodyFault(operation.body, context);
  if (!comment || fault) return refused(fault ?? "");
  if (comment.deleted) return refused("The comment was deleted.");
  if (comment.body === operation.body) return unchanged("It says that already.");
  return done([{ ...opened(comment), body: operation.body, editedAt: context.at, resolved: comment.resolved }]);
}

function remove({ comments, context }: State, id: string): Step {
  const comment = comments.get(id);
  const fault = ownershipFault(comment, id, context, "delete");
  if (!comment || fault) return refused(fault ?? "");
  if (comment.deleted) return unchanged("It is deleted already.");
  const said = isBySame(comment, context.by) ? {} : { said: hashText(comment.body) };
  return done([{ ...comment, body: "", deleted: true, ...said }]);
}

function undelete({ comments, living, context }: State, operation: CommentOperation & { op: "undelete" }): Step {
  const comment = comments.get(operation.id);
  const fault = ownershipFault(comment, operation.id, context, "bring back") ?? bodyFault(operation.body, context);
  if (!comment || fault) return refused(fault ?? "");
  if (!comment.deleted) return unchanged("It is not deleted.");
  if (!isBySame(comment, context.by) && comment.said !== hashText(operation.body)) {
    return refused("Only its author can bring a comment back with other words.");
  }
  const full = fullFault(living + 1, comments.size, context);
  if (full) return refused(full);
  const { deleted: _, said: __, ...alive } = comment;
  return done([{ ...alive, body: operation.body }]);
}

function setResolved({ comments, context }: State, id: string, resolved: boolean): Step {
  if (context.by.kind !== "person") return refused("Only the person resolves and reopens comments.");
  const root = rootIn(comments, id);
  if (!root) return refused(`There is no comment ${id}.`);
  if (resolved) return root.resolved ? unchanged("It is resolved already.") : done([{ ...root, resolved: true }]);
  if (!root.resolved && root.addressedIn === undefined) return unchanged("It is open already.");
  return done([opened(root)]);
}

function attach({ comments, anchors, context }: State, operation: CommentOperation & { op: "attach" }): Step {
  if (context.by.kind !== "person") return refused("Only the person attaches a comment to another passage.");
  const root = rootIn(comments, operation.id);
  if (!root) return refused(`There is no comment ${operation.id}.`);
  if (!isInside(operation, context)) return refused("The passage lies outside the text: select it again.");
  const anchor = anchors(operation);
  if (anchor.length === 0) return refused("That passage has just been changed: select it again.");
  return done([{ ...root, anchor }]);
}

function isInside({ offset, length }: { readonly offset: number; readonly length: number }, context: OperationContext) {
  return length >= 1 && offset >= 0 && offset + length <= (context.anchoredIn ?? context.content).length;
}

function fullFault(living: number, all: number, context: OperationContext): string | null {
  const fault = commentsFault(living, all, (context.limits ?? DEFAULT_LIMITS).comments);
  return fault && `${fault} ${all > living ? "Delete some first, or go on in another canvas." : "Delete some first."}`;
}

/** Marks the person's comments that the model says it dealt with. Ids that name none are given back. */
export function markAddressed(
  comments: readonly CanvasComment[],
  ids: readonly string[],
  version: number,
): { readonly comments: readonly CanvasComment[]; readonly unknown: readonly string[] } {
  const roots = new Set<string>();
  const unknown: string[] = [];
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  for (const id of ids) {
    const root = rootIn(byId, id);
    if (root && !root.deleted) roots.add(root.id);
    else unknown.push(id);
  }
  if (roots.size === 0) return { comments, unknown };
  const marked = comments.map((comment) =>
    roots.has(comment.id) && !comment.resolved ? { ...comment, addressedIn: version } : comment,
  );
  return { comments: marked, unknown };
}

/** The first comment of the thread that `id` belongs to. */
export function rootIn(comments: Comments, id: string): CanvasComment | undefined {
  let comment = comments.get(id);
  const seen = new Set<string>();
  while (comment?.replyTo !== undefined && !seen.has(comment.id)) {
    seen.add(comment.id);
    const parent = comments.get(comment.replyTo);
    if (parent === undefined) break;
    comment = parent;
  }
  return comment;
}

/** The anchor of an operation that names a passage, in the text as it is now. */
type Anchors = (operation: CommentOperation) => Anchor;

/** All of them together: where a merge has moved on from the text that they were measured in, the two are compared once. */
function createAnchors(operations: readonly CommentOperation[], context: OperationContext): Anchors {
  const { content, revision } = context;
  const measured = context.anchoredIn ?? content;
  const found = new Map<CommentOperation, Anchor>();
  for (const operation of operations) {
    const wanted = passageOf(operation, context, measured);
    if (wanted !== null) found.set(operation, anchorIn(measured, wanted, context));
  }
  if (measured !== content) {
    const placed = [...found].filter(([, { length }]) => length > 0);
    const moved = reanchorAll(
      placed.map(([, anchor]) => anchor),
      measured,
      content,
      revision,
    );
    placed.forEach(([operation], i) => {
      found.set(operation, moved[i]!);
    });
  }
  return (operation) => {
    const anchor = found.get(operation);
    if (anchor === undefined) throw new TypeError(`Operation ${operation.op} names no passage`);
    return anchor;
  };
}

interface WantedPassage {
  readonly offset: number;
  readonly length: number;
  readonly quotedText: string;
}

function passageOf(operation: CommentOperation, context: OperationContext, measured: string): WantedPassage | null {
  if (operation.op === "add") return operation.anchor;
  if (operation.op !== "attach" || !isInside(operation, context)) return null;
  const { offset, length } = operation;
  return { offset, length, quotedText: measured.slice(offset, offset + length) };
}

function anchorIn(measured: string, { offset, length, quotedText }: WantedPassage, context: OperationContext): Anchor {
  const { content, revision } = context;
  const isThere = quotedText !== "" && measured.slice(offset, offset + length) === quotedText;
  const at = isThere ? offset : nearestOccurrence(measured, quotedText, offset);
  if (at !== null) return describeAnchor(measured, at, quotedText.length, revision);
  return { quotedText, offset: Math.min(offset, content.length), length: 0, prefix: "", suffix: "", revision };
}

function opened(comment: CanvasComment): CanvasComment {
  const { addressedIn: _, ...rest } = comment;
  return { ...rest, resolved: false };
}

function bodyFault(body: string, context: OperationContext): string | null {
  const limit = (context.limits ?? DEFAULT_LIMITS).body;
  if (body.trim() === "") return "A comment needs some text.";
  return body.length > limit ? `A comment holds ${limit} characters, this has ${body.length}: shorten it.` : null;
}

function ownershipFault(
  comment: CanvasComment | undefined,
  id: string,
  context: OperationContext,
  verb: string,
): string | null {
  if (!comment) return `There is no comment ${id}.`;
  const { by, isOwner = false } = context;
  const isTheirs = isOwner && comment.by.kind === by.kind && verb !== "edit";
  return isTheirs || isBySame(comment, by) ? null : `Only its author can ${verb} a comment.`;
}

/** Where either is not known by name, a person is the person. */
function isBySame(comment: CanvasComment, by: Author): boolean {
  const { kind, subject } = comment.by;
  return kind === by.kind && (subject === undefined || by.subject === undefined || subject === by.subject);
}

function assertNever(operation: never): never {
  throw new TypeError(`Unknown comment operation: ${JSON.stringify(operation)}`);
}
