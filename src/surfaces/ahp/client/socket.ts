/** The part that a browser's WebSocket and that of `ws` have in common. Handlers are set once, before anything can happen. */
export interface Socket {
  send(text: string): void;
  close(code?: number, reason?: string): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
}

/** Calls back once, after so many milliseconds, unless what it returns is called before. Tests give their own. */
export type After = (milliseconds: number, work: () => void) => () => void;

export const realAfter: After = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
};

/** How long to wait before the next attempt: twice as long each time, up to `longest`, and never all clients at once. */
export function delayBefore(
  attempt: number,
  { first, longest }: { readonly first: number; readonly longest: number },
  random: () => number,
): number {
  const most = Math.min(longest, first * 2 ** Math.min(attempt, 30));
  return Math.round(most * (0.5 + random() / 2));
}
