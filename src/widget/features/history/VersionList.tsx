import type { Status } from "../../../core/records/canvas.ts";
import type { VersionSummary } from "../../../core/records/history.ts";
import { Avatar } from "../../people/Avatar.tsx";
import { type Access, authorName, personBehind } from "../../people/who.ts";
import { fullTime, timeInWords } from "../../time-in-words.ts";
import { statusWords, historyWords as words } from "../../words.ts";
import { PointList } from "./PointList.tsx";
import { lastRemoval, momentAt, type Place } from "./place.ts";
import { WordCounts } from "./WordCounts.tsx";

/** The versions as far as they are loaded. */
export interface LoadedVersions {
  /** Newest first; the head among them. */
  readonly versions: readonly VersionSummary[];
  readonly more: boolean;
  /** So many versions the server keeps at least; undefined: all. */
  readonly kept?: number | undefined;
  readonly loading: boolean;
  /** Why they could not be loaded. */
  readonly failed?: string | undefined;
}

interface VersionListProps {
  readonly list: LoadedVersions;
  /** The version that is approved. */
  readonly approved: number | null;
  readonly chosen: Place;
  readonly now: number;
  /** The name of the assistant, for versions that it wrote. */
  readonly assistant: string;
  /** Who looks at them, as far as the server knows; undefined: it knows nobody. */
  readonly access?: Access;
  onChoose(place: Place): void;
  onMore(): void;
}

export function VersionList(props: VersionListProps) {
  const { list, approved, chosen, now, assistant, access, onChoose, onMore } = props;
  const { versions, more, kept, loading } = list;
  const removal = lastRemoval(versions);
  const forgotten = words.forgotten(versions.at(-1)?.version ?? 1, kept ?? null);
  return (
    <nav className="version-list" aria-label={words.versions}>
      <ol>
        {versions.map((version, at) => (
          <li key={version.version}>
            <button
              type="button"
              className="version-item"
              aria-current={version.version === chosen.version && momentAt([version], chosen) === null}
              onClick={() => onChoose({ version: version.version })}
            >
              <span className="version-head">
                <strong>{words.version(version.version)}</strong>
                {at === 0 && <span className="version-tag">{words.now}</span>}
                {tagOf(version, approved).map((tag) => (
                  <span key={tag} className="version-tag">
                    {statusWords[tag]}
                  </span>
                ))}
                <WordCounts added={version.wordsAdded} removed={version.wordsRemoved} />
              </span>
              <span className="version-who" title={fullTime(version.at)}>
                <VersionAvatar version={version} access={access} />
                {words.by(authorName(version.by, access, assistant), timeInWords(version.at, now))}
              </span>
              {version.label !== undefined && version.label !== APPROVED && (
                <span className="version-label">{version.label}</span>
              )}
            </button>
            {version.points !== undefined && version.points.length > 0 && (
              <PointList
                version={version}
                points={version.points}
                open={removal?.version === version.version ? (removal.point ?? null) : null}
                chosen={chosen.version === version.version ? (chosen.point ?? null) : null}
                now={now}
                who={authorName(version.by, access, assistant)}
                onChoose={(point) => onChoose({ version: version.version, point })}
              />
            )}
          </li>
        ))}
      </ol>
      {!more && forgotten !== "" && <p className="history-note">{forgotten}</p>}
      {more && (
        <button type="button" className="button" data-kind="outline" disabled={loading} onClick={onMore}>
          {loading ? words.loading : words.more}
        </button>
      )}
    </nav>
  );
}

const APPROVED = "approved";

/** An approval is of one text: the versions after it have the status, but nobody has approved them. */
function tagOf({ version, status, label }: VersionSummary, approved: number | null): readonly Status[] {
  if (version === approved || label === APPROVED) return ["approved"];
  return status === "draft" || status === "approved" ? [] : [status];
}

function VersionAvatar({ version, access }: { readonly version: VersionSummary; readonly access: Access }) {
  const person = personBehind(version.by, access);
  return person && <Avatar person={person} small />;
}
