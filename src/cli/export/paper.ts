import type { Invocation } from "../surroundings.ts";
import { UsageError } from "../surroundings.ts";

export type Paper = "a4" | "letter";

// Where sheets are Letter: everywhere else they are A4.
const LETTER_REGIONS = new Set(["US", "CA", "MX", "PH", "CL", "CO", "VE", "CR", "GT", "PA", "DO", "PR"]);

/** The paper that was asked for, or the one that lies in the printers where this user lives. */
export function askedPaper({ options, surroundings }: Invocation): Paper {
  const asked = typeof options.paper === "string" ? options.paper.toLowerCase() : undefined;
  if (asked === "a4" || asked === "letter") return asked;
  if (asked !== undefined) throw new UsageError(`--paper is ${JSON.stringify(options.paper)}; it is a4 or letter.`);
  const { LC_ALL, LC_PAPER, LANG } = surroundings.env;
  const region = /^[a-z]{2,3}[_-]([A-Z]{2})\b/.exec(LC_ALL || LC_PAPER || LANG || "")?.[1];
  return region !== undefined && LETTER_REGIONS.has(region) ? "letter" : "a4";
}
