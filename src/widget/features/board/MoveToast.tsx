import type { Toast } from "../../state/board-moves.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { useEscape } from "../../ui/use-escape.ts";
import { boardWords, shellWords, statusWords } from "../../words.ts";

interface MoveToastProps {
  readonly toast: Toast;
  readonly onUndo: () => void;
  readonly onOpen: (id: string) => void;
  readonly onDismiss: () => void;
}

/** What came of the last move: the way back, or why it did not happen. It stays until the next move, or until it is put away. */
export function MoveToast({ toast, onUndo, onOpen, onDismiss }: MoveToastProps) {
  const { canvas } = toast;
  useEscape(true, onDismiss);
  const where = statusWords[canvas.status];
  return (
    <div className="board-toast-place">
      <div className="board-toast" data-tone={toast.kind === "refused" ? "warning" : "info"}>
        <Icon name={toast.kind === "refused" ? "Warning" : "Check"} />
        <p>
          {toast.kind === "refused"
            ? boardWords.stays(canvas.title, where, toast.message)
            : boardWords.moved(canvas.title, where)}
        </p>
        {toast.kind === "moved" && toast.from !== null && (
          <Button kind="link" onClick={onUndo}>
            {boardWords.undo}
          </Button>
        )}
        {toast.kind === "refused" && (
          <Button kind="link" onClick={() => onOpen(canvas.id)}>
            {boardWords.open}
          </Button>
        )}
        <IconButton icon="Close" label={shellWords.close} onClick={onDismiss} />
      </div>
    </div>
  );
}
