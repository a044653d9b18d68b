import type { Json } from "../records/interactions.ts";
import { wholeEnd } from "../text/quote-text.ts";
import { splitUnseen } from "../text/unseen-characters.ts";
import { maskSecrets } from "./mask-secrets.ts";

/** So much of the data stands in a summary. */
const LONGEST_DATA = 200;

export interface Summarized {
  /** One line: "User submit 'approve-btn' on HN8B.md with data: {comments: Looks good}". */
  readonly summary: string;
  /** Where something in the data looks like a credential: the summary does not show it. */
  readonly masked: readonly string[];
}

/** What was done, in the words of the protocol. Whatever it was, it is one line without controls or hidden characters. */
export function summarize(done: {
  readonly action: string;
  readonly element?: string | null | undefined;
  readonly data?: Json | undefined;
  readonly canvasFile: string;
}): Summarized {
  const { action, element, data, canvasFile } = done;
  const { value, masked } = maskSecrets(data ?? null);
  const what = element === undefined || element === null || element === "" ? "" : ` '${plainLine(element)}'`;
  const words = isNothing(data) ? "" : ` with data: ${cut(plainLine(inWords(value)))}`;
  return { summary: `User ${plainLine(action)}${what} on ${plainLine(canvasFile)}${words}`, masked };
}

/** The line that an agent is notified with. */
export function noticeOf({ canvasFile, summary }: { readonly canvasFile: string; readonly summary: string }): string {
  return `[CANVAS] ${plainLine(canvasFile)}: ${plainLine(summary)}`;
}

function isNothing(data: Json | undefined): boolean {
  if (data === undefined || data === null) return true;
  return typeof data === "object" && !Array.isArray(data) && Object.keys(data).length === 0;
}

/** Without JSON's quotation marks. Only an empty text keeps them: nothing else would be there to be read. */
function inWords(value: Json): string {
  if (value === "") return '""';
  if (Array.isArray(value)) return `[${value.map(inWords).join(", ")}]`;
  if (value === null || typeof value !== "object") return String(value);
  const parts = Object.entries(value).map(([key, each]) => `${key}: ${inWords(each)}`);
  return `{${parts.join(", ")}}`;
}

function cut(text: string): string {
  return text.length <= LONGEST_DATA ? text : `${text.slice(0, wholeEnd(text, LONGEST_DATA))}…`;
}

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+|\p{Cs}/gu;

function plainLine(text: string): string {
  const shown = splitUnseen(text)
    .map((piece) => (piece.kind === null ? piece.text : ""))
    .join("");
  return shown.replace(CONTROLS, " ");
}
