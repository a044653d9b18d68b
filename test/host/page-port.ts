let picked = 0;

/**
 * Where a test lets the page be tried first: below what systems give out by themselves, so that a port that is let go
 * for a moment is not lost to a stranger, and away from what other test processes pick.
 */
export function pickPagePort(): number {
  picked += 1;
  return 10_000 + ((process.pid * 97 + picked) % 500) * 40;
}
