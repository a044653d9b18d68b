import { createHash } from "node:crypto";
import { z } from "zod";
import { checkText } from "../../../core/document/check-text.ts";
import { createCanvas } from "../../../core/document/create-canvas.ts";
import { checkModelStatus } from "../../../core/document/model/check-model-call.ts";
import { judgeRewrite } from "../../../core/document/model/rewrite-canvas.ts";
import { cleanTitle, titleFromContent } from "../../../core/document/title.ts";
import { type CanvasRecord, STATUSES } from "../../../core/records/canvas.ts";
import type { CanvasListing } from "../../../core/records/listing.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { MAX_CONTENT_BYTES } from "../../../protocol/limits.ts";
import { defineAction, givenOnly } from "../action.ts";
import { type Call, momentOf } from "../call.ts";
import { askedComments } from "../inputs.ts";
import { findByTitle } from "../listing/find-by-title.ts";
import { createByModel } from "./create-by-model.ts";
import { createOnce } from "./create-once.ts";

const ONCE_LENGTH = 24;

const input = z.object({
  content: z.string().describe("The markdown text"),
  title: z.string().optional().describe("Default: the first heading"),
  status: z.enum(STATUSES).optional().describe("Of a model's canvas; approved is the person's to set"),
  comments: askedComments.optional().describe("Of a model, on its own text"),
  addresses: z.array(z.string()).optional(),
});

export interface Created {
  readonly record: CanvasRecord;
  /** The same call made it a moment ago. */
  readonly repeated: boolean;
  /** For the model: what was mended in its text, and what it should know of the rest. */
  readonly notes: readonly string[];
  /** For the model; empty for a person. */
  readonly news: string;
  /** Another canvas of the same title, of which the model may not have known. */
  readonly twin: CanvasListing | null;
}

/** A new canvas. */
export const create = defineAction({
  name: "create",
  description: "Makes a new canvas of a markdown text.",
  by: ["model", "person"],
  needs: "nothing",
  input,
  run: async (call, asked): Promise<Outcome<Created>> => {
    const bad =
      checkText("content", asked.content, MAX_CONTENT_BYTES) ??
      (asked.status === undefined ? null : checkModelStatus(asked.status));
    if (bad !== null) return { ok: false, error: bad };
    return call.who.kind === "person" ? byPerson(call, asked) : byModel(call, asked);
  },
});

async function byPerson(
  call: Call,
  { content, title }: { readonly content: string; readonly title?: string | undefined },
): Promise<Outcome<Created>> {
  const moment = momentOf(call);
  // Never a retry: whoever presses twice wants two.
  const once = { key: `page:${call.deps.randomId(ONCE_LENGTH)}`, fingerprint: "page" };
  const created = await createOnce(call, once, (given) => ({
    change: createCanvas({ ...given, content, ...givenOnly({ title }) }, moment),
  }));
  if (created.kind === "refused") return { ok: false, error: created.error };
  if (created.kind === "repeated") throw new Error("A create under a random key cannot repeat");
  return { ok: true, record: created.made.change.record, repeated: false, notes: [], news: "", twin: null };
}

async function byModel(call: Call, asked: z.output<typeof input>): Promise<Outcome<Created>> {
  const { title, status, comments = [], addresses = [] } = asked;
  const { text: content, notes: healed } = judgeRewrite(asked.content, null);
  const bad = checkText("content", content, MAX_CONTENT_BYTES);
  if (bad !== null) return { ok: false, error: bad };
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([content, title ?? null, call.who.client ?? null, call.session ?? null]))
    .digest("base64url");
  const name = (title === undefined ? null : cleanTitle(title)) ?? titleFromContent(content);
  const twin = await findByTitle(call, name);
  const wish = { content, comments: comments.map(givenOnly), addresses, ...givenOnly({ title, status }) };
  const created = await createByModel(call, wish, fingerprint);
  if (!created.ok) return created;
  const isOther = twin !== null && twin.id !== created.record.document.id;
  return { ...created, notes: [...healed, ...created.notes], twin: isOther ? twin : null };
}
