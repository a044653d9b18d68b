import { type ReactNode, useEffect, useMemo, useState } from "react";
import { type Access, authorName } from "../../people/who.ts";
import { historyWords as words } from "../../words.ts";
import { MomentSlider } from "./MomentSlider.tsx";
import { isBefore, momentAt, type Place, placeKey, timeOf } from "./place.ts";
import { RestoreBar, type Restoring } from "./RestoreBar.tsx";
import { type ListedMoments, useMoments } from "./use-moments.ts";
import { type LoadedVersions, VersionList } from "./VersionList.tsx";
import { VersionView } from "./VersionView.tsx";
import "./history.css";

export type Loaded = { readonly ok: true; readonly content: string } | { readonly ok: false; readonly why: string };
/** `moved`: not done, for the text that it would replace has become another. */
export type Done = { readonly ok: true } | { readonly ok: false; readonly why: string; readonly moved?: true };

export interface HistoryPanelProps {
  readonly list: LoadedVersions;
  /** The version that is approved. */
  readonly approved: number | null;
  readonly now: number;
  readonly assistant: string;
  readonly access?: Access;
  /** null: this person may not restore. */
  readonly restoring: Restoring | null;
  /** The version to open with; the newest otherwise. */
  readonly initial?: number | undefined;
  onMore(): void;
  listMoments(version: number): Promise<ListedMoments>;
  loadVersion(version: number, point?: number): Promise<Loaded>;
  /** Shows a text as it reads. */
  renderText(text: string): ReactNode;
}

/** The list of versions, and beside it (on a narrow screen: after it) one of them, read or compared with another. */
export function HistoryPanel(props: HistoryPanelProps) {
  const { list, approved, restoring, loadVersion, now } = props;
  const { versions, failed, loading } = list;
  const head = versions[0]?.version ?? 0;
  const [picked, setPicked] = useState<Place | null>(props.initial === undefined ? null : { version: props.initial });
  const [against, setAgainst] = useState<"usual" | "nothing" | number>("usual");
  const chosen = picked ?? { version: head };
  const { version } = chosen;
  const summary = versions.find((one) => one.version === version);
  const moments = useMoments(summary, props.listMoments);
  const inside = moments.loaded.get(version);
  const point = momentAt(versions, chosen, inside?.ok ? inside.moments : []);
  const before = versions.find((one) => one.version < version)?.version ?? (list.more ? version - 1 : null);
  // Of a version one asks what it changed; of a text inside it, what became of it.
  const usual = point === null ? before : version;
  const number = against === "nothing" ? null : against === "usual" || against === version ? usual : against;
  const other: Place | null = number === null ? null : { version: number };
  const time = point === null ? null : timeOf(point, now);
  const name = words.place(version, time);
  const otherName =
    other && (other.version === version ? words.outcome(version, version === head) : words.version(other.version));

  const texts = useTexts([chosen, other], loadVersion, head);
  const others = useMemo(() => versions.filter((one) => one.version !== version), [versions, version]);

  if (failed !== undefined && versions.length === 0) {
    return (
      <div className="history-note" role="alert">
        <p>{words.failed(failed)}</p>
        <button type="button" className="button" data-kind="outline" onClick={props.onMore}>
          {words.tryAgain}
        </button>
      </div>
    );
  }
  if (versions.length === 0) return <p className="history-note">{loading ? words.loading : words.empty}</p>;
  return (
    <div className="history" data-open={picked !== null}>
      <VersionList
        list={list}
        approved={approved}
        chosen={chosen}
        now={now}
        assistant={props.assistant}
        access={props.access}
        onChoose={setPicked}
        onMore={props.onMore}
      />
      <section className="history-main" aria-live="polite" aria-label={name}>
        <div className="history-bar">
          <button type="button" className="button history-back" data-kind="plain" onClick={() => setPicked(null)}>
            {words.back}
          </button>
          <label className="history-against">
            <span>{words.compareWith}</span>
            <select
              className="field"
              value={against === version ? "usual" : String(against)}
              onChange={({ target: { value } }) =>
                setAgainst(value === "usual" || value === "nothing" ? value : Number(value))
              }
            >
              {usual !== null && (
                <option value="usual">
                  {point === null ? words.comparePrevious(usual) : words.compareOutcome(usual, usual === head)}
                </option>
              )}
              <option value="nothing">{words.compareNothing}</option>
              {others.map((one) => (
                <option key={one.version} value={one.version}>
                  {point !== null && one.version === before
                    ? words.comparePrevious(one.version)
                    : words.version(one.version)}
                </option>
              ))}
            </select>
          </label>
        </div>
        {summary !== undefined && inside?.ok && inside.moments.length > 0 && (
          <MomentSlider
            key={version}
            version={summary}
            moments={inside.moments}
            chosen={chosen.point ?? null}
            isHead={version === head}
            now={now}
            who={authorName(summary.by, props.access, props.assistant)}
            onChoose={(revision) => setPicked(revision === null ? { version } : { version, point: revision })}
          />
        )}
        {inside?.ok === false && (
          <div className="history-note" role="alert">
            <p>{words.momentsFailed(inside.why)}</p>
            <button type="button" className="button" data-kind="outline" onClick={() => moments.retry(version)}>
              {words.tryAgain}
            </button>
          </div>
        )}
        <VersionView
          key={`${placeKey(chosen)}/${other === null ? "" : placeKey(other)}`}
          name={name}
          text={texts.get(chosen)}
          other={
            other === null || otherName === null
              ? null
              : { name: otherName, text: texts.get(other), isOlder: isBefore(other, chosen) }
          }
          renderText={props.renderText}
          onRetry={texts.retry}
        />
        {restoring !== null && (version !== head || point !== null) && (
          <RestoreBar key={placeKey(chosen)} place={chosen} time={time} head={head} {...restoring} />
        )}
      </section>
    </div>
  );
}

/** The wanted texts, each loaded once. The head is loaded anew when it moves on: it may still be amended. */
function useTexts(wanted: readonly (Place | null)[], loadVersion: HistoryPanelProps["loadVersion"], head: number) {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Loaded>>(new Map());
  const [attempt, setAttempt] = useState(0);
  const keyOf = (place: Place) =>
    `${placeKey(place)}@${place.version === head && place.point === undefined ? `head${head}` : "sealed"}`;
  const absent = wanted.filter((place) => place !== null && !loaded.has(keyOf(place))) as readonly Place[];
  const missing = absent.map(placeKey).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `missing` and `attempt` say all that matters
  useEffect(() => {
    let isCurrent = true;
    for (const place of absent) {
      loadVersion(place.version, place.point).then(
        (result) => isCurrent && setLoaded((before) => new Map(before).set(keyOf(place), result)),
        (error: unknown) =>
          isCurrent && setLoaded((before) => new Map(before).set(keyOf(place), { ok: false, why: String(error) })),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [missing, attempt]);
  return {
    get: (place: Place): Loaded | undefined => loaded.get(keyOf(place)),
    retry: () => {
      setLoaded((before) => new Map([...before].filter(([, result]) => result.ok)));
      setAttempt((number) => number + 1);
    },
  };
}
