import { useState } from "react";
import type { Replacement } from "../../state/effects/versions.ts";
import type { WidgetActions } from "../../state/start-widget.ts";
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
  readonly actions: Pick<WidgetActions, "restoreVersion" | "say">;
  readonly onClose: () => void;
}

/** Says what was restored, and takes it back: the text that it replaced comes again as it was. */
export function RestoredBar({ restored, actions, onClose }: RestoredBarProps) {
  const [isWorking, setWorking] = useState(false);
  const undo = async () => {
    setWorking(true);
    const done = await actions.restoreVersion(restored.replaced, undefined, restored.text);
    setWorking(false);
    if (done.ok) onClose();
    else actions.say(words.restoreFailed(done.why), "warning");
  };
  return (
    <Banner
      onClose={onClose}
      actions={
        <Button kind="outline" disabled={isWorking} onClick={() => void undo()}>
          {words.undo}
        </Button>
      }
    >
      <span role="status">{words.restored(restored.name)}</span>
    </Banner>
  );
}
