import { FEWEST_KEPT_VERSIONS, MAX_CONTENT_BYTES } from "../protocol/limits.ts";
import { type Limits, sizeInWords } from "../server/actions/limits.ts";
import { type Invocation, UsageError } from "./surroundings.ts";

const SMALLEST_DOCUMENT = 1024;
const UNITS: Readonly<Record<string, number>> = { KB: 1024, MB: 1024 * 1024 };

/** What each owner may have, by options or else by the environment, checked. Commands without these options take the environment. */
export function askedLimits(invocation: Invocation): Limits {
  const document = asked(invocation, "max-document");
  const canvases = asked(invocation, "max-canvases");
  const versions = asked(invocation, "keep-versions");
  return {
    ...(document === null ? {} : { contentBytes: sizeIn(document) }),
    ...(canvases === null ? {} : { canvases: numberIn(canvases, 0) }),
    ...(versions === null ? {} : { versions: numberIn(versions, FEWEST_KEPT_VERSIONS) }),
  };
}

interface Asked {
  /** As the person knows it. */
  readonly name: string;
  readonly text: string;
}

function asked({ surroundings, options }: Invocation, option: string): Asked | null {
  const given = options[option];
  if (typeof given === "string") return { name: `--${option}`, text: given };
  const name = `WRITING_CANVAS_${option.toUpperCase().replaceAll("-", "_")}`;
  const text = surroundings.env[name];
  return text === undefined || text === "" ? null : { name, text };
}

function sizeIn({ name, text }: Asked): number {
  const [, digits = "", unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?) ?([KM]B)$/i.exec(text.trim()) ?? [];
  const bytes = Math.floor(Number(digits) * (UNITS[unit.toUpperCase()] ?? Number.NaN));
  if (bytes >= SMALLEST_DOCUMENT && bytes <= MAX_CONTENT_BYTES) return bytes;
  const range = `from ${sizeInWords(SMALLEST_DOCUMENT)} to ${sizeInWords(MAX_CONTENT_BYTES)}`;
  throw new UsageError(`${name} is ${JSON.stringify(text)}; it is a size ${range}, such as 500KB or 2MB.`);
}

function numberIn({ name, text }: Asked, least: number): number {
  const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (number >= least) return number;
  throw new UsageError(
    `${name} is ${JSON.stringify(text)}; it is a whole number from ${least}. Leave it out for no limit.`,
  );
}
