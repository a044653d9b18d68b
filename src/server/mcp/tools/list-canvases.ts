import { listCanvasesInput } from "../../../protocol/model-tools.ts";
import { list } from "../../actions/listing/list.ts";
import { listedLines, noticeLines } from "../../telling/tell-list.ts";
import { linkFor } from "../page-links.ts";
import { asModel, defineTool, READS } from "../tool.ts";
import { errorResult, textResult } from "../tool-result.ts";

export const listCanvases = defineTool({
  name: "list_canvases",
  title: "List canvases",
  description:
    "Lists canvases, the last changed first, with what is new from the person. query finds words in titles and texts.",
  input: listCanvasesInput,
  annotations: READS,
  run: async ({ status: asked, ...args }, call) => {
    const status = asked === "all" ? undefined : asked;
    const listed = await list.run(asModel(call), { ...args, status, withNearest: true });
    if (!listed.ok) return errorResult(listed.error);
    const lines = listedLines(listed, { query: args.query, status });
    const link = await linkFor(call);
    if (link !== null) lines.push("", `The person can see them all at ${link}`);
    return textResult([...lines, ...noticeLines(listed)].join("\n"));
  },
});
