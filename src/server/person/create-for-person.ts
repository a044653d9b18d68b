import { checkText } from "../../core/document/check-text.ts";
import { createCanvas } from "../../core/document/create-canvas.ts";
import { cleanTitle } from "../../core/document/title.ts";
import type { Outcome } from "../../protocol/errors.ts";
import { MAX_CONTENT_BYTES } from "../../protocol/limits.ts";
import { createUnderFreeId } from "../mcp/create-new-canvas.ts";
import { type Call, momentOf } from "../mcp/tool.ts";
import { loadForPerson } from "./page-canvas.ts";

const KEY_LENGTH = 24;

type Made = Outcome<{ readonly id: string }>;

/** A new canvas by the person. */
export async function createForPerson(
  call: Call,
  { title, content = "" }: { readonly title?: string | undefined; readonly content?: string | undefined },
): Promise<Made> {
  const bad = checkText("content", content, MAX_CONTENT_BYTES);
  if (bad !== null) return { ok: false, error: bad };
  const { owner, randomId } = call.deps;
  const moment = momentOf(call, "person");
  const once = { key: `page:${randomId(KEY_LENGTH)}`, fingerprint: "page" };
  const made = await createUnderFreeId(call, once, (id) => ({
    change: createCanvas(
      { id, content, owner, widgetKey: randomId(KEY_LENGTH), ...(title === undefined ? {} : { title }) },
      moment,
    ),
  }));
  return { ok: true, id: "repeatedId" in made ? made.repeatedId : made.change.record.document.id };
}

/** A draft of the same text under a name of its own. History, comments and suggestions stay with the first. */
export async function duplicateForPerson(call: Call, id: string): Promise<Made> {
  const loaded = await loadForPerson(call.deps, id);
  if (!loaded.ok) return loaded;
  const { title, content } = loaded.record.document;
  const copied = cleanTitle(`Copy of ${title}`);
  return createForPerson(call, { content, ...(copied === null ? {} : { title: copied }) });
}
