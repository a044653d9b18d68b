import { z } from "zod";
import { defineTool } from "../tool.ts";

export const readMe = defineTool({
  name: "read_me",
  title: "How to use the writing canvas",
  description: "More about the writing canvas, should you need it: not needed for success.",
  input: z.object({}),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  run: async () => ({ content: [{ type: "text", text: CHEAT_SHEET }] }),
});

/** More than the descriptions say, for a model that wants it. At most 2,500 characters: it is paid for whenever it is read. */
export const CHEAT_SHEET = `# Writing Canvas
A markdown document that you write and the person reads, edits, comments on and approves. Nothing either of you wrote is lost.

## The loop
1. write_canvas({content}) creates it; the first line of the result gives the id, such as HN8B. Do not repeat the text in the chat.
2. The person edits and comments. Every result ends with what is new from them, then "base_version: n".
3. edit_canvas answers with targeted edits. Do not undo what the person wrote unless they ask.
A canvas mentioned that you have not read: call read_canvas first.

## edit_canvas
{"canvas_id": "HN8B", "edits": [{"find": "exact text", "replace": "new text"}]}
- Insert: find the passage before the place; replace it by itself plus the new text. Delete: "replace": "".
- Several places: several edits in one call. If one fails, none is made, and the error says why.
- mode "suggest", each edit with a reason: for texts in_review or approved, or when asked what you would change. The person decides; do not send a rejected text again. withdraw takes your own suggestions back.

## write_canvas on an existing canvas
content is the FULL text, never "(rest unchanged)". With base_version the person's changes since are merged in; where you both changed the same words theirs stay and yours wait as a conflict. A text that looks incomplete is held: confirm applies it.
GitHub-flavoured markdown; raw HTML is shown as text. Only where they must choose, fill in or sort: a fence \`\`\`html canvas, a page that they run in a sandbox; maestro.send("submit", "form", data) in it reaches you.

## Comments
"- Comment k3f9 on \\"limits\\" (line 7): …": change the text and pass "addresses": ["k3f9"]; only the person resolves. Answer: "comments": [{"reply_to": "k3f9", "body": "…"}]. Your own: {"quote": "exact words", "body": "…"}. "- Question k3f9 …": answer it that way; edit only if it asks for that.

## Status
draft, in_review, archived are yours to set; only the person approves. in_review: you think it is ready. Protected text must stay exactly as it is.

## Reading
read_canvas: part "feedback" has everything that the person did, "outline" the headings; version an older text. list_canvases finds by words. show_board shows the person all canvases. await_review waits until they send, approve or close; "Still waiting": call it again.

## The page
Where a result says "The person can open it at …", give them that link once; do not open it yourself.
`;
