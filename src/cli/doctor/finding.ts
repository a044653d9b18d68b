/** One thing that was looked at. `next` says what to do, where there is something to do. */
export interface Finding {
  readonly about: string;
  readonly level: "ok" | "attention" | "problem";
  readonly message: string;
  readonly next?: string;
}

export const ok = (about: string, message: string, next?: string): Finding => finding("ok", about, message, next);
export const attention = (about: string, message: string, next: string): Finding =>
  finding("attention", about, message, next);
export const problem = (about: string, message: string, next: string): Finding =>
  finding("problem", about, message, next);

function finding(level: Finding["level"], about: string, message: string, next: string | undefined): Finding {
  return { about, level, message, ...(next === undefined ? {} : { next }) };
}
