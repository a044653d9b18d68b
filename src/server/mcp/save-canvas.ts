import { createHash } from "node:crypto";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { checkText } from "../../core/document/check-text.ts";
import { applyPersonSave, type PersonSave } from "../../core/document/person/apply-person-save.ts";
import type { Refusal } from "../../core/records/refusal.ts";
import { MAX_COMMENT_BODY, MAX_CONTENT_BYTES } from "../../protocol/limits.ts";
import { type SaveCanvasInput, saveCanvasInput } from "../../protocol/widget-tools.ts";
import type { Once } from "../storage/ports.ts";
import { viewOf } from "./canvas-view.ts";
import { keepText } from "./keep-text.ts";
import { type Call, defineTool, momentOf } from "./tool.ts";
import { errorResult, widgetResult } from "./tool-result.ts";
import { badSaveKey, changeAsPerson, isSaveKey } from "./widget-call.ts";

export const saveCanvas = defineTool({
  name: "save_canvas",
  title: "Save the person's work",
  description: "For the canvas widget only: saves what the person did. Models use write_canvas and edit_canvas.",
  input: saveCanvasInput,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  shows: "app",
  run: async (args, call) => {
    const bad = checkTexts(args);
    if (bad !== null) return errorResult(bad);
    if (!isSaveKey(args.save_key)) return errorResult(badSaveKey);
    const fingerprint = createHash("sha256")
      .update(JSON.stringify({ ...args, base_content: undefined, base_hash: undefined, left: undefined }))
      .digest("base64url");
    const once = { key: args.save_key, fingerprint };
    return args.canvas_id === undefined ? keepText(args, call, once) : save(args, args.canvas_id, call, once);
  },
});

async function save(args: SaveCanvasInput, canvasId: string, call: Call, once: Once): Promise<CallToolResult> {
  const moment = momentOf(call, "person");
  const wish = personSaveOf(args);
  const changed = await changeAsPerson(call, { canvas_id: canvasId, key: args.key }, { once }, (record, texts) =>
    applyPersonSave(record, texts, wish, moment),
  );
  if (!changed.ok) return errorResult(changed.error);
  const { record, made } = changed;
  const { id, version, revision } = record.document;
  return widgetResult(`Saved canvas ${id}: v${version}, revision ${revision}.`, {
    kind: "view",
    view: viewOf(call.deps.store, record, call),
    ...(made?.merged === true ? { merged: true } : {}),
    ...(made === null || made.conflicts === 0 ? {} : { conflicts: made.conflicts }),
    ...(made === null || made.notes.length === 0 ? {} : { notes: made.notes }),
  });
}

function personSaveOf(args: SaveCanvasInput): PersonSave {
  const { base_revision, base_hash, base_content, content, title, status, settings } = args;
  return {
    ...(base_revision === undefined ? {} : { baseRevision: base_revision }),
    ...(base_hash === undefined ? {} : { baseHash: base_hash }),
    ...(base_content === undefined ? {} : { baseContent: base_content }),
    ...(content === undefined ? {} : { content }),
    ...(title === undefined ? {} : { title }),
    ...(status === undefined
      ? {}
      : {
          status: {
            to: status.to,
            revision: status.revision,
            ...(status.note === undefined ? {} : { note: status.note }),
          },
        }),
    comments: args.comments ?? [],
    decisions: args.decisions ?? [],
    ...(settings?.suggestOnly === undefined ? {} : { settings: { suggestOnly: settings.suggestOnly } }),
    ...(args.suggest === undefined ? {} : { suggest: args.suggest }),
    ...(args.protect === undefined ? {} : { protect: args.protect }),
    sent: args.sent ?? false,
    ...(args.kept === undefined ? {} : { isKept: args.kept }),
    ...(args.seal === undefined ? {} : { seal: args.seal }),
    ...(args.seen === undefined ? {} : { seen: args.seen }),
    ...(args.left === undefined ? {} : { left: args.left }),
  };
}

function checkTexts(args: SaveCanvasInput): Refusal | null {
  const texts: [string, string | undefined, number][] = [
    ["content", args.content, MAX_CONTENT_BYTES],
    ["base_content", args.base_content, MAX_CONTENT_BYTES],
    ["title", args.title, 10_000],
    ["status.note", args.status?.note, MAX_COMMENT_BODY * 4],
  ];
  (args.comments ?? []).forEach((operation, index) => {
    if ("body" in operation) texts.push([`comments[${index}].body`, operation.body, MAX_COMMENT_BODY * 4]);
    if (operation.op === "add" && operation.anchor !== null) {
      texts.push([`comments[${index}].anchor.quotedText`, operation.anchor.quotedText, MAX_CONTENT_BYTES]);
    }
  });
  (args.protect ?? []).forEach((operation, index) => {
    if (operation.op === "add") texts.push([`protect[${index}].quotedText`, operation.quotedText, MAX_CONTENT_BYTES]);
  });
  (args.decisions ?? []).forEach((decision, index) => {
    if (decision.decision === "edit") texts.push([`decisions[${index}].text`, decision.text, MAX_CONTENT_BYTES]);
  });
  for (const [field, text, most] of texts) {
    const bad = text === undefined ? null : checkText(field, text, most);
    if (bad !== null) return bad;
  }
  return null;
}
