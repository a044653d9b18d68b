import { z } from "zod";
import { createCanvas } from "../../../core/document/create-canvas.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { defineAction, givenOnly } from "../action.ts";
import { type Call, momentOf } from "../call.ts";
import { createOnce, type NewCanvas } from "../writing/create-once.ts";

export interface BoundCanvas {
  readonly id: string;
  readonly isNew: boolean;
}

/** The canvas of this file from an earlier run, so that its history goes on; or null. */
export async function findBound({ deps, who }: Call, path: string): Promise<BoundCanvas | null> {
  const id = await deps.store.files.canvasOf(who.owner, path);
  return id === null ? null : { id, isNew: false };
}

/** A new canvas with the file's text, bound to it. Two processes that do this at once get the same. */
export const bindFile = defineAction({
  name: "bind_file",
  description: "Makes a canvas of a file's text, which the file is kept the same as.",
  by: ["person", "model"],
  needs: "nothing",
  input: z.object({
    path: z.string().describe("The file's real path"),
    content: z.string(),
    title: z.string().optional(),
  }),
  run: async (call, { path, content, title }): Promise<Outcome<BoundCanvas>> => {
    const moment = momentOf(call);
    for (let before = ""; ; ) {
      const once = { key: `file:${path}${before}`, fingerprint: "file" };
      const make = (given: NewCanvas) => {
        const change = createCanvas({ ...given, content, ...givenOnly({ title }) }, moment);
        return { change: { ...change, record: { ...change.record, meta: { file: path } } } };
      };
      // A command binds: its words are on the person's terminal.
      const created = await createOnce(call, once, make, "person");
      if (created.kind === "refused") return { ok: false, error: created.error };
      if (created.kind === "created") return { ok: true, id: created.made.change.record.document.id, isNew: true };
      const found = await call.deps.store.canvases.find(call.who.owner, created.id);
      if (found.kind === "found") return { ok: true, id: created.id, isNew: false };
      // That one was deleted since.
      before += `\n${created.id}`;
    }
  },
});
