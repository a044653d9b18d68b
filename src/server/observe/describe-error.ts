const LONGEST_MESSAGE = 300;
const MOST_CAUSES = 3;

/**
 * An error for the log: its name, its code, its message and, with `frames`, where it was thrown. Messages that quote what was read (a JSON
 * parser's, a schema's, a database's) are left out, with all other fields: they may hold the text of a canvas.
 */
export function describeError(error: unknown, { frames = true } = {}): string {
  return describe(error, frames, MOST_CAUSES);
}

function describe(error: unknown, frames: boolean, causes: number): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const { cause } = error;
  return [
    headOf(error, frames),
    ...(frames ? framesOf(error) : []),
    ...(cause === undefined || causes === 0 ? [] : [`Caused by ${describe(cause, frames, causes - 1)}`]),
  ].join(frames ? "\n" : ". ");
}

function headOf(error: Error, isLong: boolean): string {
  const code = codeOf(error);
  const named = code === null ? nameOf(error) : `${nameOf(error)} (${code})`;
  if (quotes(error) || error.message === "") return named;
  const message = messageForLog(error.message);
  return named === "Error" && !isLong ? message : `${named}: ${message}`;
}

function quotes(error: Error): boolean {
  return error instanceof SyntaxError || "severity" in error || "issues" in error;
}

/** On one line, and not too long. */
export function messageForLog(message: string): string {
  const line = message.replace(/\s+/g, " ").trim();
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)}…` : line;
}

/** The words before the first thing that a message quotes: libraries that speak a protocol quote what they were sent. */
export function wordsBeforeQuote(message: string): string {
  const [words = ""] = message.split(/["'`{[]/, 1);
  return messageForLog(words).replace(/[:,\s]+$/, "");
}

/** Names and codes are words of programs: anything else in their place is left out. */
function nameOf({ name }: Error): string {
  return /^[\w$]{1,60}$/.test(name) ? name : "Error";
}

function codeOf(error: Error): string | null {
  const code = (error as NodeJS.ErrnoException).code;
  return typeof code === "string" && /^\w{1,60}$/.test(code) ? code : null;
}

function framesOf({ stack = "" }: Error): readonly string[] {
  return stack.split("\n").filter((line) => /^ {4}at /.test(line));
}
