import { type Invocation, UsageError } from "../surroundings.ts";
import type { LogForm } from "./serve-log.ts";

const MOST_DRAIN_S = 3_600;
const MOST_RATE = 100_000;

/** How the log is written. `usual`: where nothing was said. */
export function askedLogForm(invocation: Invocation, usual: LogForm): LogForm {
  const asked = said(invocation, "log", "WRITING_CANVAS_LOG");
  if (asked === null) return usual;
  if (asked.text === "json" || asked.text === "text") return asked.text;
  throw new UsageError(
    `${asked.from} is ${JSON.stringify(asked.text)}; it is text (for people) or json (one object a line, for programs).`,
  );
}

/** For how long a server that is to end is still there, so that others notice; in milliseconds. */
export function askedDrainMs(invocation: Invocation): number {
  const asked = said(invocation, "drain", "WRITING_CANVAS_DRAIN");
  if (asked === null) return 0;
  const seconds = wholeNumber(asked.text);
  if (seconds !== null && seconds <= MOST_DRAIN_S) return seconds * 1_000;
  throw new UsageError(
    `${asked.from} is ${JSON.stringify(asked.text)}; it is a number of seconds from 0 to ${MOST_DRAIN_S}.`,
  );
}

/** Requests a second for one owner; null: any number. */
export function askedRate(invocation: Invocation): number | null {
  const asked = said(invocation, "rate", "WRITING_CANVAS_RATE");
  if (asked === null) return null;
  const rate = wholeNumber(asked.text);
  if (rate !== null && rate >= 1 && rate <= MOST_RATE) return rate;
  throw new UsageError(
    `${asked.from} is ${JSON.stringify(asked.text)}; it is a number of requests a second from 1 to ${MOST_RATE}. Leave it out for no limit.`,
  );
}

/** What was said as an option or in the environment, and by which of them. */
export interface Said {
  readonly text: string;
  readonly from: string;
}

export function said({ surroundings, options }: Invocation, option: string, variable: string): Said | null {
  const given = options[option];
  if (typeof given === "string") return { text: given, from: `--${option}` };
  const text = surroundings.env[variable];
  return text === undefined || text === "" ? null : { text, from: variable };
}

function wholeNumber(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}
