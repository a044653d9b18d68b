import { beginDraft, sealHead } from "../../core/document/draft.ts";
import { quoted } from "../../core/feedback/quote-text.ts";
import { listCanvasesInput, listCanvasesOutput } from "../../protocol/model-tools.ts";
import type { CanvasListing } from "../storage/canvas-store.ts";
import { changeCanvas } from "./change-canvas.ts";
import { linkFor } from "./persons-page.ts";
import { type Call, defineTool, momentOf, READS } from "./tool.ts";
import { errorResult } from "./tool-result.ts";

const DEFAULT_LIMIT = 20;

export const listCanvases = defineTool({
  name: "list_canvases",
  title: "List canvases",
  description: `Lists saved canvases, the last changed first: id, title, status, version, words, and whether the person left edits or open comments.
query finds words in titles and texts; status filters (default: all). Read one with read_canvas.`,
  input: listCanvasesInput,
  output: listCanvasesOutput,
  annotations: READS,
  run: async (args, call) => {
    const { store, owner } = call.deps;
    const page = await store.list(owner, {
      limit: args.limit ?? DEFAULT_LIMIT,
      ...(args.status === undefined || args.status === "all" ? {} : { status: args.status }),
      ...(args.query === undefined || args.query.trim() === "" ? {} : { query: args.query }),
      ...(args.cursor === undefined ? {} : { cursor: args.cursor }),
    });
    for (const listing of page.canvases) {
      const error = await sealListed(call, listing);
      if (error !== null) return error;
    }
    const more = page.next === undefined ? [] : [`More: call list_canvases again with cursor: "${page.next}".`];
    const none =
      args.query === undefined && args.status === undefined ? "There are no canvases yet." : "No canvas matches.";
    const lines =
      page.canvases.length === 0
        ? [none]
        : [page.total === 1 ? "1 canvas:" : `${page.total} canvases:`, ...page.canvases.map(lineOf), ...more];
    const link = await linkFor(call);
    if (link !== null) lines.push("", `The person can see them all at ${link}`);
    const notice = await store.notice();
    if (notice !== null) lines.push("", `Tell the person: ${notice}`);
    return {
      content: [{ type: "text", text: lines.join("\n") }],
      structuredContent: {
        canvases: page.canvases.map((canvas) => ({ ...canvas })),
        total: page.total,
        ...(page.next === undefined ? {} : { next: page.next }),
      },
    };
  },
});

/** A number that the model is shown must stand for one text: only the person's versions can still be open. */
async function sealListed(call: Call, listing: CanvasListing): Promise<ReturnType<typeof errorResult> | null> {
  if (listing.lastEditor !== "user") return null;
  const moment = momentOf(call, "model");
  const changed = await changeCanvas(call, listing.id, {}, (record, texts) => ({
    ok: true,
    draft: sealHead(beginDraft(record, texts, moment)),
  }));
  // Deleted since it was listed: nothing is left to seal.
  if (changed.ok || changed.error.code === "unknown_canvas" || changed.error.code === "deleted_canvas") return null;
  return errorResult(changed.error);
}

function lineOf(canvas: CanvasListing): string {
  const open = [
    ...(canvas.edited ? ["edited by the person"] : []),
    ...(canvas.openComments > 0 ? [counted(canvas.openComments, "open comment")] : []),
    ...(canvas.openProposals > 0 ? [counted(canvas.openProposals, "open proposal")] : []),
  ];
  const state = `${canvas.status}, v${canvas.version}, ${counted(canvas.words, "word")}, updated ${canvas.updatedAt}`;
  return `- ${canvas.id} ${quoted(canvas.title)}: ${state}${open.length === 0 ? "" : `; ${open.join(", ")}`}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
