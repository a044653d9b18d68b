import { useEffect, useRef, useState } from "react";
import type { Bar } from "./BarLine.tsx";

/** A bar that waits; gone: what it was there for is over, and only its place is kept. */
export interface WaitingBar extends Bar {
  readonly isGone: boolean;
}

export interface OpenBars {
  readonly shown: readonly Bar[];
  readonly closed: readonly WaitingBar[];
  /** The one that was opened by keyboard last. */
  readonly entered: string | null;
  choose(id: string, byKeyboard: boolean): void;
  /** The pointer moves over the line: until it leaves or rests, nothing that comes or goes moves what is under it. */
  hold(on: boolean): void;
}

/** Whoever leaves the pointer lying there presses nothing, and must hear of what comes. */
const REST_MS = 2_000;

/** What stood there when the pointer came. */
interface Held {
  readonly bars: readonly Bar[];
  readonly open: readonly string[];
}

interface Choice {
  readonly id: string;
  readonly byKeyboard: boolean;
  /** What would have had the line: once that is another, the choice is over. */
  readonly over: string | undefined;
}

/** Which bars have the line: the first ones, or the one that the person opened. */
export function useOpenBars(bars: readonly Bar[], room: 1 | 2): OpenBars {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const rest = useRef(0);
  useEffect(() => () => clearTimeout(rest.current), []);
  // A bar that comes back later was not chosen.
  if (choice !== null && !bars.some(({ id }) => id === choice.id)) setChoice(null);
  // With the line the pointer's being over it has ended, too.
  if (bars.length === 0 && held !== null) setHeld(null);
  const { standing, all } = standingBars(bars, held);
  const isChosen = choice !== null && choice.over === all[0]?.id && standing.some(({ id }) => id === choice.id);
  const first = isChosen ? standing.filter(({ id }) => id === choice.id) : standing.slice(0, 1);
  const others = standing.filter((bar) => !first.includes(bar));
  const shown = [...first, ...others.slice(0, room - 1)];
  return {
    shown,
    closed: all
      .filter((bar) => !shown.some(({ id }) => id === bar.id))
      .map((bar) => ({ ...bar, isGone: !standing.some(({ id }) => id === bar.id) })),
    entered: isChosen && choice.byKeyboard ? choice.id : null,
    choose: (id, byKeyboard) => setChoice({ id, byKeyboard, over: all[0]?.id }),
    hold(on) {
      clearTimeout(rest.current);
      if (on) rest.current = window.setTimeout(() => setHeld(null), REST_MS);
      setHeld((before) => (on ? (before ?? { bars, open: shown.map(({ id }) => id) }) : null));
    },
  };
}

/** `all`: in their order, with those that waited and have gone since; `standing`: without them. */
function standingBars(bars: readonly Bar[], held: Held | null) {
  if (held === null) return { standing: bars, all: bars };
  const now = new Map(bars.map((bar) => [bar.id, bar]));
  const all = held.bars.flatMap((bar) => now.get(bar.id) ?? (held.open.includes(bar.id) ? [] : bar));
  const standing = all.filter(({ id }) => now.has(id));
  // Where nothing is left of what was there, there is nothing to keep in its place.
  return standing.length === 0 ? { standing: bars, all: bars } : { standing, all };
}
