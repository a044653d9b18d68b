import { listCanvasesInput, listCanvasesOutput } from "../../protocol/model-tools.ts";
import { lineOf, sealListed } from "./listed-canvas.ts";
import { linkFor } from "./persons-page.ts";
import { defineTool, READS } from "./tool.ts";

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
    const error = await sealListed(call, page.canvases);
    if (error !== null) return error;
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
