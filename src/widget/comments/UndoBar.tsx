import { Button, IconButton } from "../shell/Button.tsx";
import { useEscape } from "../shell/use-escape.ts";
import { shellWords, commentWords as words } from "../words.ts";
import type { Desk } from "./use-comment-desk.ts";

/** After a deletion: the way back, until the next thing is deleted or this is put away. */
export function UndoBar({ desk }: { readonly desk: Desk }) {
  useEscape(desk.deleted !== null, desk.dismissUndo);
  if (desk.deleted === null) return null;
  return (
    <div className="undo-bar">
      <span>{words.deleted}</span>
      <Button kind="link" onClick={desk.undoDelete}>
        {words.undo}
      </Button>
      <IconButton icon="Close" label={shellWords.close} onClick={desk.dismissUndo} />
    </div>
  );
}
