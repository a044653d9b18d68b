import type { Replacement } from "../../state/effects/versions.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { historyWords as words } from "../../words.ts";

/** A text that was restored, by the name that the person knows it by. */
export interface RestoredText extends Replacement {
  readonly canvasId: string;
  readonly name: string;
}

interface RestoredBarProps {
  readonly restored: RestoredText;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/** Says what was restored, and takes it back: the text that it replaced comes again as it was. */
export function RestoredBar({ restored, onUndo, onClose }: RestoredBarProps) {
  return (
    <Banner
      onClose={onClose}
      actions={
        <Button kind="outline" onClick={onUndo}>
          {words.undo}
        </Button>
      }
    >
      <span role="status">{words.restored(restored.name)}</span>
    </Banner>
  );
}
