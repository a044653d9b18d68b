import type { WidgetState } from "../../state/state.ts";
import { Button } from "../../ui/Button.tsx";
import { Waiting } from "../../ui/Waiting.tsx";
import { shellWords } from "../../words.ts";
import "./share.css";

interface UnsharedScreenProps {
  readonly canvas: Extract<WidgetState, { phase: "unshared" }>;
  readonly onCopy: (words: string) => void;
}

/** Somebody else's canvas that is no longer shared: its text is gone from here, their own words can be taken. */
export function UnsharedScreen({ canvas, onCopy }: UnsharedScreenProps) {
  return (
    <div className="unshared">
      <Waiting title={shellWords.unshared} next={shellWords.unsharedNext(canvas.owner, canvas.title)} />
      {canvas.words !== "" && (
        <section className="unshared-words" aria-label={shellWords.unsharedWords}>
          <p>{shellWords.unsharedWords}</p>
          <pre className="dialog-text" dir="auto">
            {canvas.words}
          </pre>
          <Button kind="primary" icon="Copy" onClick={() => onCopy(canvas.words)}>
            {shellWords.copyYours}
          </Button>
        </section>
      )}
    </div>
  );
}
