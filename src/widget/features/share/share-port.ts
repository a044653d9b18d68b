import type { AskedApprover } from "../../../core/people/approval-state.ts";
import type { CanvasAccess, ShareChange } from "../../../protocol/sharing.ts";

/** What became of a change: `link` is where a link that was just made leads. `why` is said as it is. */
export type ShareAnswer = { readonly ok: true; readonly link?: string } | { readonly ok: false; readonly why: string };

/** Makes one change; what it changed comes back as the next `access`. */
export type ShareChanger = (change: ShareChange) => Promise<ShareAnswer>;

export interface ShareDialogProps {
  /** The canvas's. */
  readonly title: string;
  readonly access: CanvasAccess;
  /** `approvalState` of the canvas. */
  readonly approvers: readonly AskedApprover[];
  readonly now: number;
  readonly onChange: ShareChanger;
  /** Resolves to whether the browser allowed it. */
  readonly onCopy: (text: string) => Promise<boolean>;
  readonly onClose: () => void;
}
