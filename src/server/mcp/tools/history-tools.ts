import { listVersionsInput, loadVersionInput, restoreVersionInput } from "../../../protocol/widget-inputs.ts";
import { viewOf } from "../../actions/canvas-view.ts";
import { listMoments } from "../../actions/history/moments.ts";
import { restore } from "../../actions/history/restore.ts";
import { listVersions as list, loadVersion as load } from "../../actions/history/versions.ts";
import { asPerson, defineTool, READS } from "../tool.ts";
import { errorResult, widgetResult } from "../tool-result.ts";

export const listVersions = defineTool({
  name: "list_versions",
  title: "List the versions of a canvas",
  description: "For the canvas widget only: the history, newest first, with recovery points under their version.",
  input: listVersionsInput,
  annotations: READS,
  shows: "app",
  run: async ({ canvas_id: canvasId, key, before, limit, inside }, call) => {
    const person = asPerson(call, key);
    if (inside !== undefined) {
      const listed = await listMoments.run(person, { canvasId, version: inside });
      if (!listed.ok) return errorResult(listed.error);
      const { id, moments } = listed;
      return widgetResult(`${moments.length} states inside version ${inside} of canvas ${id}.`, {
        kind: "moments",
        moments,
      });
    }
    const listed = await list.run(person, { canvasId, before, limit });
    if (!listed.ok) return errorResult(listed.error);
    const { id, versions, more, kept } = listed;
    const oldest = versions.at(-1)?.version ?? 1;
    const forgotten = more || oldest === 1 ? "" : ` Those before v${oldest} are not kept.`;
    const stays = kept === undefined ? "" : ` This server keeps the newest versions of each canvas, at least ${kept}.`;
    return widgetResult(`${versions.length} versions of canvas ${id}.${forgotten}${stays}`, {
      kind: "versions",
      versions,
      more,
      ...(kept === undefined ? {} : { kept }),
    });
  },
});

export const loadVersion = defineTool({
  name: "load_version",
  title: "Load one version of a canvas",
  description: "For the canvas widget only. Models use read_canvas with version.",
  input: loadVersionInput,
  annotations: READS,
  shows: "app",
  run: async ({ canvas_id: canvasId, key, version: number, point: asked }, call) => {
    const loaded = await load.run(asPerson(call, key), { canvasId, version: number, point: asked });
    if (!loaded.ok) return errorResult(loaded.error);
    const { id, version, point, content } = loaded;
    const what = point === undefined ? `Version ${number}` : `A text from inside version ${number}`;
    return widgetResult(`${what} of canvas ${id}.`, {
      kind: "version",
      version,
      ...(point === undefined ? {} : { point }),
      content,
    });
  },
});

export const restoreVersion = defineTool({
  name: "restore_version",
  title: "Restore a version of a canvas",
  description: "For the canvas widget only: an older text as a new version. Nothing is lost.",
  input: restoreVersionInput,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  shows: "app",
  run: async ({ canvas_id: canvasId, key, version, point, save_key: saveKey, seen }, call) => {
    const person = asPerson(call, key);
    const restored = await restore.run(person, { canvasId, version, point, saveKey, seen });
    if (!restored.ok) return errorResult(restored.error);
    const { record } = restored;
    const whose = point === undefined ? `the text of v${version}` : `a text from inside v${version}`;
    const said = `Canvas ${record.document.id} is at v${record.document.version}, with ${whose}.`;
    return widgetResult(said, { kind: "view", view: viewOf(person, record) });
  },
});
