import { z } from "zod";
import { CHEAT_SHEET } from "./cheat-sheet.ts";
import { defineTool } from "./tool.ts";

export const readMe = defineTool({
  name: "read_me",
  title: "How to use the writing canvas",
  description: "More about the writing canvas, should you need it: not needed for success.",
  input: z.object({}),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  run: async () => ({ content: [{ type: "text", text: CHEAT_SHEET }] }),
});
