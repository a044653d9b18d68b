import { createHash } from "node:crypto";
import { restoreVersion as restore } from "../../core/document/restore-version.ts";
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
    const { version, save_key: key } = args;
    if (!isSaveKey(key)) return errorResult(badSaveKey);
    const fingerprint = createHash("sha256").update(`restore ${args.canvas_id} ${version}`).digest("base64url");
    const moment = momentOf(call, "person");
    const options = { versions: [version], once: { key, fingerprint } };
    const changed = await changeAsPerson(call, args, options, (record, texts) =>
      restore(record, texts, version, moment),
    );
    if (!changed.ok) return errorResult(changed.error);
    const { record } = changed;
    const text = `Canvas ${record.document.id} is at v${record.document.version}, with the text of v${version}.`;
    return widgetResult(text, { kind: "view", view: viewOf(call.deps.store, record, call) });
  },
});
