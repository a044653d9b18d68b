/** What the model reads before its first canvas. Under 6,000 characters: it is paid for in every conversation. */
export const CHEAT_SHEET = `# Writing Canvas: cheat sheet

A canvas is a markdown document inside the conversation. You write it; the person reads it as it streams in, edits it, comments on it and approves it; you are told exactly what changed. Nothing that either of you writes is lost.

## The loop
1. write_canvas({content}) creates it. The result gives canvas_id (such as HN8B) and base_version.
2. The person edits, comments, and sends "Review my edits on canvas HN8B (v2)".
3. read_canvas({canvas_id}) shows the text, their edits and their comments. A canvas mentioned at a version that you have not seen: call read_canvas first.
4. edit_canvas answers with targeted edits. Back to 2, until they approve.
Every result about a canvas ends with the person's edits since your last text, their open comments, and "base_version: n". Pass that n with your next call.

## write_canvas: create, or rewrite all of it
{"content": "# Title\\n\\nText…", "title"?: "…", "canvas_id"?: "HN8B", "base_version"?: 3, "comments"?, "addresses"?, "status"?}
- Without canvas_id: a new canvas. With it: content is the FULL new text.
- GitHub-flavoured markdown: headings, lists, tasks (- [ ]), tables, fenced code, links, images. No raw HTML: it is shown as text.
- It streams: put the title (# …) and an overview first, then section after section. Do not repeat the document in the chat.
- The person's changes since base_version are merged in. Where both changed the same words theirs stay, and yours stand beside them as a conflict for them to settle.

## edit_canvas: change parts (much cheaper, prefer it)
{"canvas_id": "HN8B", "base_version": 3, "edits": [{"find": "exact text", "replace": "new text"}]}
- find is copied exactly from the canvas as it is now, and must be unique: take enough words, or pass "line" with the line on which it starts.
- All edits are found in the same text, then applied at once; if one fails, none is applied and the error says why and where.
- Insert: find the passage before the place, and replace it by itself plus the new text. Delete: "replace": "".
- "mode": "suggest" offers the edits instead of applying them; give each a "reason". Use it when the document is in_review or approved, or when the person asks what you would change. If the person has asked for suggestions only, edits become suggestions by themselves, and the result says so.
- Do not undo what the person wrote unless they ask.

## Comments
- Theirs come with ids: - On "rate limiting": "Use token bucket?" (comment k3f9). Change the text, then pass "addresses": ["k3f9"] in the same call: it is shown to them as addressed. Only they resolve it.
- Answer or ask: "comments": [{"reply_to": "k3f9", "body": "Done, see Limits."}]
- Comment on a passage: {"anchor": {"quotedText": "exact words of the canvas"}, "body": "…"}. On all of it: {"body": "…"}.
- No edits to make? edit_canvas with "edits": [] may carry comments or a status alone.

## Proposals
Conflicts and your suggestions are settled by the person; what they decided is in the feedback. Do not send a rejected text again.
The person may suggest too ("The user suggests at line 3: …"): make that edit if you agree, which settles it, or say in a comment why not.
Protected text (named in the feedback) must stay exactly as it is: an edit of it is refused; keep its words in a rewrite.

## Status
draft → in_review → approved → archived. You may set draft, in_review and archived; only the person approves. Set in_review when you think it is ready. An approved canvas: change it only when asked. Archived is read-only until they reopen it.

## The page
Where the host shows no canvas, results say where "The person can open it": give the person that link when you first tell them of the canvas, and again only when they ask. Each link opens once; do not open it yourself.

## Waiting for their word
await_review({canvas_id}) waits until they send, approve or close, and returns what they decided with all feedback. Use it when you must not go on without it. "Still waiting": call it again.

## Other tools
- read_canvas({canvas_id, from_line?, to_line?, part?: "feedback" | "outline", version?}): long texts come in pages.
- list_canvases({query?, status?}): find a canvas by words; ids are 4 or more letters and digits.
- show_board({query?, status?}): shows the person their canvases by status, to move and open. Use it when they ask what there is or what is open.

## When something fails
Nothing was written. The error names what was wrong and what to do:
- find_missing: not in the text; the nearest lines are given. find_ambiguous: pass line or a longer find.
- stale_version: the person changed that passage; their lines are given: edit those.
- future_version, unknown_canvas: read_canvas or list_canvases first.
- status_not_allowed: only the person approves. archived: ask them to reopen it.
`;
