import { z } from "zod";
import { checkText } from "../../../core/document/check-text.ts";
import { keepCanvas } from "../../../core/document/create-canvas.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { MAX_CONTENT_BYTES } from "../../../protocol/limits.ts";
import { createRateLimit, type RateLimit, secondsFrom } from "../../rate-limit/rate-limit.ts";
import { defineAction, givenOnly } from "../action.ts";
import { momentOf } from "../call.ts";
import { checkSaveKey, fingerprintOf, saveKey } from "../inputs.ts";
import { createOnce, type NewCanvas } from "./create-once.ts";

/** More than a person presses the button; little enough that a program in a loop fills no store. */
const KEEPS = { burst: 6, everyMs: 20_000 };

/** In bytes; what is kept of it is shorter. */
const LONGEST_TITLE = 10_000;

export function createKeepLimit(): RateLimit {
  return createRateLimit(KEEPS);
}

/**
 * "Keep this text": what streamed in before the call was stopped becomes a canvas. There is no key yet that shows who calls,
 * so that whoever sees the tools can: it makes a draft that says where it comes from, and nothing else, and not often.
 */
export const keepText = defineAction({
  name: "keep_text",
  description: "Makes a draft of a text whose writing was stopped.",
  by: ["model", "person"],
  needs: "nothing",
  input: z.object({ content: z.string(), title: z.string().optional(), saveKey }),
  run: async (call, { content, title, saveKey: key }): Promise<Outcome<{ readonly record: CanvasRecord }>> => {
    const bad =
      checkText("content", content, MAX_CONTENT_BYTES) ??
      (title === undefined ? null : checkText("title", title, LONGEST_TITLE)) ??
      checkSaveKey(key);
    if (bad !== null) return { ok: false, error: bad };
    const { store, keeps, clock } = call.deps;
    const { owner } = call.who;
    const waitMs = (await keeps?.take(owner, clock())) ?? 0;
    if (waitMs > 0) {
      const seconds = secondsFrom(waitMs);
      const message = `Too many texts were kept in a short time. Try again in ${seconds === 1 ? "1 second" : `${seconds} seconds`}.`;
      return { ok: false, error: { code: "too_many_kept", message } };
    }
    const moment = momentOf(call);
    const once = { key: `keep:${key}`, fingerprint: fingerprintOf({ save_key: key, content, title }) };
    const make = (given: NewCanvas) => ({ change: keepCanvas({ ...given, content, ...givenOnly({ title }) }, moment) });
    // Whoever presses the button reads why not.
    const created = await createOnce(call, once, make, "person");
    if (created.kind === "created") return { ok: true, record: created.made.change.record };
    keeps?.giveBack(owner);
    if (created.kind === "refused") return { ok: false, error: created.error };
    const found = await store.canvases.find(owner, created.id);
    if (found.kind === "found") return { ok: true, record: found.record };
    const message = "The canvas that this save made was deleted since. Save again with a new save_key.";
    return { ok: false, error: { code: "deleted_canvas", message } };
  },
});
