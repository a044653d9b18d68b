import { useCallback, useEffect, useState } from "react";
import type { VersionSummary } from "../../core/document/records.ts";
import { HistoryPanel } from "../history/HistoryPanel.tsx";
import type { Place } from "../history/place.ts";
import { Preview } from "../preview/Preview.tsx";
import type { WidgetActions } from "../state/start-widget.ts";
import { shellWords } from "../words.ts";
import { Dialog } from "./Dialog.tsx";

interface HistoryDialogProps {
  readonly actions: WidgetActions;
  readonly assistant: string;
  readonly canRestore: boolean;
  readonly now: number;
  /** The version to open with. */
  readonly initial?: number | undefined;
  readonly onClose: () => void;
}

type List = {
  readonly versions: readonly VersionSummary[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: string;
};

/** The versions of this canvas: read, compared, restored. */
export function HistoryDialog({ actions, assistant, canRestore, now, initial, onClose }: HistoryDialogProps) {
  const [list, setList] = useState<List>({ versions: [], more: false, loading: true });
  const load = useCallback(
    async (before: readonly VersionSummary[]) => {
      const answer = await actions.listVersions(before.at(-1)?.version);
      if (answer.ok) setList({ versions: [...before, ...answer.versions], more: answer.more, loading: false });
      else setList({ versions: before, more: before.length > 0, loading: false, failed: answer.why });
    },
    [actions],
  );
  useEffect(() => void load([]), [load]);

  const restore = async ({ version, point }: Place) => {
    const done = await actions.restoreVersion(version, point);
    if (done.ok) onClose();
    return done;
  };
  return (
    <Dialog title={shellWords.history} wide onClose={onClose}>
      <HistoryPanel
        {...list}
        now={now}
        assistant={assistant}
        canRestore={canRestore}
        initial={initial}
        onMore={() => {
          setList({ ...list, loading: true });
          void load(list.versions);
        }}
        loadVersion={actions.loadVersion}
        onRestore={restore}
        renderText={(text) => (
          <Preview
            text={text}
            streaming={false}
            label={shellWords.history}
            onOpenLink={(url) => void actions.openLink(url)}
          />
        )}
      />
    </Dialog>
  );
}
