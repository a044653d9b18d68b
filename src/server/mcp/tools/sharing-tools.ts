import { noteExportInput, shareCanvasInput } from "../../../protocol/widget-inputs.ts";
import { viewOf } from "../../actions/canvas-view.ts";
import { noteExport as noteExportAction } from "../../actions/sharing/audit.ts";
import { linkOf } from "../../actions/sharing/people.ts";
import { leave, share } from "../../actions/sharing/share.ts";
import { asPerson, defineTool, READS } from "../tool.ts";
import { errorResult, widgetResult } from "../tool-result.ts";

export const shareCanvas = defineTool({
  name: "share_canvas",
  title: "Share a canvas from its widget",
  description: "For the canvas widget only. A model never shares: the person does.",
  input: shareCanvasInput,
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  shows: "app",
  run: async ({ canvas_id: canvasId, key, change }, call) => {
    const person = asPerson(call, key);
    if (change.op === "leave") {
      const left = await leave.run(person, { canvasId });
      if (!left.ok) return errorResult(left.error);
      const message = `Canvas ${left.id} is no longer shared with you.`;
      return errorResult({ code: "unknown_canvas", message });
    }
    const shared = await share.run(person, { canvasId, change });
    if (!shared.ok) return errorResult(shared.error);
    const link = await linkOf(person, shared);
    return widgetResult(`Who canvas ${shared.record.document.id} is shared with was changed.`, {
      kind: "view",
      view: viewOf(person, shared.record),
      ...(link === null ? {} : { link }),
    });
  },
});

export const noteExport = defineTool({
  name: "note_export",
  title: "Note that a canvas was exported",
  description: "For the canvas widget only.",
  input: noteExportInput,
  // Whoever may only read exports, too, and it is to be noted: nothing of the canvas is changed.
  annotations: READS,
  shows: "app",
  run: async ({ canvas_id: canvasId, key, form }, call) => {
    const noted = await noteExportAction.run(asPerson(call, key), { canvasId, form });
    return noted.ok ? widgetResult("Noted.", { kind: "noted" }) : errorResult(noted.error);
  },
});
