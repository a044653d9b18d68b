import { useEffect, useId, useRef, useState } from "react";
import type { MomentSummary, VersionSummary } from "../../../core/records/history.ts";
import { exactTime } from "../../time-in-words.ts";
import { Icon } from "../../ui/icons.tsx";
import { historyWords as words } from "../../words.ts";
import { wordsLostAfter } from "./place.ts";

interface MomentSliderProps {
  readonly version: VersionSummary;
  /** Newest first. */
  readonly moments: readonly MomentSummary[];
  /** The revision of the one that is shown; null: the version itself. */
  readonly chosen: number | null;
  readonly isHead: boolean;
  readonly now: number;
  /** Whose text it is. */
  readonly who: string;
  onChoose(point: number | null): void;
}

/** So long the thumb rests before what it stands at is shown: each text is asked of the server. */
const REST_MS = 200;

/** Every text that stood inside a version, from the oldest to the version itself. */
export function MomentSlider({ version, moments, chosen, isHead, now, who, onChoose }: MomentSliderProps) {
  const line = moments.toReversed();
  const at = chosen === null ? line.length : line.findIndex(({ revision }) => revision === chosen);
  // A point that was thinned out since is on the line no more.
  const standing = at === -1 ? line.length : at;
  const [moved, setMoved] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const id = useId();
  const position = moved ?? standing;
  const move = (to: number): void => {
    setMoved(to);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setMoved(null);
      onChoose(line[to]?.revision ?? null);
    }, REST_MS);
  };
  const moment = line[position];
  const said =
    moment === undefined
      ? words.outcome(version.version, isHead)
      : words.moment(
          exactTime(moment.at, now),
          moment.reason && words.pointReason(moment.reason, who, wordsLostAfter(version, moment.revision)),
        );
  return (
    <div className="moment-slider">
      <label htmlFor={id}>{words.moments(line.length, version.version)}</label>
      <span className="moment-time" aria-hidden="true">
        {said}
      </span>
      <div className="moment-line">
        <button
          type="button"
          className="button"
          data-kind="plain"
          aria-label={words.momentBefore}
          // It keeps the focus at the end of the line: without it the way back would be far.
          aria-disabled={position === 0}
          onClick={() => position > 0 && move(position - 1)}
        >
          <Icon name="ChevronLeft" />
        </button>
        <input
          id={id}
          type="range"
          min={0}
          max={line.length}
          value={position}
          aria-valuetext={said}
          onChange={({ target }) => move(Number(target.value))}
        />
        <button
          type="button"
          className="button"
          data-kind="plain"
          aria-label={words.momentAfter}
          aria-disabled={position === line.length}
          onClick={() => position < line.length && move(position + 1)}
        >
          <Icon name="ChevronRight" />
        </button>
      </div>
    </div>
  );
}
