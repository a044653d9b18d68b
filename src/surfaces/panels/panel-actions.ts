import { z } from "zod";
import { parseCanvasId } from "../../core/document/ids.ts";
import { unsavedLines } from "../../core/document/review/review-words.ts";
import type { Outcome } from "../../protocol/errors.ts";
import type { ActionDefinition } from "../../server/actions/action.ts";
import type { Call } from "../../server/actions/call.ts";
import { list } from "../../server/actions/listing/list.ts";
import { read, readFeedback } from "../../server/actions/reading/read.ts";
import { awaitReview } from "../../server/actions/review/await-review.ts";
import { edit } from "../../server/actions/writing/edit.ts";
import { rewrite } from "../../server/actions/writing/rewrite.ts";
import { editedLines } from "../../server/telling/tell-edit.ts";
import { listedLines, noticeLines } from "../../server/telling/tell-list.ts";
import { readLines } from "../../server/telling/tell-read.ts";
import { answeredLines, cannotAnswerLines, stillWaitingLines } from "../../server/telling/tell-review.ts";
import { heldError, rewrittenLines } from "../../server/telling/tell-write.ts";
import { badInput } from "./bad-input.ts";

/** A call of a model that has panels open. */
export interface PanelCall extends Call {
  /** Canvases that its session waited for without an answer, with the number of the last answer then: the next wait goes on from there. */
  readonly waited: Map<string, number>;
  /** Canvases that its session waits for now, each as often as it does. */
  readonly waits: string[];
}

/** What a model can do with the canvas in a panel: one action of the server's, with some of its fields, and what to say of it. */
export interface PanelAction {
  readonly name: string;
  readonly description: string;
  /** The one that it runs. */
  readonly of: ActionDefinition;
  readonly input: z.ZodObject;
  /** `canvasId`: the panel's, on which it is done unless the input names another. */
  readonly run: (call: PanelCall, canvasId: string, input: unknown) => Promise<Outcome<{ readonly text: string }>>;
}

/** The runtime was measured to wait longer than this for an action. */
const WAIT_S = 300;
const LONGEST_WAIT_S = 3_600;

const { edits, withdraw, baseVersion } = edit.input.shape;
// Approving is the person's.
const modelStatus = z.enum(["draft", "in_review", "archived"]);

