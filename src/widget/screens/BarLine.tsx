import type { ReactNode } from "react";
import "./bar-line.css";

interface BarLineProps {
  readonly place: "above" | "below";
  readonly bars: readonly ReactNode[];
}

/** One line of bars. What does not fit is reached sideways, and the edge of the next shows that there is one. */
export function BarLine({ place, bars }: BarLineProps) {
  if (bars.length === 0) return null;
  return (
    <div className="bar-line" data-place={place}>
      {bars.map((bar, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in the line is what counts; each has its own state inside
        <div className="bar-place" key={at}>
          {bar}
        </div>
      ))}
    </div>
  );
}
