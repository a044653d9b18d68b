import { createHash } from "node:crypto";
import { parseCanvasId } from "../../core/document/ids.ts";
import { restoreVersion as restore } from "../../core/document/person/restore-version.ts";
import { restoreVersionInput } from "../../protocol/widget-tools.ts";
import { viewOf } from "./canvas-view.ts";
import { defineTool, momentOf } from "./tool.ts";
import { errorResult, widgetResult } from "./tool-result.ts";
import { badSaveKey, changeAsPerson, isSaveKey } from "./widget-call.ts";

export const restoreVersion = defineTool({
  name: "restore_version",
  title: "Restore a version of a canvas",
  description: "For the canvas widget only: an older text as a new version. Nothing is lost.",
  input: restoreVersionInput,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  shows: "app",
  run: async (args, call) => {
    const { version, point, save_key: key } = args;
    if (!isSaveKey(key)) return errorResult(badSaveKey);
    const fingerprint = createHash("sha256")
      .update(`restore ${args.canvas_id} ${version}${point === undefined ? "" : ` ${point}`}`)
      .digest("base64url");
    const moment = momentOf(call, "person");
    const options = { versions: [version], once: { key, fingerprint } };
    const { store, owner } = call.deps;
    const id = parseCanvasId(args.canvas_id);
    // What a point says never changes: it can be read before the canvas is held.
    const text = point === undefined || id === null ? undefined : await store.canvases.point(owner, id, version, point);
    const changed = await changeAsPerson(call, args, options, (record, texts) =>
      restore(record, texts, version, moment, text, args.seen),
    );
    if (!changed.ok) return errorResult(changed.error);
    const { record } = changed;
    const whose = point === undefined ? `the text of v${version}` : `a text from inside v${version}`;
    const said = `Canvas ${record.document.id} is at v${record.document.version}, with ${whose}.`;
    return widgetResult(said, { kind: "view", view: viewOf(store, record, call) });
  },
});
