import { useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from "react";
import { placedThreads, type Thread, waitsForAnswer } from "../../../core/comments/threads.ts";
import type { CanvasComment } from "../../../core/records/canvas.ts";
import type { CommentOperation } from "../../../core/records/operations.ts";
import type { Access } from "../../people/who.ts";
import { type DraftPort, findTarget, readDraft } from "../../state/comment-draft.ts";
import type { PlacedComments } from "../../state/placed-comments.ts";
import { type CommentRights, commentRights } from "../../state/rights.ts";
import type { TextHighlight } from "../../text/editor/highlights.ts";
import { useNewest } from "../../ui/use-newest.ts";
import { commentWords as words } from "../../words.ts";
import { type CommentActions, type CommentsNow, createCommentActions } from "./comment-actions.ts";
import { marksOf } from "./comment-marks.ts";
import { type CommentPlaces, type CommentsStand, createCommentPlaces } from "./comment-places.ts";
import { type CommentState, NOTHING_OPEN, reduceCommentState } from "./comment-state.ts";
import { countByState, type Filter, filterThreads } from "./thread-order.ts";

export interface CommentOptions {
  /** Another canvas has another unfinished comment. */
  readonly canvasId: string;
  readonly placed: PlacedComments;
  /** The text that they stand in. */
  readonly content: string;
  /** The name of the assistant, as the person knows it. */
  readonly assistant: string;
  readonly now: number;
  /** False on an archived canvas: comments can be read, not written. */
  readonly canComment: boolean;
  /** Who looks at them, as far as the server knows; undefined: it knows nobody. */
  readonly access?: Access;
  /** Whether an answer in a thread can reach this widget. */
  readonly canBeAnswered: boolean;
  readonly drafts: DraftPort;
  onOperation(operation: CommentOperation): void;
  newId(): string;
  /** The person asked something in a thread, as the comment `id`. */
  onAsked(id: string): void;
  onOpenLink(url: string): void;
  /** Shows what changed in the version that addressed a comment. */
  onShowChange?: ((version: number) => void) | undefined;
}

/** All that the parts of the comment system share: the threads, what is open, and what the person can do. Typing beside them leaves it as it is. */
export interface CommentControls extends CommentState, CommentActions, CommentPlaces {
  readonly threads: readonly Thread[];
  /** The threads under the filter. */
  readonly shown: readonly Thread[];
  readonly counts: Readonly<Record<Filter, number>>;
  /** Where they stood when they became these: from then on they move along with their words. */
  readonly marks: readonly TextHighlight[];
  readonly assistant: string;
  readonly now: number;
  readonly canComment: boolean;
  readonly access: Access;
  rightsOn(comment: CanvasComment): CommentRights;
  readonly canBeAnswered: boolean;
  readonly canShowChange: boolean;
  /** The last thing that happened, for those who hear the screen. */
  readonly said: string;
}

export function useCommentControls(options: CommentOptions): CommentControls {
  const { canvasId, placed, content, assistant, now, canComment, canBeAnswered, access } = options;
  const [state, dispatch] = useReducer(reduceCommentState, NOTHING_OPEN);
  const [said, say] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same comments in another text are the same threads
  const threads = useMemo(() => placedThreads(placed.comments, placed.placeOf), [placed.comments]);
  const shown = useMemo(() => filterThreads(threads, state.filter), [threads, state.filter]);
  const counts = useMemo(() => countByState(threads), [threads]);
  const target = state.composing?.target;
  const marksIn = (some: readonly Thread[]): readonly TextHighlight[] => {
    const all = marksOf(some, state.active, ({ root }) => placed.placeOf(root));
    const at = target === undefined ? null : findTarget(target, content);
    // While a comment is being written its text is marked, as it will be.
    if (at?.kind !== "text") return all;
    return [...all, { id: "", from: at.from, to: at.to, look: "person" as const, active: true }];
  };
  const composedIn = target === undefined ? null : content;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is painted moves along with its words
  const marks = useMemo(() => marksIn(threads), [threads, state.active, target, composedIn]);

  const newest = useNewest<CommentsNow>({ options, state, threads, shown });
  const [actions] = useState(() => createCommentActions(newest, dispatch, say));
  const byId = useMemo(() => new Map(threads.map((thread) => [thread.root.id, thread])), [threads]);
  const stand = useNewest<CommentsStand>({ placed, byId, marksOf: marksIn });
  const [places] = useState(() => createCommentPlaces(stand));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each canvas
  useEffect(() => {
    const draft = readDraft(options.drafts);
    if (draft?.open && canComment) {
      dispatch({ kind: "composed", target: findTarget(draft.target, content), body: draft.body });
    }
  }, [canvasId]);
  const waiting = useRef<ReadonlySet<string>>(new Set());
  const sayAnswered = useEffectEvent(() => say(words.answered(assistant)));
  useEffect(() => {
    const answered = threads.find((thread) => waiting.current.has(thread.root.id) && isAnswered(thread));
    waiting.current = new Set(threads.filter(waitsForAnswer).map(({ root }) => root.id));
    if (answered === undefined) return;
    dispatch({ kind: "answered", id: answered.root.id });
    sayAnswered();
  }, [threads]);
  const canShowChange = options.onShowChange !== undefined;
  const rightsOn = useMemo(() => commentRights(access === undefined ? {} : { access }), [access]);
  return useMemo(() => {
    const abilities = { canComment, canBeAnswered, canShowChange, access, rightsOn };
    const onText = { threads, shown, counts, marks };
    return { ...state, ...actions, ...places, ...abilities, ...onText, assistant, now, said };
  }, [
    state,
    actions,
    canComment,
    canBeAnswered,
    canShowChange,
    access,
    rightsOn,
    threads,
    shown,
    counts,
    marks,
    places,
    assistant,
    now,
    said,
  ]);
}

function isAnswered({ replies, state }: Thread): boolean {
  return replies.at(-1)?.by.kind === "model" || state === "addressed";
}
