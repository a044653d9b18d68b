/** Calls back once, after so many milliseconds, unless what it returns is called before. Tests give their own. */
export type After = (milliseconds: number, work: () => void) => () => void;

export const realAfter: After = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
};
