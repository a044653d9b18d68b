import { headVersion } from "../../core/document/version-record.ts";
import { loadVersionInput } from "../../protocol/widget-tools.ts";
import { defineTool } from "./tool.ts";
import { errorResult, toolError, widgetResult } from "./tool-result.ts";
import { loadAsPerson } from "./widget-call.ts";

export const loadVersion = defineTool({
  name: "load_version",
  title: "Load one version of a canvas",
  description: "For the canvas widget only. Models use read_canvas with version.",
  input: loadVersionInput,
  annotations: { readOnlyHint: true, openWorldHint: false },
  shows: "app",
  run: async (args, call) => {
    const loaded = await loadAsPerson(call, args);
    if (!loaded.ok) return errorResult(loaded.error);
    const { record } = loaded;
    const { store, owner } = call.deps;
    const { id, version: newest } = record.document;
    const kept = await store.version(owner, id, args.version);
    const before = kept === null && newest > 1 ? await store.version(owner, id, newest - 1) : null;
    const found = kept ?? (args.version === newest ? headVersion(record, before?.content ?? "", false) : null);
    if (found === null) {
      return toolError("unknown_version", `Canvas ${id} has no version ${args.version}; the newest is ${newest}.`);
    }
    const { content, ...version } = found;
    return widgetResult(`Version ${args.version} of canvas ${id}.`, { kind: "version", version, content });
  },
});
