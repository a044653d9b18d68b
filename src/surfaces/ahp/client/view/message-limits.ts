/** Why a message of a frame is not passed on. */
export type MessageFault = "flood" | "large" | "not_json";

export interface MessageLimits {
  readonly perSecond: number;
  /** In bytes, as JSON. */
  readonly size: number;
}

/** A save of the longest text has room in it, and a host that takes as much as ours gets nothing that it would not take. */
export const MESSAGE_LIMITS: MessageLimits = { perSecond: 300, size: 20_000_000 };

const DEEPEST = 100;

/**
 * Looks at what a frame posts before anybody else does. Counted first: to read a message costs as much as its sender wants, so one
 * that sends too many is to be stopped.
 */
export function createMessageCheck(limits: MessageLimits, now: () => number): (data: unknown) => MessageFault | null {
  let second = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (data) => {
    if (now() - second >= 1000) {
      second = now();
      count = 0;
    }
    count += 1;
    if (count > limits.perSecond) return "flood";
    const rest = measure(data, limits.size, 0);
    return rest === null ? "not_json" : rest < 0 ? "large" : null;
  };
}

/** What is left of the size; below zero: nothing. Null: it cannot be written as JSON. It never looks at more than fits. */
function measure(value: unknown, size: number, depth: number): number | null {
  if (typeof value === "string") return value.length > size ? -1 : size - bytesOf(value);
  if (value === null || typeof value === "boolean" || typeof value === "number") return size - 5;
  if (typeof value !== "object" || depth > DEEPEST) return null;
  const isList = Array.isArray(value);
  if (isList && value.length > size) return -1;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!isList && prototype !== Object.prototype && prototype !== null) return null;
  let rest = size - 2;
  for (const [name, inside] of isList ? value.entries() : Object.entries(value)) {
    if (rest < 0) return rest;
    // A field without a value is left out, as JSON does.
    if (inside === undefined && !isList) continue;
    const left = measure(inside, rest - (isList ? 1 : bytesOf(String(name)) + 2), depth + 1);
    if (left === null) return null;
    rest = left;
  }
  return rest;
}

function bytesOf(text: string): number {
  let bytes = 2;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    bytes += code < 0x20 ? 6 : code === 0x22 || code === 0x5c ? 2 : code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
  }
  return bytes;
}
