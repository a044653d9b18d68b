import { basename } from "node:path";
import { createCanvas } from "../../core/document/create-canvas.ts";
import type { Moment } from "../../core/document/draft.ts";
import { titleFromContent, UNTITLED } from "../../core/document/title.ts";
import { createUnderFreeId } from "../../server/mcp/create-new-canvas.ts";
import type { Call } from "../../server/mcp/tool.ts";

const KEY_LENGTH = 24;

export interface BoundCanvas {
  readonly id: string;
  readonly isNew: boolean;
}

/** The canvas of this file from an earlier run, so that its history goes on; or null. */
export async function findBound(call: Call, path: string): Promise<BoundCanvas | null> {
  const id = await call.deps.store.files.canvasOf(call.deps.owner, path);
  return id === null ? null : { id, isNew: false };
}

/** A new canvas with the file's text, bound to it. Two processes that do this at once get the same. */
export async function createBound(call: Call, path: string, text: string, moment: Moment): Promise<BoundCanvas> {
  const { store, owner, randomId } = call.deps;
  // A text without a heading would be one more "Untitled".
  const title =
    titleFromContent(text) === UNTITLED ? { title: basename(path).replace(/\.(md|markdown|txt)$/i, "") } : {};
  for (let before = ""; ; ) {
    const once = { key: `file:${path}${before}`, fingerprint: "file" };
    const made = await createUnderFreeId(call, once, (id) => {
      const change = createCanvas({ id, content: text, owner, widgetKey: randomId(KEY_LENGTH), ...title }, moment);
      return { change: { ...change, record: { ...change.record, meta: { file: path } } } };
    });
    if (!("repeatedId" in made)) return { id: made.change.record.document.id, isNew: true };
    const found = await store.canvases.find(owner, made.repeatedId);
    if (found.kind === "found") return { id: made.repeatedId, isNew: false };
    // That one was deleted since.
    before += `\n${made.repeatedId}`;
  }
}
