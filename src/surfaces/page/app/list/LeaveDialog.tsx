import type { PageCanvas } from "../../../../protocol/page.ts";
import { Button } from "../../../../widget/ui/Button.tsx";
import { Dialog } from "../../../../widget/ui/Dialog.tsx";
import { pageWords } from "../words.ts";

interface LeaveDialogProps {
  /** Somebody else's. */
  readonly canvas: PageCanvas;
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

/** Asks before a canvas of somebody else's goes: only they can bring it back. */
export function LeaveDialog({ canvas: { title, sharedBy = "" }, onLeave, onClose }: LeaveDialogProps) {
  return (
    <Dialog
      title={pageWords.leaveTitle(title || pageWords.untitled)}
      onClose={onClose}
      foot={
        <>
          <Button kind="outline" data-first-focus onClick={onClose}>
            {pageWords.leaveNot}
          </Button>
          <Button kind="primary" onClick={onLeave}>
            {pageWords.leave}
          </Button>
        </>
      }
    >
      <p>{pageWords.leaveNext(sharedBy)}</p>
    </Dialog>
  );
}
