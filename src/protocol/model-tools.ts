import { z } from "zod";
import { STATUSES } from "../core/document/records.ts";

/** What the model sends and gets. Descriptions for the model stand in the tool's own file; field notes stand here. */

const canvasId = z.string().describe('The id of the canvas, such as "HN8B"');
const baseVersion = z
  .number()
  .int()
  .positive()
  .describe("The base_version that ended the last result you saw for this canvas");
const status = z.enum(STATUSES).describe("draft, in_review or archived; only the person can approve");

// JSON text or an array: models produce both. On a passage (anchor.quotedText, or quote), on the whole document
// (neither), or an answer (reply_to). The insides are checked by the handler, which can name index and field.
const comments = z
  .union([z.string(), z.array(z.unknown())])
  .describe(
    'Comments to add: [{"anchor":{"quotedText":"exact words"},"body":"…"}], or {"reply_to":"k3f9","body":"…"} to answer one',
  );
const addresses = z.array(z.string()).describe("Ids of the person's comments that this change deals with");

export const writeCanvasInput = z.object({
  content: z.string().describe("The whole markdown text"),
  title: z.string().optional().describe("Defaults to the first H1"),
  canvas_id: canvasId.optional().describe("Of an existing canvas to rewrite; leave out to create a new one"),
  base_version: baseVersion.optional(),
  comments: comments.optional(),
  addresses: addresses.optional(),
  status: status.optional(),
});

export const editCanvasInput = z.object({
  canvas_id: canvasId,
  edits: z.array(
    z.object({
      find: z.string().describe("Exact text to replace, unique in the canvas"),
      replace: z.string().describe("What stands there instead"),
      line: z
        .number()
        .int()
        .positive()
        .optional()
        .describe("The line on which `find` starts, when it occurs several times"),
      reason: z.string().optional().describe("Why, shown to the person with a suggestion"),
    }),
  ),
  base_version: baseVersion.optional(),
  mode: z.enum(["apply", "suggest"]).optional().describe("suggest: leave the text and offer the edits to the person"),
  comments: comments.optional(),
  addresses: addresses.optional(),
  status: status.optional(),
});

export const readCanvasInput = z.object({
  canvas_id: canvasId,
  version: z.number().int().positive().optional().describe("An older version; the newest when left out"),
  from_line: z.number().int().positive().optional(),
  to_line: z.number().int().positive().optional(),
  part: z.enum(["all", "feedback", "outline"]).optional(),
});

export const listCanvasesInput = z.object({
  status: z.enum([...STATUSES, "all"]).optional(),
  query: z.string().optional().describe("Words in the title or the text"),
  limit: z.number().int().min(1).max(200).optional(),
  cursor: z.string().optional(),
});

export const showBoardInput = z.object({
  query: z.string().optional().describe("Words in the title or the text"),
  status: z.enum(STATUSES).optional().describe("The column to list and to open on; the others are shown too"),
});

export const awaitReviewInput = z.object({
  canvas_id: canvasId,
  timeout_s: z
    .number()
    .int()
    .min(1)
    .max(3600)
    .optional()
    .describe("How long this call waits, in seconds; best left out, since it then fits your client's own limit"),
});

/** What every result about one canvas carries for programs. */
export const canvasOutput = z.object({
  canvasId: z.string(),
  checkpointId: z.string(),
  version: z.number(),
  title: z.string(),
  status: z.enum(STATUSES),
});
export type CanvasOutput = z.infer<typeof canvasOutput>;

/** What await_review returns for programs. While it waits no version is named: the person may still be typing in it. */
export const awaitReviewOutput = canvasOutput
  .partial()
  .required({ canvasId: true })
  .extend({ outcome: z.enum(["approved", "changes", "closed", "waiting"]), note: z.string().optional() });
export type AwaitReviewOutput = z.infer<typeof awaitReviewOutput>;

/** What list_canvases returns for programs. */
export const listCanvasesOutput = z.object({
  canvases: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      status: z.enum(STATUSES),
      version: z.number(),
      revision: z.number(),
      updatedAt: z.string(),
      createdAt: z.string(),
      lastEditor: z.enum(["user", "claude"]),
      words: z.number(),
      openComments: z.number(),
      openProposals: z.number(),
      edited: z.boolean(),
    }),
  ),
  total: z.number(),
  next: z.string().optional(),
});

/** What show_board returns for programs. */
export const showBoardOutput = z.object({
  totals: z.object({ draft: z.number(), in_review: z.number(), approved: z.number(), archived: z.number() }),
});
