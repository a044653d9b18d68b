import { useEffect, useRef } from "react";
import { Button } from "../../ui/Button.tsx";
import { boardWords } from "../../words.ts";
import "./board-screen.css";

/** Above a canvas that was opened from the board. */
export function BackToBoard({ onBack }: { readonly onBack: () => void }) {
  const bar = useRef<HTMLElement>(null);
  // The card that was pressed is gone: whoever goes by keys goes on from here.
  useEffect(() => bar.current?.querySelector("button")?.focus(), []);
  return (
    <nav className="back-to-board" aria-label={boardWords.name} ref={bar}>
      <Button icon="ChevronLeft" onClick={onBack}>
        {boardWords.back}
      </Button>
    </nav>
  );
}
