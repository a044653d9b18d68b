import { fitBase } from "../../core/document/versions/past-texts.ts";
import { loadCanvasInput } from "../../protocol/widget-tools.ts";
import { stateOf, viewOf } from "./canvas-view.ts";
import { defineTool } from "./tool.ts";
import { errorResult, widgetResult } from "./tool-result.ts";
import { loadAsPerson } from "./widget-call.ts";

export const loadCanvas = defineTool({
  name: "load_canvas",
  title: "Load a canvas into its widget",
  description: "For the canvas widget only. Models use read_canvas.",
  input: loadCanvasInput,
  annotations: { readOnlyHint: true, openWorldHint: false },
  shows: "app",
  run: async (args, call) => {
    const loaded = await loadAsPerson(call, args);
    if (!loaded.ok) return errorResult(loaded.error);
    const { record } = loaded;
    const { id, version } = record.document;
    const state = stateOf(record);
    const { base } = args;
    const putBack = base !== undefined && fitBase(record, base) === "elsewhere";
    if (args.since === state && !putBack)
      return widgetResult(`Canvas ${id} is unchanged.`, { kind: "unchanged", state });
    return widgetResult(`Canvas ${id} at v${version}.`, {
      kind: "view",
      view: viewOf(call.deps.store, record, { client: call.client, state }),
      ...(putBack ? { putBack } : {}),
    });
  },
});
