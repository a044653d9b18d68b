import type { Status } from "../../core/records/canvas.ts";
import { quoted } from "../../core/text/quote-text.ts";
import { listCanvasesInput } from "../../protocol/model-tools.ts";
import { lineOf, sealListed } from "./listed-canvas.ts";
import { nearestCanvases } from "./nearest-canvases.ts";
import { linkFor } from "./persons-page.ts";
import { type Call, defineTool, READS } from "./tool.ts";
import { textResult } from "./tool-result.ts";

const DEFAULT_LIMIT = 20;

export const listCanvases = defineTool({
  name: "list_canvases",
  title: "List canvases",
  description:
    "Lists canvases, the last changed first, with what is new from the person. query finds words in titles and texts.",
  input: listCanvasesInput,
  annotations: READS,
  run: async (args, call) => {
    const { store, owner } = call.deps;
    const status = args.status === "all" ? undefined : args.status;
    const page = await store.canvases.list(owner, {
      limit: args.limit ?? DEFAULT_LIMIT,
      reader: call.client ?? "",
      ...(status === undefined ? {} : { status }),
      ...(args.query === undefined || args.query.trim() === "" ? {} : { query: args.query }),
      ...(args.cursor === undefined ? {} : { cursor: args.cursor }),
    });
    const error = await sealListed(call, page.canvases);
    if (error !== null) return error;
    const more = page.next === undefined ? [] : [`More: call list_canvases again with cursor: "${page.next}".`];
    const lines =
      page.canvases.length === 0
        ? await noneFound(call, args.query ?? "", status)
        : [page.total === 1 ? "1 canvas:" : `${page.total} canvases:`, ...page.canvases.map(lineOf), ...more];
    const link = await linkFor(call);
    if (link !== null) lines.push("", `The person can see them all at ${link}`);
    const notice = await store.notice();
    if (notice !== null) lines.push("", `Tell the person: ${notice}`);
    return textResult(lines.join("\n"));
  },
});

/** Why nothing is listed, with the canvases that come nearest to what was sought. */
async function noneFound(call: Call, query: string, status: Status | undefined): Promise<string[]> {
  const column = status === undefined ? "" : ` with status ${status}`;
  if (query.trim() === "")
    return [status === undefined ? "There are no canvases yet." : `There is no canvas${column}.`];
  const near = await nearestCanvases(call, query);
  const names = near.map(({ id, title }) => `${id} ${quoted(title, 80)}`);
  return [
    `No canvas${column} has all of these words.`,
    ...(names.length === 0 ? [] : [`Nearest: ${names.join(", ")}.`]),
  ];
}
