import { createHash } from "node:crypto";
import { z } from "zod";
import type { CanvasError } from "../../protocol/errors.ts";

/** Comments that a model makes with its change of a canvas. */
export const askedComments = z.array(
  z.object({
    body: z.string(),
    quote: z.string().optional().describe("Exact words that it is about; without: the whole document"),
    replyTo: z.string().optional().describe("Id of a comment to answer"),
  }),
);

/** What a model's change was made from. */
export const baseVersion = z.number().int().min(1).optional().describe("The version that it was made from");

export const canvasId = z.string().describe("The id of a canvas, such as HN8B");

const LONGEST = 200;

/** Makes a retry safe: the same key saves once. */
export const saveKey = z.string().describe("A new one for each save, of 1 to 200 characters");

const badSaveKey: CanvasError = {
  code: "invalid_input",
  message: "save_key must have 1 to 200 characters. Make a new one for each save.",
};

export function checkSaveKey(key: string): CanvasError | null {
  return key !== "" && key.length <= LONGEST ? null : badSaveKey;
}

/** What tells one payload from another under the same key. */
export function fingerprintOf(payload: string | object): string {
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  return createHash("sha256").update(text).digest("base64url");
}

/** Longer ones are no search: each of their words would be sought in every text. */
const LONGEST_QUERY = 2_000;

/** Why nothing can be sought like this; null: it can. */
export function checkQuery(query: string): CanvasError | null {
  if (query.length <= LONGEST_QUERY) return null;
  const message = `The query has ${query.length.toLocaleString("en")} characters. Search with a few words: at most ${LONGEST_QUERY.toLocaleString("en")} characters.`;
  return { code: "invalid_input", message };
}
