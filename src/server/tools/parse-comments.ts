import { findBadCharacter } from "../../core/document/check-text.ts";
import type { AskedComment } from "../../core/document/model-comments.ts";
import type { Outcome } from "../../protocol/errors.ts";
import { MAX_COMMENT_BODY, MAX_MODEL_COMMENTS_A_CALL } from "../../protocol/limits.ts";

const FORM =
  'Pass an array such as [{"anchor":{"quotedText":"exact words"},"body":"…"}] or [{"reply_to":"k3f9","body":"…"}].';

/** The model's comments (JSON text or an array), or what is wrong with which one. What they claim about author, time or being resolved is not read. */
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
  const body = field(item, "body");
  if (typeof body !== "string") return `${name}.body is ${body === undefined ? "missing" : "not a string"}.`;
  if (body.trim() === "") return `${name}.body is empty.`;
  if (body.length > MAX_COMMENT_BODY) {
    return `${name}.body has ${body.length} characters; at most ${MAX_COMMENT_BODY} are kept. Shorten it.`;
  }
  const anchor = field(item, "anchor");
  if (anchor !== undefined && anchor !== null && !isObject(anchor))
    return `${name}.anchor must be an object with quotedText.`;
  const quote = (isObject(anchor) ? field(anchor, "quotedText") : undefined) ?? field(item, "quote") ?? undefined;
  if (quote !== undefined && typeof quote !== "string") return `${name}.anchor.quotedText must be a string.`;
  const replyTo = field(item, "reply_to") ?? field(item, "replyTo") ?? undefined;
  if (replyTo !== undefined && typeof replyTo !== "string") return `${name}.reply_to must be the id of a comment.`;
  for (const [key, text] of [
    ["body", body],
    ["anchor.quotedText", quote],
    ["reply_to", replyTo],
  ] as const) {
    const bad = text === undefined ? null : findBadCharacter(text);
    if (bad !== null) return `${name}.${key} has ${bad.what} at character ${bad.offset + 1}: leave it out.`;
  }
  return {
    body,
    ...(quote === undefined || quote === "" ? {} : { quote }),
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

/** An own field: nothing that a prototype could lend. */
function field(item: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(item, key) ? item[key] : undefined;
}
