import { useId, useState } from "react";
import type { PointSummary, VersionSummary } from "../../../core/records/history.ts";
import { fullTime, timeInWords } from "../../time-in-words.ts";
import { Icon } from "../../ui/icons.tsx";
import { historyWords as words } from "../../words.ts";
import { wordsLostAfter } from "./place.ts";
import { WordCounts } from "./WordCounts.tsx";

interface PointListProps {
  readonly version: VersionSummary;
  readonly points: readonly PointSummary[];
  /** Stands there also while the others are folded away. */
  readonly open: number | null;
  readonly chosen: number | null;
  readonly now: number;
  /** Whose text it is. */
  readonly who: string;
  onChoose(point: number): void;
}

/** The texts that stood inside a version, folded away under it. */
export function PointList({ version, points, open, chosen, now, who, onChoose }: PointListProps) {
  const [isOpen, setOpen] = useState(chosen !== null && chosen !== open);
  const id = useId();
  const standing = points.filter(({ revision }) => revision === open);
  const shown = isOpen ? points : standing;
  return (
    <div className="point-list">
      {standing.length < points.length && (
        <button
          type="button"
          className="point-toggle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? "ChevronDown" : "ChevronRight"} />
          {words.points(points.length)}
        </button>
      )}
      <ol id={id} aria-label={words.pointsOf(version.version)}>
        {shown.map((point) => (
          <li key={point.revision}>
            <button
              type="button"
              className="version-item"
              data-reason={point.reason}
              aria-current={point.revision === chosen}
              onClick={() => onChoose(point.revision)}
            >
              <span className="version-head">
                <span className="point-reason">
                  {words.pointReason(point.reason, who, wordsLostAfter(version, point.revision))}
                </span>
                {/* Beside the words that went, those against the version before would only confuse. */}
                {point.reason !== "removal" && <WordCounts added={point.wordsAdded} removed={point.wordsRemoved} />}
              </span>
              <span className="version-who" title={fullTime(point.at)}>
                {timeInWords(point.at, now)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
