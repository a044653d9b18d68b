import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import { type Thread, threadsOf } from "../../core/comments/threads.ts";
import type { CanvasComment, CommentOperation } from "../../core/document/records.ts";
import { MAX_COMMENT_BODY } from "../../protocol/limits.ts";
import type { TextHighlight } from "../editor/highlights.ts";
import { commentWords as words } from "../words.ts";
import { type DraftPort, type DraftTarget, findTarget, keepDraft, readDraft, sameTarget } from "./comment-draft.ts";
import { marksOf, shortQuote } from "./comment-marks.ts";
import { CALM, type DeskState, reduceDesk } from "./desk-state.ts";
import { countShelves, type Filter, filterThreads, stepThread } from "./thread-order.ts";

export interface DeskOptions {
  readonly comments: readonly CanvasComment[];
  readonly content: string;
  /** The name of the assistant, as the person knows it. */
  readonly assistant: string;
  readonly now: number;
  /** False on an archived canvas: comments can be read, not written. */
  readonly canComment: boolean;
  readonly drafts: DraftPort;
  onOperation(operation: CommentOperation): void;
  newId(): string;
  /** Shows what changed in the version that addressed a comment. */
  onShowChange?: ((version: number) => void) | undefined;
}

/** All that the parts of the comment system share: the threads, what is open, and what the person can do. */
export interface Desk extends DeskState {
  readonly threads: readonly Thread[];
  /** The threads under the filter. */
  readonly shown: readonly Thread[];
  readonly counts: Readonly<Record<Filter, number>>;
  readonly marks: readonly TextHighlight[];
  readonly assistant: string;
  readonly now: number;
  readonly canComment: boolean;
  /** The last thing that happened, for those who hear the screen. */
  readonly said: string;
  activate(id: string | null, how?: { readonly focus?: boolean }): void;
  setFilter(filter: Filter): void;
  compose(target: DraftTarget, body?: string): void;
  write(body: string): void;
  /** Closes the composer; the draft is kept for the same place. */
  leave(): void;
  /** Closes the composer and forgets the draft. */
  discard(): void;
  submit(): void;
  operate(operation: CommentOperation): void;
  undoDelete(): void;
  dismissUndo(): void;
  step(by: 1 | -1): Thread | null;
  onShowChange: ((version: number) => void) | undefined;
}

export function useCommentDesk(options: DeskOptions): Desk {
  const { comments, content, assistant, now, canComment, drafts, onOperation, newId, onShowChange } = options;
  const [state, dispatch] = useReducer(reduceDesk, CALM);
  const [said, say] = useState("");
  const threads = useMemo(() => threadsOf(comments, content), [comments, content]);
  const shown = useMemo(() => filterThreads(threads, state.filter), [threads, state.filter]);
  const counts = useMemo(() => countShelves(threads), [threads]);
  const composingAt = state.composing?.target;
  const marks = useMemo(() => {
    const all = marksOf(threads, state.active);
    // While a comment is being written its text is marked, as it will be.
    if (composingAt?.kind !== "text") return all;
    return [...all, { id: "", from: composingAt.from, to: composingAt.to, look: "person" as const, active: true }];
  }, [threads, state.active, composingAt]);

  const latest = useRef({ drafts, content, canComment });
  latest.current = { drafts, content, canComment };
  useEffect(() => {
    const draft = readDraft(latest.current.drafts);
    if (draft?.open && latest.current.canComment) {
      dispatch({ kind: "composed", target: findTarget(draft.target, latest.current.content), body: draft.body });
    }
  }, []);

  const operate = (operation: CommentOperation) => {
    const comment = comments.find(({ id }) => id === operation.id);
    onOperation(operation);
    dispatch({ kind: "operated", operation, ...(comment === undefined ? {} : { deletedBody: comment.body }) });
    say(words.done[operation.op]);
  };
  return {
    ...state,
    threads,
    shown,
    counts,
    marks,
    assistant,
    now,
    canComment,
    said,
    onShowChange,
    activate(id, how) {
      const thread = threads.find(({ root }) => root.id === id) ?? null;
      dispatch({ kind: "activated", thread, focus: how?.focus ?? false });
    },
    setFilter(filter) {
      dispatch({ kind: "filtered", filter });
      say(words.filtered(words.filters[filter], filterThreads(threads, filter).length));
    },
    compose(target, body) {
      if (!canComment) return;
      const kept = readDraft(drafts);
      const start = kept !== null && sameTarget(kept.target, target) ? kept.body : (body ?? "");
      dispatch({ kind: "composed", target, body: start });
      keepDraft(drafts, { target, body: start, open: true });
    },
    write(body) {
      if (state.composing === null) return;
      dispatch({ kind: "wrote", body });
      keepDraft(drafts, { target: state.composing.target, body, open: true });
    },
    leave() {
      if (state.composing !== null) keepDraft(drafts, { ...state.composing, open: false });
      dispatch({ kind: "left" });
    },
    discard() {
      keepDraft(drafts, null);
      dispatch({ kind: "left" });
    },
    submit() {
      if (state.composing === null) return;
      const operation = operationFor(state.composing, content, newId);
      if (operation === null) return;
      keepDraft(drafts, null);
      operate(operation);
    },
    operate,
    undoDelete() {
      if (state.deleted !== null) operate({ op: "undelete", ...state.deleted });
    },
    dismissUndo: () => dispatch({ kind: "dismissedUndo" }),
    step(by) {
      const next = stepThread(shown, state.active, by);
      if (next !== null) {
        dispatch({ kind: "activated", thread: next, focus: true });
        const quote = shortQuote(next.root.anchor?.quotedText ?? "", 40);
        say(words.stepped(shown.indexOf(next) + 1, shown.length, quote));
      } else say(words.noComments);
      return next;
    },
  };
}

/** The operation that a finished composer means. null while there is nothing to say, or too much. */
export function operationFor(
  { target, body }: { readonly target: DraftTarget; readonly body: string },
  content: string,
  newId: () => string,
): CommentOperation | null {
  const text = body.trim();
  if (text === "" || text.length > MAX_COMMENT_BODY) return null;
  switch (target.kind) {
    case "document":
      return { op: "add", id: newId(), body: text, anchor: null };
    case "text": {
      // Typing may have moved the words since they were selected.
      const place = findTarget(target, content);
      const anchor =
        place.kind === "text"
          ? { offset: place.from, length: place.to - place.from, quotedText: place.quote }
          : { offset: target.from, length: target.to - target.from, quotedText: target.quote };
      return { op: "add", id: newId(), body: text, anchor };
    }
    case "reply":
      return { op: "reply", id: newId(), replyTo: target.to, body: text };
    case "edit":
      return { op: "edit", id: target.id, body: text };
  }
}
