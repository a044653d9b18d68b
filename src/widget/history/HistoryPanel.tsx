import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { VersionSummary } from "../../core/document/records.ts";
import { historyWords as words } from "../words.ts";
import { RestoreBar } from "./RestoreBar.tsx";
import { VersionList } from "./VersionList.tsx";
import { VersionView } from "./VersionView.tsx";
import "./history.css";

export type Loaded = { readonly ok: true; readonly content: string } | { readonly ok: false; readonly why: string };
export type Done = { readonly ok: true } | { readonly ok: false; readonly why: string };

export interface HistoryPanelProps {
  /** Newest first; the head among them. */
  readonly versions: readonly VersionSummary[];
  readonly more: boolean;
  readonly loading: boolean;
  /** Why the list could not be loaded. */
  readonly failed?: string | undefined;
  readonly now: number;
  readonly assistant: string;
  readonly canRestore: boolean;
  /** The version to open with; the newest otherwise. */
  readonly initial?: number | undefined;
  onMore(): void;
  loadVersion(version: number): Promise<Loaded>;
  onRestore(version: number): Promise<Done>;
  /** Shows a text as it reads. */
  renderText(text: string): ReactNode;
}

/** The list of versions, and beside it (on a narrow screen: after it) one of them, read or compared with another. */
export function HistoryPanel(props: HistoryPanelProps) {
  const { versions, failed, loading, canRestore, loadVersion } = props;
  const head = versions[0]?.version ?? 0;
  const [picked, setPicked] = useState<number | null>(props.initial ?? null);
  const [against, setAgainst] = useState<"before" | "nothing" | number>("before");
  const chosen = picked ?? head;
  const before = versions.find(({ version }) => version < chosen)?.version ?? (chosen > 1 ? chosen - 1 : null);
  const other = against === "nothing" ? null : against === "before" ? before : against;

  const texts = useTexts([chosen, other], loadVersion, head);
  const others = useMemo(() => versions.filter(({ version }) => version !== chosen), [versions, chosen]);

  if (failed !== undefined && versions.length === 0) {
    return (
      <div className="history" data-open="false">
        <p role="alert">{words.failed(failed)}</p>
        <button type="button" className="button" data-kind="outline" onClick={props.onMore}>
          {words.tryAgain}
        </button>
      </div>
    );
  }
  if (versions.length === 0) return <p className="history-note">{loading ? words.loading : words.empty}</p>;
  return (
    <div className="history" data-open={picked !== null}>
      <VersionList {...props} chosen={chosen} onChoose={setPicked} />
      <section className="history-main" aria-live="polite" aria-label={words.version(chosen)}>
        <div className="history-bar">
          <button type="button" className="button history-back" data-kind="plain" onClick={() => setPicked(null)}>
            {words.back}
          </button>
          <label className="history-against">
            <span>{words.compareWith}</span>
            <select
              className="field"
              value={String(against)}
              onChange={({ target: { value } }) =>
                setAgainst(value === "before" || value === "nothing" ? value : Number(value))
              }
            >
              {before !== null && <option value="before">{words.comparePrevious(before)}</option>}
              <option value="nothing">{words.compareNothing}</option>
              {others.map(({ version }) => (
                <option key={version} value={version}>
                  {words.version(version)}
                </option>
              ))}
            </select>
          </label>
        </div>
        <VersionView
          key={`${chosen}/${other}`}
          version={chosen}
          text={texts.get(chosen)}
          // The older one is always what changed into the newer.
          other={other === null ? null : { version: other, text: texts.get(other) }}
          renderText={props.renderText}
          onRetry={texts.retry}
        />
        {canRestore && chosen !== head && (
          <RestoreBar key={chosen} version={chosen} head={head} onRestore={props.onRestore} />
        )}
      </section>
    </div>
  );
}

/** The texts of the wanted versions, each loaded once. The head is loaded anew when it moves on: it may still be amended. */
function useTexts(wanted: readonly (number | null)[], loadVersion: (version: number) => Promise<Loaded>, head: number) {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Loaded>>(new Map());
  const [attempt, setAttempt] = useState(0);
  const keyOf = (version: number) => `${version}@${version === head ? `head${head}` : "sealed"}`;
  const missing = wanted.filter((version) => version !== null && !loaded.has(keyOf(version))).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `missing` and `attempt` say all that matters
  useEffect(() => {
    let isCurrent = true;
    for (const version of missing.split(",").filter(Boolean).map(Number)) {
      loadVersion(version).then(
        (result) => isCurrent && setLoaded((before) => new Map(before).set(keyOf(version), result)),
        (error: unknown) =>
          isCurrent && setLoaded((before) => new Map(before).set(keyOf(version), { ok: false, why: String(error) })),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [missing, attempt]);
  return {
    get: (version: number): Loaded | undefined => loaded.get(keyOf(version)),
    retry: () => {
      setLoaded((before) => new Map([...before].filter(([, result]) => result.ok)));
      setAttempt((number) => number + 1);
    },
  };
}
