import { Button, IconButton } from "../../ui/Button.tsx";
import { useEscape } from "../../ui/use-escape.ts";
import { shellWords, commentWords as words } from "../../words.ts";
import type { CommentControls } from "./use-comment-controls.ts";

/** After a deletion: the way back, until the next thing is deleted or this is put away. */
export function UndoBar({ controls }: { readonly controls: CommentControls }) {
  useEscape(controls.deleted !== null, controls.dismissUndo);
  if (controls.deleted === null) return null;
  return (
    <div className="undo-bar">
      <span>{words.deleted}</span>
      <Button kind="link" onClick={controls.undoDelete}>
        {words.undo}
      </Button>
      <IconButton icon="Close" label={shellWords.close} onClick={controls.dismissUndo} />
    </div>
  );
}
