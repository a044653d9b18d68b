import { useEffect, useRef } from "react";
import { Button } from "../../ui/Button.tsx";
import { Floating, type FloatingProps } from "../../ui/Floating.tsx";
import { shellWords } from "../../words.ts";

interface ProtectPopoverProps {
  readonly assistant: string;
  readonly boxOf: FloatingProps["boxOf"];
  /** null: they cannot. */
  readonly onUnprotect: (() => void) | null;
  readonly onClose: () => void;
}

/** What the lock means, and the way to take it off. */
export function ProtectPopover({ assistant, boxOf, onUnprotect, onClose }: ProtectPopoverProps) {
  const inside = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    inside.current?.querySelector("button")?.focus();
    const outside = (event: Event) => {
      if (!inside.current?.contains(event.target as Node)) onClose();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      onClose();
      if (before instanceof HTMLElement) before.focus();
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("keydown", onKey);
    };
  }, [onClose]);
  const label = shellWords.protectedNow(assistant);
  return (
    <Floating className="comment-popover" side="start" role="dialog" label={label} boxOf={boxOf}>
      <div className="protect-popover" ref={inside}>
        <span>{label}</span>
        {onUnprotect !== null && (
          <Button kind="outline" onClick={onUnprotect}>
            {shellWords.unprotect}
          </Button>
        )}
      </div>
    </Floating>
  );
}
