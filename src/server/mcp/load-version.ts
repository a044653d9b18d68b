import type { CallToolResult } from "@modelcontextprotocol/server";
import { pointNotKept } from "../../core/document/person/restore-version.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { VersionSummary } from "../../core/records/history.ts";
import { loadVersionInput } from "../../protocol/widget-tools.ts";
import { openHead } from "./open-head.ts";
import { type Call, defineTool } from "./tool.ts";
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
    if (args.point !== undefined) return loadPoint(call, record, args.version, args.point);
    const { store, owner } = call.deps;
    const { id, version: newest, content: text } = record.document;
    const kept = await store.canvases.version(owner, id, args.version);
    if (kept === null && args.version !== newest) {
      return toolError("unknown_version", `Canvas ${id} has no version ${args.version}; the newest is ${newest}.`);
    }
    const { content, ...version } = kept ?? { ...(await openHead(call, record)), content: text };
    return widgetResult(`Version ${args.version} of canvas ${id}.`, { kind: "version", version, content });
  },
});

async function loadPoint(call: Call, record: CanvasRecord, number: number, revision: number): Promise<CallToolResult> {
  const { store, owner } = call.deps;
  const { id } = record.document;
  const version = await summaryOf(call, record, number);
  const found = await store.canvases.point(owner, id, number, revision);
  if (version === null || found === null) return toolError("unknown_version", pointNotKept(id, number));
  const { content, version: _, ...point } = found;
  return widgetResult(`A text from inside version ${number} of canvas ${id}.`, {
    kind: "version",
    version,
    point,
    content,
  });
}

/** Without reading the version's text: a point can be had although that is damaged. */
async function summaryOf(call: Call, record: CanvasRecord, version: number): Promise<VersionSummary | null> {
  const { id, version: newest } = record.document;
  if (version === newest && !record.head.sealed) return openHead(call, record);
  const [kept] = await call.deps.store.canvases.versions(call.deps.owner, id, { limit: 1, before: version + 1 });
  return kept?.version === version ? kept : null;
}
