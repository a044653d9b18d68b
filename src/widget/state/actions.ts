import type { ChangeMark } from "../../core/diff/change-marks.ts";
import type { TextChange } from "../../core/diff/hunk.ts";
import type { TextMark } from "../../core/records/canvas.ts";
import type { CommentOperation, ProtectionOperation } from "../../core/records/operations.ts";
import type { CanvasView } from "../../protocol/canvas-view.ts";
import type { BlockInteraction } from "../../protocol/widget-inputs.ts";
import type { HostContext } from "../host/host-port.ts";
import type { Stream } from "../host/read-model-call.ts";
import type { BoardAction } from "./board-state.ts";
import type { UnansweredSave } from "./kept-records.ts";
import type { Base, DetachedReason, Keeping, LocalChanges, LocalDecision, Outgoing, Sending } from "./state.ts";

export type NoticeTone = "info" | "warning" | "error";

/** Something said to the person. One with an `id` that is already shown takes its place. */
export interface Notice {
  readonly id: string;
  readonly tone: NoticeTone;
  readonly text: string;
  /** What was said to the model about it. */
  readonly details?: string;
  /** Until the person closes it, however quiet it is. */
  readonly stays?: true;
  /** What makes it out of date. */
  readonly until?: NoticeEnd;
}

/** "saved": all is on the server. "heard": the server showed the canvas. "settled": no conflict is open. "written": the model writes again. */
export type NoticeEnd = "saved" | "heard" | "settled" | "written";

/** Everything that can happen to the widget. */
export type Action =
  | BoardAction
  | { readonly kind: "connected"; readonly host: HostContext }
  | { readonly kind: "connectFailed"; readonly why: string }
  | { readonly kind: "hostChanged"; readonly host: HostContext }
  | { readonly kind: "streamed"; readonly stream: Stream }
  | { readonly kind: "inputArrived"; readonly stream: Stream }
  | { readonly kind: "cancelled" }
  /** The server refused the model's call. */
  | { readonly kind: "refused"; readonly message: string }
  /** The canvas of a result cannot be shown as it is: only the replayed text is there. */
  | { readonly kind: "lost"; readonly reason: Exclude<DetachedReason, "refused">; readonly message: string }
  | { readonly kind: "keeping"; readonly keeping: Keeping }
  /** A cached canvas, while the model's edits to it still stream. */
  | { readonly kind: "remembered"; readonly view: CanvasView; readonly home: "server" | "browser" }
  /** The canvas as the server has it now: the first time, or newer than what is shown. */
  | {
      readonly kind: "loaded";
      readonly view: CanvasView;
      readonly home: "server" | "browser";
      /** The store never had the text that stands here: an older copy of it was put back. */
      readonly putBack?: boolean;
      /** The person put this text there, by restoring it. */
      readonly own?: boolean;
    }
  /** Unsaved work of an earlier life of this canvas, found in the browser. */
  | {
      readonly kind: "recovered";
      readonly base: Base;
      readonly content: string;
      /** What makes it of the base's content. */
      readonly changes: readonly TextChange[];
      readonly local: LocalChanges;
      readonly suggesting: boolean;
      readonly past: readonly TextMark[];
      /** The save that was under way when it ended. */
      readonly unanswered: UnansweredSave | null;
    }
  /** The person did something that needed no save of its own: a version was restored. */
  | { readonly kind: "acted" }
  /** `changes`: what turned the draft into it, where that is known. */
  | {
      readonly kind: "typed";
      readonly text: string;
      readonly changes?: readonly TextChange[];
      /** Decisions whose words come with the change, and those that go back with it. */
      readonly decided?: readonly LocalDecision[];
      readonly takenBack?: readonly string[];
    }
  /** What the model had changed in `text`, which the canvas has grown from since. */
  | { readonly kind: "marksFound"; readonly text: string; readonly marks: readonly ChangeMark[] }
  /** "Got it": the person has seen what the model changed. */
  | { readonly kind: "acknowledged" }
  | { readonly kind: "commented"; readonly operation: CommentOperation }
  /** Whose words the server puts into the text. */
  | { readonly kind: "decided"; readonly decisions: readonly LocalDecision[] }
  /** These were not made: what they were on has become another. */
  | { readonly kind: "undecided"; readonly ids: readonly string[] }
  | { readonly kind: "protected"; readonly operation: ProtectionOperation }
  | { readonly kind: "interacted"; readonly interaction: BlockInteraction }
  | { readonly kind: "renamed"; readonly title: string }
  | { readonly kind: "suggestOnly"; readonly on: boolean }
  | { readonly kind: "saveStarted"; readonly outgoing: Outgoing }
  /** `hash`: of the view's text, where it is known. `isTextTaken`: false where the server has not read the text that went out. */
  | { readonly kind: "saveDone"; readonly view: CanvasView; readonly hash?: string; readonly isTextTaken?: boolean }
  /** The server cannot be reached; the same save will be tried again. */
  | { readonly kind: "saveDelayed"; readonly why: string; readonly kept: boolean }
  /** The server said no; the text stays as it is. `drop`: the decisions that went with it can never be saved. */
  | {
      readonly kind: "saveRefused";
      readonly why: string;
      readonly kept: boolean;
      readonly drop: boolean;
      readonly gone: boolean;
      readonly tooLong?: boolean;
      /** They may not, any more. What they wrote stays, to be copied. */
      readonly forbidden?: boolean;
    }
  /** The person gives up what is not saved: the text is as the server has it. */
  | { readonly kind: "discarded" }
  /** The canvas of somebody else is not there for this person any more. */
  | {
      readonly kind: "unshared";
      readonly id: string;
      readonly title: string;
      readonly owner: string;
      readonly words: string;
    }
  /** What is saved without a server is there as long as this page. */
  | { readonly kind: "keptInMemory" }
  | { readonly kind: "editing"; readonly on: boolean }
  | { readonly kind: "suggesting"; readonly on: boolean }
  /** A widget of an older call now shows this version. null: the person need not be told any more. */
  | { readonly kind: "superseded"; readonly version: number | null }
  /** Whether this is the newest text: the server did not say, or it does now. */
  | { readonly kind: "unsure"; readonly on: boolean }
  | { readonly kind: "sending"; readonly sending: Sending }
  | { readonly kind: "said"; readonly notice: Notice }
  | { readonly kind: "dismissed"; readonly id: string };
