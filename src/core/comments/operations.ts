import type { Anchor, Author, CanvasComment, CommentOperation, WireAuthor } from "../document/records.ts";
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

const DEFAULT_LIMITS = { comments: 5_000, body: 10_000 };
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Applies the operations in order. A refused one changes nothing and stops none of the others. */
export function applyOperations(
  comments: readonly CanvasComment[],
  operations: readonly CommentOperation[],
  context: OperationContext,
): OperationsResult {
  let current = comments;
  const outcomes: OperationOutcome[] = [];
  for (const operation of operations) {
    const step = applyOne(current, operation, context);
    if (step.result === "done") current = step.comments;
    outcomes.push({ op: operation.op, id: operation.id, result: step.result, words: step.words });
  }
  return { comments: current, outcomes };
}

type Step =
  | { readonly result: "done"; readonly comments: readonly CanvasComment[]; readonly words: string }
  | { readonly result: "unchanged" | "refused"; readonly words: string };

const refused = (words: string): Step => ({ result: "refused", words });
const unchanged = (words: string): Step => ({ result: "unchanged", words });
const done = (comments: readonly CanvasComment[], words = ""): Step => ({ result: "done", comments, words });

function applyOne(comments: readonly CanvasComment[], operation: CommentOperation, context: OperationContext): Step {
  switch (operation.op) {
    case "add":
      return create(comments, operation, context, () => {
        if (operation.anchor === null) return { anchor: null, words: "" };
        const anchor = anchorFor(operation.anchor, context);
        const lost = anchor.length === 0 && anchor.quotedText !== "";
        return { anchor, words: lost ? "Its text is not in the canvas: kept among the orphaned comments." : "" };
      });
    case "reply":
      return reply(comments, operation, context);
    case "edit":
      return edit(comments, operation, context);
    case "delete":
      return remove(comments, operation.id, context);
    case "undelete":
      return undelete(comments, operation, context);
    case "resolve":
    case "reopen":
      return setResolved(comments, operation.id, operation.op === "resolve", context);
    case "attach":
      return attach(comments, operation, context);
    default:
      return assertNever(operation);
  }
}

function create(
  comments: readonly CanvasComment[],
  operation: { readonly id: string; readonly body: string; readonly replyTo?: string },
  context: OperationContext,
  place: () => { readonly anchor: Anchor | null; readonly words: string },
): Step {
  const { id, body } = operation;
  if (!ID.test(id)) return refused(`"${id.slice(0, 20)}" is no comment id: use up to 64 letters, digits, - or _.`);
  const twin = comments.find((comment) => comment.id === id);
  if (twin) {
    const isRetry = twin.author === wireAuthor(context.by) && (twin.deleted || twin.body === body);
    return isRetry ? unchanged("It is there already.") : refused(`The id ${id} is taken: choose another.`);
  }
  const fault = bodyFault(body, context);
  if (fault) return refused(fault);
  const limit = (context.limits ?? DEFAULT_LIMITS).comments;
  if (comments.length >= limit) return refused(`A canvas holds ${limit} comments: delete some first.`);
  const { anchor, words } = place();
  const created: CanvasComment = {
    id,
    anchor,
    body,
    author: wireAuthor(context.by),
    by: context.by,
    createdAt: context.at,
    resolved: false,
    ...(operation.replyTo === undefined ? {} : { replyTo: operation.replyTo }),
  };
  return done([...comments, created], words);
}

function reply(
  comments: readonly CanvasComment[],
  operation: CommentOperation & { op: "reply" },
  context: OperationContext,
): Step {
  const root = rootOf(comments, operation.replyTo);
  if (!root) return refused(`There is no comment ${operation.replyTo} to answer.`);
  // A reply that races the deletion of what it answers is kept: the thread stands under a tombstone.
  const step = create(comments, { ...operation, replyTo: root.id }, context, () => ({ anchor: null, words: "" }));
  if (step.result !== "done" || context.by.kind === "model") return step;
  return done(
    step.comments.map((comment) => (comment.id === root.id ? opened(comment) : comment)),
    step.words,
  );
}

function edit(
  comments: readonly CanvasComment[],
  operation: CommentOperation & { op: "edit" },
  context: OperationContext,
): Step {
  const comment = comments.find(({ id }) => id === operation.id);
  const fault = ownershipFault(comment, operation.id, context, "edit") ?? bodyFault(operation.body, context);
  if (!comment || fault) return refused(fault ?? "");
  if (comment.deleted) return refused("The comment was deleted.");
  if (comment.body === operation.body) return unchanged("It says that already.");
  const edited = { ...opened(comment), body: operation.body, editedAt: context.at, resolved: comment.resolved };
  return done(replace(comments, edited));
}

