import type { Thread } from "../../../core/comments/threads.ts";
import type { CommentOperation } from "../../../core/records/operations.ts";
import type { DraftTarget } from "../../state/comment-draft.ts";
import { type Filter, filterFor } from "./thread-order.ts";

/** What the person is doing with comments, apart from the comments themselves. */
export interface CommentState {
  /** The thread whose highlight is stronger and whose card is open. */
  readonly active: string | null;
  /** The comment written last, until another is opened: it needs no card over its text. */
  readonly added: string | null;
  readonly filter: Filter;
  readonly composing: { readonly target: DraftTarget; readonly body: string } | null;
  /** The comment deleted last: it can be brought back. */
  readonly deleted: { readonly id: string; readonly body: string } | null;
  /** The comment that lost its text, whose new text the person is about to select. */
  readonly attaching: string | null;
  /** The question that the model has just answered, while its card is not open. */
  readonly answered: string | null;
  /** Counts up whenever the active card should take the focus. */
  readonly focusCount: number;
}

export const NOTHING_OPEN: CommentState = {
  active: null,
  added: null,
  filter: "all",
  composing: null,
  deleted: null,
  attaching: null,
  answered: null,
  focusCount: 0,
};

export type CommentStateAction =
  | { readonly kind: "activated"; readonly thread: Thread | null; readonly focus: boolean }
  | { readonly kind: "filtered"; readonly filter: Filter }
  | { readonly kind: "composed"; readonly target: DraftTarget; readonly body: string }
  | { readonly kind: "wrote"; readonly body: string }
  | { readonly kind: "left" }
  | { readonly kind: "operated"; readonly operation: CommentOperation; readonly deletedBody?: string }
  | { readonly kind: "attaching"; readonly id: string | null }
  | { readonly kind: "answered"; readonly id: string | null }
  | { readonly kind: "dismissedUndo" };

export function reduceCommentState(state: CommentState, action: CommentStateAction): CommentState {
  switch (action.kind) {
    case "activated": {
      const { thread } = action;
      if (thread === null) return { ...state, active: null, added: null };
      return {
        ...state,
        active: thread.root.id,
        added: null,
        attaching: state.attaching === thread.root.id ? state.attaching : null,
        answered: state.answered === thread.root.id ? null : state.answered,
        filter: filterFor(thread.state, state.filter),
        focusCount: state.focusCount + (action.focus ? 1 : 0),
      };
    }
    case "filtered":
      return { ...state, filter: action.filter, active: null };
    case "composed":
      return {
        ...state,
        composing: { target: action.target, body: action.body },
        // A new comment is not on any thread: the open one steps back.
        active: action.target.kind === "reply" || action.target.kind === "edit" ? state.active : null,
      };
    case "wrote":
      return state.composing === null ? state : { ...state, composing: { ...state.composing, body: action.body } };
    case "left":
      return { ...state, composing: null };
    case "operated":
      return operated(state, action.operation, action.deletedBody);
    case "attaching":
      return { ...state, attaching: action.id, active: action.id ?? state.active };
    case "answered":
      return { ...state, answered: action.id === state.active ? null : action.id };
    case "dismissedUndo":
      return { ...state, deleted: null };
  }
}

function operated(state: CommentState, operation: CommentOperation, deletedBody: string | undefined): CommentState {
  switch (operation.op) {
    case "add":
      return {
        ...state,
        composing: null,
        active: operation.id,
        // The card of a question says that it waits.
        added: operation.question === true ? null : operation.id,
        filter: filterFor("open", state.filter),
      };
    case "reply":
    case "edit":
      return { ...state, composing: null };
    case "delete":
      return { ...state, deleted: { id: operation.id, body: deletedBody ?? "" } };
    case "undelete":
      return { ...state, deleted: null };
    case "resolve":
      return { ...state, active: null };
    case "attach":
      return { ...state, attaching: null, active: operation.id, filter: filterFor("open", state.filter) };
    case "reopen":
      return { ...state, active: operation.id, filter: filterFor("open", state.filter) };
  }
}
