import { isOrphan } from "../../../core/comments/threads.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { shellWords, commentWords as words } from "../../words.ts";
import { shortQuote } from "./comment-marks.ts";
import { UndoBar } from "./UndoBar.tsx";
import type { CommentControls } from "./use-comment-controls.ts";

interface CommentToastProps {
  readonly controls: CommentControls;
  readonly panelOpen: boolean;
  onShow(from: number): void;
}

/** What concerns comments and has no place in the text: a passage to select, an answer that came, a deletion to undo. */
export function CommentToast({ controls, panelOpen, onShow }: CommentToastProps) {
  const attaching = controls.threads.find((thread) => thread.root.id === controls.attaching && isOrphan(thread));
  const answered = controls.threads.find(({ root }) => root.id === controls.answered);
  if (attaching !== undefined) {
    return (
      <div className="comment-toast">
        <div className="undo-bar">
          <span>{words.attachTo(shortQuote(attaching.root.body, 40))}</span>
          <IconButton icon="Close" label={words.cancel} onClick={() => controls.attach(null)} />
        </div>
      </div>
    );
  }
  if (answered !== undefined) {
    const show = () => {
      controls.activate(answered.root.id, { focus: true });
      const place = controls.placeOf(answered);
      if (place !== null) onShow(place.from);
    };
    return (
      <div className="comment-toast">
        <div className="undo-bar">
          <span>{words.answered(controls.assistant)}</span>
          <Button kind="link" onClick={show}>
            {words.showAnswer}
          </Button>
          <IconButton icon="Close" label={shellWords.close} onClick={controls.dismissAnswer} />
        </div>
      </div>
    );
  }
  if (controls.deleted === null || panelOpen) return null;
  return (
    <div className="comment-toast">
      <UndoBar controls={controls} />
    </div>
  );
}
