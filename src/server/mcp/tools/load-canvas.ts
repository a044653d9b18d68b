import { loadCanvasInput } from "../../../protocol/widget-inputs.ts";
import { viewOf } from "../../actions/canvas-view.ts";
import { load } from "../../actions/reading/load.ts";
import { asPerson, defineTool, READS } from "../tool.ts";
import { errorResult, widgetResult } from "../tool-result.ts";

export const loadCanvas = defineTool({
  name: "load_canvas",
  title: "Load a canvas into its widget",
  description: "For the canvas widget only. Models use read_canvas.",
  input: loadCanvasInput,
  annotations: READS,
  shows: "app",
  run: async ({ canvas_id: canvasId, key, since, base }, call) => {
    const person = asPerson(call, key);
    const loaded = await load.run(person, { canvasId, since, base });
    if (!loaded.ok) return errorResult(loaded.error);
    const { record, state, isUnchanged, isPutBack } = loaded;
    const { id, version } = record.document;
    if (isUnchanged) return widgetResult(`Canvas ${id} is unchanged.`, { kind: "unchanged", state });
    return widgetResult(`Canvas ${id} at v${version}.`, {
      kind: "view",
      view: viewOf(person, record, { state }),
      ...(isPutBack ? { putBack: true } : {}),
    });
  },
});
