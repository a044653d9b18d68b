import { z } from "zod";
import { STATUSES } from "../core/records/canvas.ts";
import { MAX_INTERACTIONS_A_SAVE } from "./limits.ts";
import { EXPORTS, shareChange } from "./sharing.ts";

/** What the widget sends with each of its tools (visibility ["app"]), with the canvas's key. */

/** [from, to) of the text before gives way to `insert`; a list of them is in the order of their places. */
export const textChange = z.object({ from: z.number().int().min(0), to: z.number().int().min(0), insert: z.string() });

const id = z.string();
const key = z.string().describe("The canvas's key, from the result's _meta");

export const commentOperation = z.discriminatedUnion("op", [
  z.object({
    op: z.literal("add"),
    id,
    body: z.string(),
    anchor: z
      .object({ offset: z.number().int().min(0), length: z.number().int().min(0), quotedText: z.string() })
      .nullable(),
    question: z.literal(true).optional(),
  }),
  z.object({ op: z.literal("reply"), id, replyTo: id, body: z.string() }),
  z.object({ op: z.literal("edit"), id, body: z.string() }),
  z.object({ op: z.literal("delete"), id }),
  z.object({ op: z.literal("undelete"), id, body: z.string() }),
  z.object({ op: z.literal("resolve"), id }),
  z.object({ op: z.literal("reopen"), id }),
  z.object({ op: z.literal("attach"), id, offset: z.number().int().min(0), length: z.number().int().positive() }),
]);

/** `proposalMark` of the proposal as it was drawn: a decision on what has become another is refused. */
const drawn = z.string().max(100).optional();
/** The text in force as it was drawn: what is decided about another one is refused. */
const seenText = z.object({ revision: z.number().int().min(0), hash: z.string().max(100) }).optional();

/** Where the words of a decision stand in the text that goes along; left out: they are put in by the server. */
const inText = z.object({ from: z.number().int().min(0), to: z.number().int().min(0) }).optional();

export const proposalDecision = z.discriminatedUnion("decision", [
  z.object({ id, decision: z.enum(["keep", "take", "both", "accept", "reject"]), seen: drawn, inText }),
  z.object({ id, decision: z.literal("edit"), text: z.string(), seen: drawn, inText }),
  z.object({ id, decision: z.literal("reopen") }),
]);

export const protectionOperation = z.discriminatedUnion("op", [
  z.object({
    op: z.literal("add"),
    id,
    offset: z.number().int().min(0),
    length: z.number().int().positive(),
    quotedText: z.string(),
  }),
  z.object({ op: z.literal("remove"), id }),
]);

/** What the person did in a block of the canvas. */
export const blockInteraction = z.object({
  /** A new one for each: done twice under one id it is done once. */
  id: z.string().min(1).max(100),
  action: z.string(),
  element: z.string().optional(),
  /** Any value, as JSON: some hosts refuse a schema that says so otherwise. Left out: none. */
  data: z.string().optional(),
  /** What the block is called. */
  block: z.string().optional(),
});

export const shareCanvasInput = z.object({ canvas_id: id, key, change: shareChange });

export const noteExportInput = z.object({ canvas_id: id, key, form: z.enum(EXPORTS) });

export const loadCanvasInput = z.object({
  canvas_id: id,
  key,
  /** Answer only `unchanged` when this is still the newest state (the view's `state`). */
  since: z.string().optional(),
  /** The text that the widget has: the answer says when this store never had it (`putBack`). */
  base: z.object({ revision: z.number().int().min(0), hash: z.string().max(100) }).optional(),
});

export const saveCanvasInput = z.object({
  /** Left out to create ("Keep this text"): then neither key nor base is needed. */
  canvas_id: id.optional(),
  key: key.optional(),
  /** Makes a retry safe: the same save_key saves once. */
  save_key: z.string(),
  base_revision: z.number().int().min(0).optional(),
  /** `hashText` of the text at base_revision: what was made on a text that this store never had is not taken for current. */
  base_hash: z.string().max(100).optional(),
  /** The text at base_revision; needed only when the server asked for it (`base_needed`). */
  base_content: z.string().optional(),
  content: z.string().optional(),
  /** In the place of `content`: what was done to the text at base_revision, which base_hash then has to name. */
  changes: z.array(textChange).optional(),
  /** The state that the widget has (the view's `state`): the answer is then `saved`, with what is different from it. */
  since: z.string().optional(),
  title: z.string().optional(),
  status: z.object({ to: z.enum(STATUSES), revision: z.number().int(), note: z.string().optional() }).optional(),
  comments: z.array(commentOperation).optional(),
  decisions: z.array(proposalDecision).optional(),
  settings: z.object({ suggestOnly: z.boolean().optional() }).optional(),
  /** Passages that no model write may change, measured in `content`, or in the text at base_revision without it. */
  protect: z.array(protectionOperation).optional(),
  /** What the person did in blocks of the canvas, in its order. */
  interactions: z.array(blockInteraction).max(MAX_INTERACTIONS_A_SAVE).optional(),
  /** `content` is what the person suggests to the model: its changes become proposals, the text stays. */
  suggest: z.boolean().optional(),
  /** The person pressed Send: seals the version and records that its feedback was offered. */
  sent: z.boolean().optional(),
  /** With `sent`, by a host that has no chat: it keeps what was sent until a model asks. */
  kept: z.boolean().optional(),
  /** A message is about to name this version: seals it, so that its text stays what the message speaks of. */
  seal: z.boolean().optional(),
  /** With `seal`: the text that the message is about. */
  seen: seenText,
  /** The person left the page or hid it: the text as it is now is worth keeping. Nothing else need be in the save. */
  left: z.boolean().optional(),
});

export const listVersionsInput = z.object({
  canvas_id: id,
  key,
  before: z.number().int().optional(),
  limit: z.number().int().min(1).max(200).optional(),
  /** Not the versions, but every text that stood inside this one. */
  inside: z.number().int().positive().optional(),
});
/** A text that stood inside the version, by its revision. */
const point = z.number().int().positive().optional();
export const loadVersionInput = z.object({ canvas_id: id, key, version: z.number().int().positive(), point });
export const restoreVersionInput = z.object({
  canvas_id: id,
  key,
  version: z.number().int().positive(),
  point,
  save_key: z.string(),
  /** The text that is replaced. */
  seen: seenText,
});

// Without a key these are refused as with a wrong one: that is what a model that calls them has to be told.
const boardKey = z.string().optional().describe("The board's key, from the result's _meta");

export const listBoardInput = z.object({ key: boardKey, query: z.string().optional() });
export const moveOnBoardInput = z.object({
  key: boardKey,
  canvas_id: id,
  to: z.enum(STATUSES),
  /** The revision that the person saw: only that one is approved. */
  revision: z.number().int().min(0),
  note: z.string().optional(),
});
export const openFromBoardInput = z.object({ key: boardKey, canvas_id: id });

export type SaveCanvasInput = z.infer<typeof saveCanvasInput>;
export type BlockInteraction = z.infer<typeof blockInteraction>;
