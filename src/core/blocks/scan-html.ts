/** A part of an HTML text. `raw`: all that stands between the tags of an element in which there are no others. */
export type Piece =
  | { readonly kind: "tag"; readonly name: string; readonly from: number; readonly to: number; readonly isEnd: boolean }
  | { readonly kind: "raw"; readonly name: string; readonly from: number; readonly to: number }
  | { readonly kind: "text"; readonly from: number; readonly to: number };

const RAW = new Set(["script", "style", "textarea", "title"]);

/**
 * Elements inside of which a browser may take a tag for text, or a text for a tag, other than it is done here: frames,
 * what is drawn only without scripts, templates (which drop tags behind a column), formulas.
 */
const UNSURE = new Set("frame frameset iframe math noembed noframes noscript plaintext template xmp".split(" "));

/** What may stand in a drawing. Of these none holds HTML, ends the drawing or is text as a whole. */
const DRAWN = new Set(
  "circle clippath defs ellipse g line lineargradient marker mask path pattern polygon polyline radialgradient rect stop symbol text tspan use".split(
    " ",
  ),
);

/**
 * The parts of an HTML text, in order, as every browser reads them. It ends early where they might not agree: then nothing is
 * known of what follows.
 */
export function* scanHtml(html: string): Generator<Piece, void> {
  let isDrawing = false;
  let hasSelect = false;
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    if (open > at) yield { kind: "text", from: at, to: open };
    if (open < 0) {
      yield { kind: "text", from: at, to: html.length };
      return;
    }
    if (!TAG_START.test(html.slice(open + 1, open + 3))) {
      const end = markupEnd(html, open);
      if (end === null || (isDrawing && html[open + 1] === "!" && !html.startsWith("<!--", open))) return;
      at = end;
      continue;
    }
    const tag = readTag(html, open);
    if (tag === null) return;
    const { name, isEnd, isSelfClosing, to } = tag;
    if (isDrawing ? !DRAWN.has(name) && !(isEnd && name === "svg") : UNSURE.has(name)) return;
    if (name === "svg") isDrawing = !isEnd && !isSelfClosing;
    hasSelect ||= name === "select";
    yield { kind: "tag", name, from: open, to, isEnd };
    at = to;
    if (isEnd || isDrawing || !RAW.has(name)) continue;
    // Some browsers leave these out of a list of choices, and read what is in them as tags.
    if (hasSelect && name !== "script") return;
    const end = rawEnd(html, to, name);
    if (end === null) return;
    yield { kind: "raw", name, from: to, to: end };
    at = end;
  }
}

const TAG_START = /^\/?[a-z]/i;
const DOCTYPE = /<!doctype[^>]*>/iy;

/** Where a comment, a doctype or a sign that begins no tag ends; null: browsers may see it differently. */
function markupEnd(html: string, open: number): number | null {
  if (html.startsWith("<!--", open)) {
    const end = html.indexOf("-->", open + 4);
    const inside = html.slice(open + 4, end);
    return end < 0 || /^-?>|--!>|<!--|-$/.test(inside) ? null : end + 3;
  }
  DOCTYPE.lastIndex = open;
  const doctype = DOCTYPE.exec(html);
  if (doctype !== null) return open + doctype[0].length;
  return /[!?/]/.test(html[open + 1] ?? "") ? null : open + 1;
}

/** Where the text of an element ends that holds no others; null where it has no plain end, or begins as a comment does. */
function rawEnd(html: string, from: number, name: string): number | null {
  const found = new RegExp(`</${name}`, "i").exec(html.slice(from));
  if (found === null) return null;
  const end = from + found.index;
  const isPlain = /^[\t\n\f\r ]*>/.test(html.slice(end + name.length + 2, end + name.length + 100));
  return !isPlain || html.slice(from, end).includes("<!--") ? null : end;
}

interface ReadTag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly isSelfClosing: boolean;
  readonly to: number;
}

const NAME_END = /[\t\n\f\r />]/g;
const ATTRIBUTE_NAME_END = /[\t\n\f\r />=]/g;
const UNQUOTED_END = /[\t\n\f\r >]/g;
const SPACE = /[\t\n\f\r ]*/y;

/** The tag at `open`, by the rules that browsers share; null where the text ends inside it. */
function readTag(html: string, open: number): ReadTag | null {
  const isEnd = html[open + 1] === "/";
  const start = open + (isEnd ? 2 : 1);
  let at = indexOf(NAME_END, html, start);
  const name = html.slice(start, at).toLowerCase();
  for (;;) {
    at = skipSpace(html, at);
    if (at >= html.length) return null;
    if (html[at] === ">") return { name, isEnd, isSelfClosing: false, to: at + 1 };
    if (html[at] === "/") {
      if (html[at + 1] === ">") return { name, isEnd, isSelfClosing: true, to: at + 2 };
      at++;
      continue;
    }
    // A name may begin with "=".
    at = skipSpace(html, indexOf(ATTRIBUTE_NAME_END, html, at + 1));
    if (html[at] !== "=") continue;
    at = skipSpace(html, at + 1);
    const quote = html[at];
    if (quote === '"' || quote === "'") {
      const close = html.indexOf(quote, at + 1);
      if (close < 0) return null;
      at = close + 1;
    } else if (quote !== ">") at = indexOf(UNQUOTED_END, html, at);
  }
}

function indexOf(pattern: RegExp, html: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? html.length;
}

function skipSpace(html: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.exec(html);
  return SPACE.lastIndex;
}
