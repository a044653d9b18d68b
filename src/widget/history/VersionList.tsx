import type { VersionSummary } from "../../core/document/records.ts";
import { fullTime, timeInWords } from "../time-in-words.ts";
import { statusWords, historyWords as words } from "../words.ts";

export interface VersionListProps {
  /** Newest first. */
  readonly versions: readonly VersionSummary[];
  readonly chosen: number | null;
  readonly now: number;
  /** The name of the assistant, for versions that it wrote. */
  readonly assistant: string;
  readonly more: boolean;
  readonly loading: boolean;
  onChoose(version: number): void;
  onMore(): void;
}

export function VersionList(props: VersionListProps) {
  const { versions, chosen, now, assistant, more, loading, onChoose, onMore } = props;
  return (
    <nav className="version-list" aria-label={words.versions}>
      <ol>
        {versions.map((version, at) => (
          <li key={version.version}>
            <button
              type="button"
              className="version-item"
              aria-current={version.version === chosen}
              onClick={() => onChoose(version.version)}
            >
              <span className="version-head">
                <strong>{words.version(version.version)}</strong>
                {at === 0 && <span className="version-tag">{words.now}</span>}
                {version.status !== "draft" && <span className="version-tag">{statusWords[version.status]}</span>}
                <span className="version-counts" title={words.wordChanges(version.wordsAdded, version.wordsRemoved)}>
                  {version.wordsAdded > 0 && <span data-mark="added">{words.wordsAdded(version.wordsAdded)}</span>}
                  {version.wordsRemoved > 0 && (
                    <span data-mark="removed">{words.wordsRemoved(version.wordsRemoved)}</span>
                  )}
                </span>
              </span>
              <span className="version-who" title={fullTime(version.at)}>
                {words.by(authorName(version, assistant), timeInWords(version.at, now))}
              </span>
              {version.label !== undefined && <span className="version-label">{version.label}</span>}
            </button>
          </li>
        ))}
      </ol>
      {more && (
        <button type="button" className="button" data-kind="outline" disabled={loading} onClick={onMore}>
          {loading ? words.loading : words.more}
        </button>
      )}
    </nav>
  );
}

function authorName({ by }: VersionSummary, assistant: string): string {
  if (by.name !== undefined && by.name !== "") return by.name;
  return by.kind === "person" ? words.you : assistant;
}