function remove(comments: readonly CanvasComment[], id: string, context: OperationContext): Step {
  const comment = comments.find((candidate) => candidate.id === id);
  const fault = ownershipFault(comment, id, context, "delete");
  if (!comment || fault) return refused(fault ?? "");
  if (comment.deleted) return unchanged("It is deleted already.");
  return done(replace(comments, { ...comment, body: "", deleted: true }));
}

function undelete(
  comments: readonly CanvasComment[],
  operation: CommentOperation & { op: "undelete" },
  context: OperationContext,
): Step {
  const comment = comments.find(({ id }) => id === operation.id);
  const fault = ownershipFault(comment, operation.id, context, "bring back") ?? bodyFault(operation.body, context);
  if (!comment || fault) return refused(fault ?? "");
  if (!comment.deleted) return unchanged("It is not deleted.");
  const { deleted: _, ...alive } = comment;
  return done(replace(comments, { ...alive, body: operation.body }));
}

function setResolved(
  comments: readonly CanvasComment[],
  id: string,
  resolved: boolean,
  context: OperationContext,
): Step {
  if (context.by.kind !== "person") return refused("Only the person resolves and reopens comments.");
  const root = rootOf(comments, id);
  if (!root) return refused(`There is no comment ${id}.`);
  if (resolved) {
    return root.resolved ? unchanged("It is resolved already.") : done(replace(comments, { ...root, resolved: true }));
  }
  if (!root.resolved && root.addressedIn === undefined) return unchanged("It is open already.");
  return done(replace(comments, opened(root)));
}

function attach(
  comments: readonly CanvasComment[],
  operation: CommentOperation & { op: "attach" },
  context: OperationContext,
): Step {
  if (context.by.kind !== "person") return refused("Only the person attaches a comment to another passage.");
  const root = rootOf(comments, operation.id);
  if (!root) return refused(`There is no comment ${operation.id}.`);
  const measured = context.anchoredIn ?? context.content;
  if (operation.length < 1 || operation.offset < 0 || operation.offset + operation.length > measured.length) {
    return refused("The passage lies outside the text: select it again.");
  }
  const quotedText = measured.slice(operation.offset, operation.offset + operation.length);
  const anchor = anchorFor({ ...operation, quotedText }, context);
  if (anchor.length === 0) return refused("That passage has just been changed: select it again.");
  return done(replace(comments, { ...root, anchor }));
}

/** Marks the person's comments that the model says it dealt with. Ids that name none are given back. */
export function markAddressed(
  comments: readonly CanvasComment[],
  ids: readonly string[],
  version: number,
): { readonly comments: readonly CanvasComment[]; readonly unknown: readonly string[] } {
  const roots = new Set<string>();
  const unknown: string[] = [];
  for (const id of ids) {
    const root = rootOf(comments, id);
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
export function rootOf(comments: readonly CanvasComment[], id: string): CanvasComment | undefined {
  let comment = comments.find((candidate) => candidate.id === id);
  const seen = new Set<string>();
  while (comment?.replyTo !== undefined && !seen.has(comment.id)) {
    seen.add(comment.id);
    const parent = comment.replyTo;
    comment = comments.find((candidate) => candidate.id === parent) ?? comment;
    if (comment.id !== parent) break;
  }
  return comment;
}

function anchorFor(
  wanted: { readonly offset: number; readonly length: number; readonly quotedText: string },
  context: OperationContext,
): Anchor {
  const { content, revision } = context;
  const measured = context.anchoredIn ?? content;
  const { offset, quotedText } = wanted;
  const isThere = quotedText !== "" && measured.slice(offset, offset + wanted.length) === quotedText;
  const at = isThere ? offset : nearestOccurrence(measured, quotedText, offset);
  if (at === null) {
    return {
      quotedText,
      offset: Math.min(offset, content.length),
      length: 0,
      prefix: "",
      suffix: "",
      revision,
    };
  }
  const anchor = describeAnchor(measured, at, quotedText.length, revision);
  return measured === content ? anchor : reanchorAll([anchor], measured, content, revision)[0]!;
}

function opened(comment: CanvasComment): CanvasComment {
  const { addressedIn: _, ...rest } = comment;
  return { ...rest, resolved: false };
}

function replace(comments: readonly CanvasComment[], changed: CanvasComment): CanvasComment[] {
  return comments.map((comment) => (comment.id === changed.id ? changed : comment));
}

function wireAuthor(by: Author): WireAuthor {
  return by.kind === "person" ? "user" : "claude";
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
  const { by } = context;
  const isOwn =
    comment.author === wireAuthor(by) &&
    (comment.by.subject === undefined || by.subject === undefined || comment.by.subject === by.subject);
  return isOwn ? null : `Only its author can ${verb} a comment.`;
}

function assertNever(operation: never): never {
  throw new TypeError(`Unknown comment operation: ${JSON.stringify(operation)}`);
}
