/** How many milliseconds lie between two ISO times, whichever is the earlier: a clock that was put back has gone on, too. */
export function timeApart(one: string, other: string): number {
  return Math.abs(read(one) - read(other));
}

function read(time: string): number {
  // biome-ignore lint/style/noRestrictedGlobals: it reads the text that it is given, not the time.
  return Date.parse(time);
}
