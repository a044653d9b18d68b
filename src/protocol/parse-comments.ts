import { findBadCharacter } from "../core/document/check-text.ts";
import type { AskedComment } from "../core/document/model/check-model-call.ts";
import type { Outcome } from "./errors.ts";
import { MAX_COMMENT_BODY, MAX_MODEL_COMMENTS_A_CALL } from "./limits.ts";

const FORM = 'Pass an array such as [{"quote":"exact words","body":"…"}] or [{"reply_to":"k3f9","body":"…"}].';

/**
 * The model's comments (JSON text, an array or one object), or what is wrong with which one. What they claim about author,
 * time or being resolved is not read. Whether a quote stands in the text is not known here.
 */
export function parseComments(given: string | readonly unknown[] | undefined): Outcome<{ comments: AskedComment[] }> {
  if (given === undefined) return { ok: true, comments: [] };
  const list = typeof given === "string" ? parseJson(given) : { ok: true as const, value: given };
  if (!list.ok) return invalid(`comments is not JSON (${list.why}). ${FORM}`);
  const items: unknown = isObject(list.value) ? [list.value] : list.value;
  if (!Array.isArray(items)) return invalid(`comments must be an array. ${FORM}`);
  if (items.length > MAX_MODEL_COMMENTS_A_CALL) {
    return invalid(
      `comments has ${items.length} entries; at most ${MAX_MODEL_COMMENTS_A_CALL} fit in one call. Send the rest in another.`,
    );
  }
  const comments: AskedComment[] = [];
  for (const [index, item] of items.entries()) {
    const comment = parseComment(item, `comments[${index}]`);
    if (typeof comment === "string") return invalid(`${comment} ${FORM}`);
    comments.push(comment);
  }
  return { ok: true, comments };
}

/** The comment, or the sentence that says what is wrong with it. */
function parseComment(item: unknown, name: string): AskedComment | string {
  if (!isObject(item)) return `${name} must be an object with a body.`;
  const said = first(item, ["body", "comment"]);
  const text = first(item, ["text"]);
  const body = said ?? text;
  if (typeof body !== "string") return `${name}.body is ${body === undefined ? "missing" : "not a string"}.`;
  if (body.trim() === "") return `${name}.body is empty.`;
  if (body.length > MAX_COMMENT_BODY) {
    return `${name}.body has ${body.length} characters; at most ${MAX_COMMENT_BODY} are kept. Shorten it.`;
  }
  const anchor = first(item, ["anchor"]);
  if (anchor !== undefined && !isObject(anchor)) return `${name}.anchor must be an object with quotedText.`;
  const quotes = ["quote", "quotedText", "quoted_text"];
  // Beside a body, `text` can only be the text that it is about.
  const quote = first(anchor ?? {}, quotes) ?? first(item, quotes) ?? (said === undefined ? undefined : text);
  if (quote !== undefined && typeof quote !== "string") return `${name}.quote (quotedText) must be a string.`;
  const replyTo = first(item, ["reply_to", "replyTo"]);
  if (replyTo !== undefined && typeof replyTo !== "string") return `${name}.reply_to must be the id of a comment.`;
  for (const [key, value] of [
    ["body", body],
    ["quote", quote],
    ["reply_to", replyTo],
  ] as const) {
    const bad = value === undefined ? null : findBadCharacter(value);
    if (bad !== null) return `${name}.${key} has ${bad.what} at character ${bad.offset + 1}: leave it out.`;
  }
  return {
    body,
    ...(quote === undefined || quote.trim() === "" ? {} : { quote }),
    ...(replyTo === undefined || replyTo === "" ? {} : { replyTo }),
  };
}

function invalid(message: string): {
  readonly ok: false;
  readonly error: { readonly code: "invalid_comments"; readonly message: string };
} {
  return { ok: false, error: { code: "invalid_comments", message } };
}

function parseJson(
  text: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string } {
  if (text.trim() === "") return { ok: true, value: [] };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first of these fields that is there and not null: own ones, nothing that a prototype could lend. */
function first(item: Record<string, unknown>, keys: readonly string[]): unknown {
  for (const key of keys) {
    if (Object.hasOwn(item, key) && item[key] !== null && item[key] !== undefined) return item[key];
  }
  return undefined;
}
