import type { IncomingMessage } from "node:http";
import { admittedRequest, type TurnedAway } from "./traffic.ts";

export type Body =
  | { readonly ok: true; readonly value: unknown }
  /** 503: too much is in memory of others already. */
  | ({ readonly ok: false; readonly status: 400 | 413 | 503 } & TurnedAway);

// A client that is still sending does not read the answer, so a body too large is read to its end and thrown away, up to this.
const PATIENCE = 4;

// Of each small value JSON makes many times its own size: a body of nothing but "[]," takes a hundred times as much as a text.
const MOST_VALUES = 200_000;
/** Shorter ones need no counting. */
const COUNTED_FROM = 2 * MOST_VALUES;

/**
 * The JSON of a request, or its HTTP status and a sentence. Never holds more than `limit` bytes. `what` the sender should
 * send. Where a framework has read the body already (`express.json()`), what it made of it, by its own limit.
 */
export async function readJsonBody(
  request: IncomingMessage,
  limit: number,
  what = "a JSON-RPC message",
): Promise<Body> {
  if (request.readableEnded && "body" in request) return { ok: true, value: request.body };
  const admitted = admittedRequest(request);
  const chunks: Buffer[] = [];
  let size = 0;
  let refused: TurnedAway | null = null;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (admitted !== undefined) admitted.served.bytesIn = size;
    if (size <= limit) refused ??= admitted?.hold(chunk.length) ?? null;
    if (size <= limit && refused === null) chunks.push(chunk);
    else {
      chunks.length = 0;
      admitted?.letGo();
    }
    if (size > limit * PATIENCE) break;
  }
  if (size > limit) {
    const most = `${Math.floor(limit / 1024 / 1024)} MB`;
    return bad(413, `The request body is larger than ${most}. Send less at once: a document may have 5 MB.`);
  }
  if (refused !== null) return { ok: false, status: 503, ...refused };
  const bytes = Buffer.concat(chunks);
  if (bytes.length > COUNTED_FROM && hasTooManyValues(bytes))
    return bad(413, `The request body holds more than ${MOST_VALUES} values. Send less at once.`);
  const text = decode(bytes);
  if (text === null) return bad(400, `The request body is not UTF-8. Send ${what} as UTF-8.`);
  if (text.trim() === "") return bad(400, `The request body is empty. Send ${what}.`);
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return bad(400, `The request body is not JSON (${reason.slice(0, 200)}). Send ${what}.`);
  }
}

function bad(status: 400 | 413, message: string): Body {
  return { ok: false, status, message, headers: { connection: "close" } };
}

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [...'"\\,[{'].map((each) => each.charCodeAt(0));

/** Outside of strings each value but the first follows one of these. Nothing is read into memory for it. */
function hasTooManyValues(bytes: Buffer): boolean {
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at + 1);
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
    if (values > MOST_VALUES) return true;
  }
  return false;
}

/** Where the quotation mark is that ends it. */
function endOfString(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
