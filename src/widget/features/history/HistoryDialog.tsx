import { useCallback, useEffect, useState } from "react";
import type { CanvasDocument } from "../../../core/records/canvas.ts";
import type { VersionSummary } from "../../../core/records/history.ts";
import type { Access } from "../../people/who.ts";
import type { Replacement } from "../../state/effects/versions.ts";
import type { WidgetActions } from "../../state/start-widget.ts";
import { Preview } from "../../text/preview/Preview.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { historyWords, shellWords } from "../../words.ts";
import { HistoryPanel } from "./HistoryPanel.tsx";
import type { Place } from "./place.ts";
import type { LoadedVersions } from "./VersionList.tsx";

interface HistoryDialogProps {
  readonly actions: WidgetActions;
  readonly assistant: string;
  readonly access: Access;
  /** The text that a restored one would replace, as it is now, and as the person could read it when they opened this. */
  readonly text: string;
  readonly seen: string;
  readonly head: Pick<CanvasDocument, "version" | "lastEditor">;
  /** The version that is approved. */
  readonly approved: number | null;
  readonly canRestore: boolean;
  readonly now: number;
  /** The version to open with. */
  readonly initial?: number | undefined;
  readonly onRestored: (made: Replacement, name: string) => void;
  readonly onClose: () => void;
}

/** The versions of this canvas: read, compared, restored. */
export function HistoryDialog(props: HistoryDialogProps) {
  const { actions, assistant, access, text, seen, head, approved, canRestore, now, initial, onRestored, onClose } =
    props;
  const [list, setList] = useState<LoadedVersions>({ versions: [], more: false, loading: true });
  const load = useCallback(
    async (before: readonly VersionSummary[]) => {
      const answer = await actions.listVersions(before.at(-1)?.version);
      const { kept } = answer.ok ? answer : {};
      if (answer.ok) setList({ versions: [...before, ...answer.versions], more: answer.more, kept, loading: false });
      else setList({ versions: before, more: before.length > 0, loading: false, failed: answer.why });
    },
    [actions],
  );
  useEffect(() => void load([]), [load]);
  // A version that came meanwhile stands above those that were loaded before.
  const refresh = useCallback(async () => {
    const answer = await actions.listVersions();
    // The list that is there stays: what came meanwhile is said where it matters, before restoring.
    if (!answer.ok) return;
    const oldest = answer.versions.at(-1)?.version ?? 0;
    setList((list) => {
      const older = list.versions.filter(({ version }) => version < oldest);
      return { ...list, versions: [...answer.versions, ...older], more: older.length > 0 ? list.more : answer.more };
    });
  }, [actions]);
  const known = list.versions[0]?.version ?? head.version;
  useEffect(() => {
    if (head.version > known) void refresh();
  }, [head.version, known, refresh]);

  const restore = async (place: Place, over: string, time: string | null) => {
    const { version, point } = place;
    const done = await actions.restoreVersion(version, point, over);
    if (!done.ok) return done;
    onClose();
    if (done.made) onRestored(done.made, historyWords.place(version, time));
    return done;
  };
  const who = head.lastEditor === "model" ? historyWords.changedBy(assistant) : historyWords.changedBySomebody;
  return (
    <Dialog title={shellWords.history} wide onClose={onClose}>
      <HistoryPanel
        list={list}
        approved={approved}
        now={now}
        assistant={assistant}
        access={access}
        restoring={canRestore ? { replaces: { text, seen, who }, onRestore: restore } : null}
        initial={initial}
        onMore={() => {
          setList({ ...list, loading: true });
          void load(list.versions);
        }}
        listMoments={actions.listMoments}
        loadVersion={actions.loadVersion}
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
