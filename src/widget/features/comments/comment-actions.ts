import { isOrphan, type Thread } from "../../../core/comments/threads.ts";
import type { CommentOperation } from "../../../core/records/operations.ts";
import { type DraftTarget, keepDraft, readDraft, sameTarget } from "../../state/comment-draft.ts";
import { commentWords as words } from "../../words.ts";
import { shortQuote } from "./comment-marks.ts";
import type { CommentState, CommentStateAction } from "./comment-state.ts";
import { operationFor } from "./operation-for.ts";
import { type Filter, filterThreads, stepThread } from "./thread-order.ts";
import type { CommentOptions } from "./use-comment-controls.ts";

/** What the person can do with comments. Made once: a card drawn long ago still acts on what is there now. */
export interface CommentActions {
  activate(id: string | null, how?: { readonly focus?: boolean }): void;
  /** The text was pressed, on a highlight or beside any (null): one without its text stays open, to be attached. */
  press(id: string | null): void;
  setFilter(filter: Filter): void;
  compose(target: DraftTarget, body?: string): void;
  write(body: string): void;
  /** Closes the composer; the draft is kept for the same place. */
  leave(): void;
  /** Closes the composer and forgets the draft. */
  discard(): void;
  submit(): void;
  operate(operation: CommentOperation): void;
  /** The passage that belongs to the comment is selected next; null: it is not. */
  attach(id: string | null): void;
  /** Asks about a passage, in a new thread. */
  ask(passage: { readonly from: number; readonly to: number }, body: string): void;
  dismissAnswer(): void;
  openLink(url: string): void;
  undoDelete(): void;
  dismissUndo(): void;
  step(by: 1 | -1): Thread | null;
  showChange(version: number): void;
}

/** What is there now: the last values that the controls were given. */
export interface CommentsNow {
  readonly options: CommentOptions;
  readonly state: CommentState;
  readonly threads: readonly Thread[];
  readonly shown: readonly Thread[];
}

export function createCommentActions(
  now: () => CommentsNow,
  dispatch: (action: CommentStateAction) => void,
  say: (words: string) => void,
): CommentActions {
  const operate = (operation: CommentOperation) => {
    const { placed, onOperation } = now().options;
    const comment = placed.comments.find(({ id }) => id === operation.id);
    onOperation(operation);
    dispatch({ kind: "operated", operation, ...(comment === undefined ? {} : { deletedBody: comment.body }) });
    say(words.done[operation.op]);
  };
  return {
    operate,
    activate(id, how) {
      const thread = now().threads.find(({ root }) => root.id === id) ?? null;
      dispatch({ kind: "activated", thread, focus: how?.focus ?? false });
    },
    press(id) {
      const { threads, state } = now();
      const open = threads.find(({ root }) => root.id === state.active);
      if (id === null && open !== undefined && isOrphan(open)) return;
      if (id === null && state.active === null) return;
      dispatch({ kind: "activated", thread: threads.find(({ root }) => root.id === id) ?? null, focus: false });
    },
    attach(id) {
      dispatch({ kind: "attaching", id });
      if (id !== null) say(words.attachHow);
    },
    ask({ from, to }, body) {
      const { content, newId } = now().options;
      const id = newId();
      const anchor = { offset: from, length: to - from, quotedText: content.slice(from, to) };
      operate({ op: "add", id, body, anchor, question: true });
      now().options.onAsked(id);
    },
    dismissAnswer: () => dispatch({ kind: "answered", id: null }),
    openLink: (url) => now().options.onOpenLink(url),
    setFilter(filter) {
      dispatch({ kind: "filtered", filter });
      say(words.filtered(words.filters[filter], filterThreads(now().threads, filter).length));
    },
    compose(target, body) {
      const { canComment, drafts } = now().options;
      if (!canComment) return;
      const kept = readDraft(drafts);
      const start = kept !== null && sameTarget(kept.target, target) ? kept.body : (body ?? "");
      dispatch({ kind: "composed", target, body: start });
      keepDraft(drafts, { target, body: start, open: true });
    },
    write(body) {
      const { composing } = now().state;
      if (composing === null) return;
      dispatch({ kind: "wrote", body });
      keepDraft(now().options.drafts, { target: composing.target, body, open: true });
    },
    leave() {
      const { composing } = now().state;
      if (composing !== null) keepDraft(now().options.drafts, { ...composing, open: false });
      dispatch({ kind: "left" });
    },
    discard() {
      keepDraft(now().options.drafts, null);
      dispatch({ kind: "left" });
    },
    submit() {
      const { composing } = now().state;
      const { content, newId, drafts } = now().options;
      const operation = composing === null ? null : operationFor(composing, content, newId);
      if (operation === null) return;
      keepDraft(drafts, null);
      operate(operation);
      const isQuestion = (id: string) => now().threads.some(({ root }) => root.id === id && root.question === true);
      if (operation.op === "reply" && isQuestion(operation.replyTo)) now().options.onAsked(operation.id);
    },
    undoDelete() {
      const { deleted } = now().state;
      if (deleted !== null) operate({ op: "undelete", ...deleted });
    },
    dismissUndo: () => dispatch({ kind: "dismissedUndo" }),
    step(by) {
      const { shown, state } = now();
      const next = stepThread(shown, state.active, by);
      if (next === null) {
        say(words.noComments);
        return null;
      }
      dispatch({ kind: "activated", thread: next, focus: true });
      const quote = shortQuote(next.root.anchor?.quotedText ?? "", 40);
      say(words.stepped(shown.indexOf(next) + 1, shown.length, quote));
      return next;
    },
    showChange: (version) => now().options.onShowChange?.(version),
  };
}
