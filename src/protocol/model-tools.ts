import { z } from "zod";
import { STATUSES } from "../core/records/canvas.ts";

/**
 * What the model sends and gets. Descriptions of the tools stand in their own files; notes on fields stand here, as short as
 * can be: every model reads them before its first word.
 */

const canvasId = z.string();
const wholeNumber = z.number().int().min(1);
const baseVersion = wholeNumber.describe("As the last result gave it");
const words = z.string().describe("Words in title or text");

// Approving is the person's: a model that asks for it is told so in words, which an enum's error would not do.
const status = z.enum(STATUSES);
const modelStatus = z.enum(["draft", "in_review", "archived"]);

// Models also send JSON text, and the forms that `alsoKnown` names. The handler checks the insides: it can name index and field.
const comments = z.union([z.string(), z.array(z.unknown())]);
const commentForm = z.array(
  z.object({
    quote: z.string().optional().describe("Exact words that it is about"),
    body: z.string(),
    reply_to: z.string().optional().describe("Id of a comment to answer"),
  }),
);

/** How a field is announced, where more is accepted than a model should be told. */
export interface Announced {
  readonly form: z.ZodType;
  /** Keys of its objects that are understood without being announced. */
  readonly alsoKnown?: readonly string[];
}

export const ANNOUNCED: ReadonlyMap<z.ZodType, Announced> = new Map<z.ZodType, Announced>([
  [status, { form: modelStatus }],
  [comments, { form: commentForm, alsoKnown: ["anchor", "quotedText", "quoted_text", "text", "comment", "replyTo"] }],
]);

const addresses = z.array(z.string()).describe("Ids of the person's comments that this deals with");

export const writeCanvasInput = z.object({
  content: z.string().optional().describe("The whole markdown text (leave out only with confirm)"),
  title: z.string().optional().describe("Default: the first H1"),
  canvas_id: z.string().optional().describe("To rewrite this one, such as HN8B"),
  base_version: baseVersion.optional(),
  comments: comments.optional(),
  addresses: addresses.optional(),
  status: status.optional(),
  allow_removal: z.boolean().optional().describe("Rewrite even if much is removed"),
  confirm: z.string().optional().describe("Applies a text that was held back"),
});

export const editCanvasInput = z.object({
  canvas_id: canvasId,
  edits: z
    .array(
      z.object({
        find: z.string().describe("Exact text, unique in the canvas"),
        replace: z.string(),
        line: wholeNumber.optional().describe("Where find starts, if it is not unique"),
        reason: z.string().optional().describe("Shown with a suggestion"),
      }),
    )
    .default([]),
  base_version: baseVersion.optional(),
  mode: z.enum(["apply", "suggest"]).optional(),
  comments: comments.optional(),
  addresses: addresses.optional(),
  withdraw: z.array(z.string()).optional().describe("Ids of your own suggestions to take back"),
  status: status.optional(),
});

export const readCanvasInput = z.object({
  canvas_id: canvasId,
  version: wholeNumber.optional().describe("An older one"),
  from_line: wholeNumber.optional(),
  to_line: wholeNumber.optional(),
  part: z.enum(["all", "feedback", "outline"]).optional(),
});

export const listCanvasesInput = z.object({
  status: z.enum([...STATUSES, "all"]).optional(),
  query: words.optional(),
  limit: z.number().int().min(1).max(200).optional(),
  cursor: z.string().optional(),
});

export const showBoardInput = z.object({
  query: words.optional(),
  status: z.enum(STATUSES).optional().describe("Column to open on"),
});

export const awaitReviewInput = z.object({
  canvas_id: canvasId,
  timeout_s: z.number().int().min(1).max(3600).optional().describe("Best left out: then it fits your client's limit"),
});
