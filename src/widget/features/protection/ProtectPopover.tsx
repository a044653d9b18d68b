import { Button } from "../../ui/Button.tsx";
import { Popover, type PopoverProps } from "../../ui/Popover.tsx";
import { shellWords } from "../../words.ts";

interface ProtectPopoverProps {
  readonly assistant: string;
  readonly boxOf: PopoverProps["boxOf"];
  /** null: they cannot. */
  readonly onUnprotect: (() => void) | null;
  readonly onClose: () => void;
}

/** What the lock means, and the way to take it off. */
export function ProtectPopover({ assistant, boxOf, onUnprotect, onClose }: ProtectPopoverProps) {
  const label = shellWords.protectedNow(assistant);
  return (
    <Popover label={label} boxOf={boxOf} takesFocus closing={{ onClose }}>
      <div className="protect-popover">
        <span>{label}</span>
        {onUnprotect !== null && (
          <Button kind="outline" onClick={onUnprotect}>
            {shellWords.unprotect}
          </Button>
        )}
      </div>
    </Popover>
  );
}
