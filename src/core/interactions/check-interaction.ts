import type { Json } from "../records/interactions.ts";
import { type Refusal, refuse } from "../records/refusal.ts";

export const LONGEST_NAME = 200;
/** As JSON, in characters. */
export const LONGEST_DATA = 60_000;
const DEEPEST = 32;
const MOST_VALUES = 10_000;

/** What cannot be kept exactly by every store. */
const UNKEEPABLE = /\0|\p{Cs}/u;

/** Why this cannot be recorded, with what to do; null: it can. */
export function checkInteraction(done: {
  readonly action: string;
  readonly element?: string | undefined;
  readonly data?: Json | undefined;
  readonly block?: string | undefined;
}): Refusal | null {
  const { action, element = "", data, block = "" } = done;
  if (action.trim() === "") return refuse("invalid_input", "action is required").error;
  for (const [field, text] of [
    ["action", action],
    ["element", element],
    ["block", block],
  ] as const) {
    if (text.length > LONGEST_NAME) {
      const message = `${field} has ${text.length.toLocaleString("en")} characters, and may have ${LONGEST_NAME}. Send a short name, and the rest in data.`;
      return refuse("invalid_input", message).error;
    }
    if (UNKEEPABLE.test(text)) return unkeepable(field);
  }
  return data === undefined ? null : checkData(data);
}

function checkData(data: Json): Refusal | null {
  const size = sizeOf(data);
  if (size === null) {
    const message = `data is nested more than ${DEEPEST} deep, or holds more than ${MOST_VALUES.toLocaleString("en")} values. Send less.`;
    return refuse("invalid_input", message).error;
  }
  const text = JSON.stringify(data);
  if (text.length > LONGEST_DATA) {
    const message = `data has ${text.length.toLocaleString("en")} characters as JSON, and may have ${LONGEST_DATA.toLocaleString("en")}. Send less.`;
    return refuse("content_too_large", message).error;
  }
  if (size.isEndless) {
    const message = "data has a number that is too large to be kept. Send it as a text.";
    return refuse("invalid_content", message).error;
  }
  return size.isUnkeepable ? unkeepable("data") : null;
}

function unkeepable(field: string): Refusal {
  const message = `${field} has a NUL or half of a character, which cannot be kept. Leave it out and send again.`;
  return refuse("invalid_content", message).error;
}

/** Without recursion: what comes from elsewhere may be nested very deep. Null: too deep, or too much. */
function sizeOf(data: Json): { readonly isUnkeepable: boolean; readonly isEndless: boolean } | null {
  const open: { readonly value: Json; readonly depth: number }[] = [{ value: data, depth: 0 }];
  let values = 0;
  let isUnkeepable = false;
  let isEndless = false;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    values += 1;
    if (depth > DEEPEST || values > MOST_VALUES) return null;
    // JSON has numbers without a bound, and 1e400 is read as infinity, which it cannot write.
    if (typeof value === "number") isEndless ||= !Number.isFinite(value);
    if (typeof value === "string") isUnkeepable ||= UNKEEPABLE.test(value);
    if (value === null || typeof value !== "object") continue;
    for (const [key, each] of Object.entries(value)) {
      isUnkeepable ||= UNKEEPABLE.test(key);
      open.push({ value: each as Json, depth: depth + 1 });
    }
    if (open.length > MOST_VALUES) return null;
  }
  return { isUnkeepable, isEndless };
}