export const PANEL_ACTIONS: readonly PanelAction[] = [
  define({
    name: "read_canvas",
    description:
      'Shows the canvas as it is now: its text, its comments, and what is new from the person. Long texts come in pages: go on with from_line. part "outline": the headings; "feedback": as get_feedback.',
    of: read,
    input: read.input
      .pick({ version: true, fromLine: true, toLine: true })
      .extend({ part: z.enum(["all", "outline", "feedback"]).optional() }),
    run: (call, canvasId, { part, ...asked }) =>
      part === "feedback"
        ? feedback(call, canvasId, asked)
        : tell(read.run(call, { ...asked, canvasId, outline: part === "outline" }), (done) => [
            ...readLines(call, done, part === "outline" ? "outline" : "text"),
            done.feedback.text,
          ]),
  }),
  define({
    name: "get_feedback",
    description: "Everything that the person changed and said, told before or not. Call it when they sent the canvas.",
    of: readFeedback,
    input: readFeedback.input.pick({ fromLine: true }),
    run: feedback,
  }),
  define({
    name: "edit_canvas",
    description:
      "Changes parts of the text: each edit replaces find, copied exactly from it, by replace; all of them or none. Also without edits: answers comments, and the like.",
    of: edit,
    input: edit.input.omit({ canvasId: true }).extend({ status: modelStatus.optional() }),
    run: (call, canvasId, asked) => edited(call, { ...asked, canvasId }),
  }),
  define({
    name: "suggest",
    description:
      "Offers edits, each with a reason, for the person to accept or reject: for texts in review or approved.",
    of: edit,
    input: z.object({ edits: edits.unwrap().min(1), baseVersion }),
    run: (call, canvasId, asked) => edited(call, { ...asked, canvasId, mode: "suggest" }),
  }),
  define({
    name: "withdraw",
    description: "Takes back suggestions of your own.",
    of: edit,
    input: z.object({ ids: withdraw.unwrap().min(1) }),
    run: (call, canvasId, { ids: own }) => edited(call, { canvasId, withdraw: own }),
  }),
  define({
    name: "comment",
    description: "Comments on words of the text, or on the whole of it.",
    of: edit,
    input: z.object({
      body: z.string().min(1),
      quote: z.string().optional().describe("Exact words that it is about; without: the whole document"),
    }),
    run: (call, canvasId, comment) => edited(call, { canvasId, comments: [comment] }),
  }),
  define({
    name: "reply",
    description: "Answers a comment. Only the person resolves it.",
    of: edit,
    input: z.object({ replyTo: z.string().describe("Id of the comment"), body: z.string().min(1) }),
    run: (call, canvasId, comment) => edited(call, { canvasId, comments: [comment] }),
  }),
  define({
    name: "set_status",
    description: "Sets the status: in_review when you think that it is ready. Only the person approves.",
    of: edit,
    input: z.object({ status: modelStatus }),
    run: (call, canvasId, { status }) => edited(call, { canvasId, status }),
  }),
  define({
    name: "write_canvas",
    description:
      "Replaces the whole text by content, the FULL new text. What the person changed since base_version is merged in. For anything less use edit_canvas.",
    of: rewrite,
    input: rewrite.input.omit({ canvasId: true }).extend({ status: modelStatus.optional() }),
    run: async (call, canvasId, asked) => {
      const done = await rewrite.run(call, { ...asked, canvasId });
      if (!done.ok) return done;
      if (done.kind === "held") return { ok: false, error: heldError(canvasId, done) };
      return { ok: true, text: joined([...rewrittenLines(done), done.news]) };
    },
  }),
  define({
    name: "await_review",
    description:
      'Waits until the person sends the canvas back, approves it or closes the review. "Still waiting" is no failure: call it again.',
    of: awaitReview,
    input: z.object({ timeoutS: z.number().int().min(1).max(LONGEST_WAIT_S).optional() }),
    run: async (call, canvasId, { timeoutS = WAIT_S }) => {
      const waiting = { since: call.waited.get(canvasId) };
      call.waits.push(canvasId);
      const end = await awaitReview
        .run({ ...call, waiting }, { canvasId, limitMs: timeoutS * 1_000 })
        .finally(() => call.waits.splice(call.waits.indexOf(canvasId), 1));
      if (end.ok && end.kind !== "answered" && end.known !== null) call.waited.set(canvasId, end.known);
      if (!end.ok) return end;
      switch (end.kind) {
        case "answered":
          return { ok: true, text: joined(answeredLines(end)) };
        case "unsaved":
          return { ok: true, text: joined(cannotAnswerLines(canvasId, end.unsaved)) };
        case "waiting":
          return { ok: true, text: joined(stillWaitingLines(canvasId, end.waitedMs)) };
        case "cancelled":
          return { ok: true, text: joined(stillWaitingLines(canvasId, 0)) };
      }
    },
  }),
  define({
    name: "list_canvases",
    description: "Lists all canvases, the last changed first. Another one is opened in a panel of its own.",
    of: list,
    input: list.input.omit({ withNearest: true }),
    run: (call, _, asked) =>
      tell(list.run(call, { ...asked, withNearest: true }), (listed) => [
        ...listedLines(listed, asked),
        ...noticeLines(listed),
      ]),
  }),
];

/** Keeps the input's type inside its own row. */
function define<Input extends z.ZodObject>(
  row: Omit<PanelAction, "input" | "run"> & {
    readonly input: Input;
    readonly run: (
      call: PanelCall,
      canvasId: string,
      input: z.output<Input>,
    ) => Promise<Outcome<{ readonly text: string }>>;
  },
): PanelAction {
  // Words that results say ("call read_canvas with canvas_id …") can be followed as they stand.
  const canvasId = z.string().optional().describe("Another canvas than the panel's");
  const input = z.strictObject({ canvasId, ...row.input.shape });
  return {
    ...row,
    input,
    run: async (call, ofPanel, given) => {
      const asked = input.safeParse(given ?? {});
      if (!asked.success)
        return { ok: false, error: badInput(asked.error, "list_canvas_capabilities shows what is expected.") };
      const { canvasId: other, ...rest } = asked.data as z.output<Input> & { readonly canvasId?: string };
      const id = other === undefined ? ofPanel : (parseCanvasId(other) ?? other);
      const done = await row.run(call, id, rest as z.output<Input>);
      // Whatever else it is shown of the canvas ends its wait.
      if (row.of !== awaitReview && done.ok) call.waited.delete(id);
      return done;
    },
  };
}

async function tell<T extends object>(
  outcome: Promise<Outcome<T>>,
  lines: (done: T) => readonly string[],
): Promise<Outcome<{ readonly text: string }>> {
  const done = await outcome;
  return done.ok ? { ok: true, text: joined(lines(done)) } : done;
}

function feedback(call: Call, canvasId: string, { fromLine }: { readonly fromLine?: number | undefined }) {
  return tell(readFeedback.run(call, { canvasId, fromLine }), (done) => [...unsavedLines(done), done.news]);
}

function edited(call: Call, input: z.output<typeof edit.input>) {
  return tell(edit.run(call, input), (done) => [...editedLines(input.edits?.length ?? 0, done), done.news]);
}

function joined(lines: readonly string[]): string {
  return lines.join("\n");
}
