import { isOrphan } from "../../core/comments/threads.ts";
import { Button, IconButton } from "../shell/Button.tsx";
import { shellWords, commentWords as words } from "../words.ts";
import { shortQuote } from "./comment-marks.ts";
import { UndoBar } from "./UndoBar.tsx";
import type { Desk } from "./use-comment-desk.ts";

interface CommentToastProps {
  readonly desk: Desk;
  readonly panelOpen: boolean;
  onShow(from: number): void;
}

/** What concerns comments and has no place in the text: a passage to select, an answer that came, a deletion to undo. */
export function CommentToast({ desk, panelOpen, onShow }: CommentToastProps) {
  const attaching = desk.threads.find((thread) => thread.root.id === desk.attaching && isOrphan(thread));
  const answered = desk.threads.find(({ root }) => root.id === desk.answered);
  if (attaching !== undefined) {
    return (
      <div className="comment-toast">
        <div className="undo-bar">
          <span>{words.attachTo(shortQuote(attaching.root.body, 40))}</span>
          <IconButton icon="Close" label={words.cancel} onClick={() => desk.attach(null)} />
        </div>
      </div>
    );
  }
  if (answered !== undefined) {
    const show = () => {
      desk.activate(answered.root.id, { focus: true });
      if (answered.place !== null) onShow(answered.place.from);
    };
    return (
      <div className="comment-toast">
        <div className="undo-bar">
          <span>{words.answered(desk.assistant)}</span>
          <Button kind="link" onClick={show}>
            {words.showAnswer}
          </Button>
          <IconButton icon="Close" label={shellWords.close} onClick={desk.dismissAnswer} />
        </div>
      </div>
    );
  }
  if (desk.deleted === null || panelOpen) return null;
  return (
    <div className="comment-toast">
      <UndoBar desk={desk} />
    </div>
  );
}
