import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "../ui/Button.tsx";
import type { IconName } from "../ui/icons.tsx";
import { useMedia } from "./use-layout.ts";
import { type OpenBars, useOpenBars } from "./use-open-bars.ts";
import "./bar-line.css";

/** What may stand in a line beside the text. */
export interface Bar {
  readonly id: string;
  readonly content: ReactNode;
  /** What stands for it while another one has the line: a button that opens it, or one that does what it is there for. */
  readonly closed: ClosedBar | { readonly button: ReactNode };
}

interface ClosedBar {
  readonly icon: IconName;
  /** As much as fits where there is little room. */
  readonly count?: number;
  readonly words: string;
  /** More about it, for whoever points at it. */
  readonly label?: string;
  readonly tone?: "quiet" | "accent" | "warning";
}

interface BarLineProps {
  readonly place: "above" | "below";
  /** The first has the line until the person opens another. */
  readonly bars: readonly Bar[];
}

/** From here on two have room beside each other. */
const WIDE = "(min-width: 1100px)";

/** One line beside the text: one bar has it, the others wait at its end as buttons. */
export function BarLine({ place, bars }: BarLineProps) {
  const open = useOpenBars(bars, useMedia(WIDE) ? 2 : 1);
  const line = useRef<HTMLDivElement>(null);
  useFocusOnOpen(open, line);
  if (open.shown.length === 0) return null;
  const over = ({ pointerType }: PointerEvent) => pointerType !== "touch" && open.hold(true);
  const press = (id: string) => (event: MouseEvent) => open.choose(id, event.detail === 0);
  return (
    <div
      className="bar-line"
      data-place={place}
      ref={line}
      onPointerEnter={over}
      onPointerMove={over}
      onPointerLeave={() => open.hold(false)}
    >
      {open.shown.map(({ id, content }) => (
        <div className="bar-place" key={id} data-bar={id}>
          {content}
        </div>
      ))}
      {open.closed.length > 0 && (
        <div className="bar-closed">
          {open.closed.map(({ id, closed, isGone }) =>
            "button" in closed ? (
              <div key={id}>{closed.button}</div>
            ) : (
              <Button
                key={id}
                icon={closed.icon}
                data-tone={closed.tone ?? "quiet"}
                title={closed.label ?? closed.words}
                aria-expanded={false}
                disabled={isGone}
                // The editor keeps the caret.
                onMouseDown={(event) => event.preventDefault()}
                onClick={press(id)}
              >
                <span className="bar-closed-words">{closed.words}</span>
                {closed.count !== undefined && (
                  <span className="bar-closed-count" aria-hidden="true">
                    {closed.count}
                  </span>
                )}
              </Button>
            ),
          )}
        </div>
      )}
    </div>
  );
}

/** Whoever opened a bar by keyboard goes on in it. */
function useFocusOnOpen({ entered }: OpenBars, line: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    if (entered === null) return;
    const bar = [...(line.current?.children ?? [])].find((one) => one.matches(`[data-bar="${entered}"]`));
    bar?.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
  }, [entered, line]);
}
