import type { VersionSummary } from "../../core/records/history.ts";
import { listVersionsInput } from "../../protocol/widget-tools.ts";
import { openHead } from "./open-head.ts";
import { defineTool } from "./tool.ts";
import { errorResult, widgetResult } from "./tool-result.ts";
import { loadAsPerson } from "./widget-call.ts";

const DEFAULT_LIMIT = 50;

export const listVersions = defineTool({
  name: "list_versions",
  title: "List the versions of a canvas",
  description: "For the canvas widget only: the history, newest first, with recovery points under their version.",
  input: listVersionsInput,
  annotations: { readOnlyHint: true, openWorldHint: false },
  shows: "app",
  run: async (args, call) => {
    const loaded = await loadAsPerson(call, args);
    if (!loaded.ok) return errorResult(loaded.error);
    const { record } = loaded;
    const { store, owner } = call.deps;
    const limit = args.limit ?? DEFAULT_LIMIT;
    const { id, version } = record.document;
    const showsHead = !record.head.sealed && (args.before === undefined || args.before > version);
    const wanted = showsHead ? limit : limit + 1;
    const sealed = await store.canvases.versions(owner, id, {
      limit: wanted,
      before: Math.min(args.before ?? version + 1, version + 1),
    });
    let versions: VersionSummary[] = [...sealed];
    if (showsHead) {
      versions = [await openHead(call, record), ...versions.filter((each) => each.version < version)];
    }
    const more = versions.length > limit;
    return widgetResult(`${versions.length} versions of canvas ${id}.`, {
      kind: "versions",
      versions: versions.slice(0, limit),
      more,
    });
  },
});
