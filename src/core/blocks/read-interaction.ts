import { LONGEST_NAME } from "../interactions/check-interaction.ts";

/** What a block says that the person did, checked. `data` is JSON. */
export interface BlockMessage {
  readonly action: string;
  readonly element?: string;
  readonly data?: string;
}

/** "data": it is nothing that JSON can say exactly. */
export type Unreadable = "action" | "element" | "data" | "tooLong";

/** As JSON, in characters. */
export const LONGEST_BLOCK_DATA = 48 * 1024;
const DEEPEST = 32;
const MOST_VALUES = 10_000;
/** NUL and halves of characters, which not every store keeps. */
const UNKEEPABLE = /\0|\p{Cs}/u;

/**
 * Reads the fields of a message that came through `postMessage`: nothing in it is trusted, and nothing of it is handed on but
 * texts. At most so much is looked at as may be sent.
 */
export function readInteraction(
  message: unknown,
): { readonly ok: true; readonly message: BlockMessage } | { readonly ok: false; readonly why: Unreadable } {
  const { action, element, data } = message as Readonly<Record<string, unknown>>;
  if (typeof action !== "string" || action.trim() === "" || UNKEEPABLE.test(action.slice(0, LONGEST_NAME)))
    return { ok: false, why: "action" };
  const name = typeof element === "number" ? String(element) : (element ?? undefined);
  if (name !== undefined && typeof name !== "string") return { ok: false, why: "element" };
  if (action.length > LONGEST_NAME || (name?.length ?? 0) > LONGEST_NAME) return { ok: false, why: "tooLong" };
  if (name !== undefined && UNKEEPABLE.test(name)) return { ok: false, why: "element" };
  const read: BlockMessage = { action, ...(name === undefined || name === "" ? {} : { element: name }) };
  if (data === undefined || data === null) return { ok: true, message: read };
  const writer: Writer = { text: "", values: 0 };
  const why = writeJson(writer, data, 0);
  return why === null ? { ok: true, message: { ...read, data: writer.text } } : { ok: false, why };
}

interface Writer {
  text: string;
  values: number;
}

/** Adds the value to the text; why it cannot be, otherwise. What refers to itself is too deep at some time. */
function writeJson(writer: Writer, value: unknown, depth: number): Unreadable | null {
  writer.values++;
  if (depth > DEEPEST || writer.values > MOST_VALUES) return "tooLong";
  switch (typeof value) {
    case "string":
      return writeText(writer, value);
    case "number":
      return Number.isFinite(value) ? put(writer, String(value)) : "data";
    case "boolean":
      return put(writer, String(value));
    case "object":
      if (value === null) return put(writer, "null");
      return Array.isArray(value) ? writeList(writer, value, depth) : writeRecord(writer, value, depth);
    default:
      return "data";
  }
}

function writeText(writer: Writer, text: string): Unreadable | null {
  if (text.length > LONGEST_BLOCK_DATA) return "tooLong";
  return UNKEEPABLE.test(text) ? "data" : put(writer, JSON.stringify(text));
}

function writeList(writer: Writer, list: readonly unknown[], depth: number): Unreadable | null {
  // Of a list with holes the length may be millions of times what was sent.
  if (list.length > MOST_VALUES) return "tooLong";
  put(writer, "[");
  for (let at = 0; at < list.length; at++) {
    if (at > 0) put(writer, ",");
    const why = writeJson(writer, list[at] === undefined ? null : list[at], depth + 1);
    if (why !== null) return why;
  }
  return put(writer, "]");
}

function writeRecord(writer: Writer, value: object, depth: number): Unreadable | null {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return "data";
  const record = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(record).filter((key) => record[key] !== undefined);
  if (keys.length > MOST_VALUES) return "tooLong";
  put(writer, "{");
  for (const [at, key] of keys.entries()) {
    if (at > 0) put(writer, ",");
    const why = writeText(writer, key) ?? put(writer, ":") ?? writeJson(writer, record[key], depth + 1);
    if (why !== null) return why;
  }
  return put(writer, "}");
}

function put(writer: Writer, text: string): Unreadable | null {
  writer.text += text;
  return writer.text.length > LONGEST_BLOCK_DATA ? "tooLong" : null;
}
