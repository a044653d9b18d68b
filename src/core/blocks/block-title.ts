import { wholeEnd } from "../text/quote-text.ts";
import { scanHtml } from "./scan-html.ts";

const LONGEST = 120;
const HEADING = /^h[1-6]$/;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** What a block is called: its `<title>`, else its first heading, in one line and as plain text; null: nothing. */
export function blockTitle(html: string): string | null {
  let heading: string | null = null;
  let open: { readonly name: string; text: string } | null = null;
  for (const piece of scanHtml(html)) {
    const text = html.slice(piece.from, piece.to);
    if (piece.kind === "raw" && piece.name === "title") {
      const title = plain(text);
      if (title !== null) return title;
    }
    if (piece.kind === "text" && open !== null) open.text += text;
    if (piece.kind !== "tag" || heading !== null) continue;
    if (piece.isEnd && piece.name === open?.name) {
      heading = plain(open.text);
      open = null;
    } else if (!piece.isEnd && open === null && HEADING.test(piece.name)) open = { name: piece.name, text: "" };
  }
  return heading;
}

function plain(text: string): string | null {
  const words = text
    .replace(/&([a-z]+);/g, (all, name: string) => ENTITIES[name] ?? all)
    .replace(/[\p{Cc}\p{Cs}\p{Z}]+/gu, " ")
    .trim();
  if (words === "") return null;
  return words.length <= LONGEST ? words : `${words.slice(0, wholeEnd(words, LONGEST - 1))}…`;
}
