import { z } from "zod";
import { CHEAT_SHEET } from "./cheat-sheet.ts";
import { defineTool } from "./tool.ts";

export const readMe = defineTool({
  name: "read_me",
  title: "How to use the writing canvas",
  description: "Returns the Writing Canvas cheat sheet. Call once before the first write_canvas of a conversation.",
  input: z.object({}),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  run: async () => ({ content: [{ type: "text", text: CHEAT_SHEET }] }),
});
