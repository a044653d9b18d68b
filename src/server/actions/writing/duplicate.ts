import { z } from "zod";
import { cleanTitle } from "../../../core/document/title.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { defineAction } from "../action.ts";
import { findCanvas } from "../find-canvas.ts";
import { canvasId } from "../inputs.ts";
import { type Created, create } from "./create.ts";

/** A draft of the same text under a name of its own. History, comments and suggestions stay with the first. */
export const duplicate = defineAction({
  name: "duplicate",
  description: "Makes a new draft of a canvas's text.",
  by: ["person"],
  needs: "view",
  input: z.object({ canvasId }),
  run: async (call, { canvasId: id }): Promise<Outcome<Created>> => {
    const found = await findCanvas(call, id);
    if (!found.ok) return found;
    const { title, content } = found.record.document;
    return create.run(call, { content, title: cleanTitle(`Copy of ${title}`) ?? undefined });
  },
});
