/** A place in a style sheet that names something to load. */
export interface CssReference {
  readonly from: number;
  readonly to: number;
  readonly reference: string;
  /** "sheet": what `@import` names; "url": a picture, a font, anything else. */
  readonly kind: "sheet" | "url";
}

const NAME = /[a-z0-9_\-\u0080-\uffff]/i;
/** Functions in which a plain text names something to load. */
const NAMES_IN_TEXT = /^(?:-webkit-)?image-set$|^src$/i;

/**
 * Everything that a style sheet would load, in order. It reads comments, texts and escapes as browsers do; a name that hides
 * behind escapes is not found, and stays what it is.
 */
export function cssReferences(css: string): readonly CssReference[] {
  const found: CssReference[] = [];
  /** Names of the functions that are open, the inmost last. */
  const open: string[] = [];
  let rule = "";
  let at = 0;
  while (at < css.length) {
    const char = css[at]!;
    if (css.startsWith("/*", at)) at = after(css, "*/", at + 2);
    else if (char === '"' || char === "'") {
      const to = endOfText(css, at);
      const isNamed = rule === "import" || NAMES_IN_TEXT.test(open.at(-1) ?? "");
      if (isNamed) found.push(made(at, to, insideOf(css, at, to), rule));
      if (rule === "import") rule = "rest";
      at = to;
    } else if (char === "@") {
      const to = endOfName(css, at + 1);
      rule = css.slice(at + 1, to).toLowerCase();
      at = Math.max(to, at + 1);
    } else if (char === ";" || char === "{" || char === "}") {
      rule = "";
      open.length = 0;
      at += 1;
    } else if (char === "\\") at += 2;
    else if (NAME.test(char)) {
      const to = endOfName(css, at);
      const name = css.slice(at, to);
      if (css[to] !== "(") at = to;
      else if (name.toLowerCase() === "url") {
        const place = readUrl(css, to + 1);
        // A namespace is a name that only looks like an address.
        if (rule !== "namespace") found.push(made(at, place.to, place.text, rule));
        if (rule === "import") rule = "rest";
        at = place.to;
      } else {
        open.push(name);
        at = to + 1;
      }
    } else {
      if (char === "(") open.push("");
      else if (char === ")") open.pop();
      at += 1;
    }
  }
  return found;
}

/** The style sheet with other texts in some of its places. */
export function replaceReferences(css: string, replaced: readonly (readonly [CssReference, string])[]): string {
  let text = "";
  let done = 0;
  for (const [{ from, to }, address] of replaced) {
    const isText = /^["']/.test(css.slice(from, from + 1));
    text += css.slice(done, from) + (isText ? `"${address}"` : `url("${address}")`);
    done = to;
  }
  return text + css.slice(done);
}

function made(from: number, to: number, written: string, rule: string): CssReference {
  return { from, to, reference: unescaped(written), kind: rule === "import" ? "sheet" : "url" };
}

function after(css: string, end: string, from: number): number {
  const at = css.indexOf(end, from);
  return at < 0 ? css.length : at + end.length;
}

function endOfName(css: string, from: number): number {
  let at = from;
  while (at < css.length && NAME.test(css[at]!)) at += 1;
  return at;
}

/** Without its quotes, of which the last may be missing. */
function insideOf(css: string, from: number, to: number): string {
  const text = css.slice(from + 1, to);
  return text.endsWith(css[from]!) ? text.slice(0, -1) : text;
}

/** Behind the closing quote; a text ends with its line, too. */
function endOfText(css: string, from: number): number {
  const quote = css[from];
  let at = from + 1;
  while (at < css.length && css[at] !== quote && css[at] !== "\n") at += css[at] === "\\" ? 2 : 1;
  return Math.min(at + 1, css.length);
}

/** The insides of `url(`, and where it ends. */
function readUrl(css: string, from: number): { readonly text: string; readonly to: number } {
  let at = from;
  while (/\s/.test(css[at] ?? "")) at += 1;
  const isText = css[at] === '"' || css[at] === "'";
  const start = at;
  if (isText) at = endOfText(css, at);
  else while (at < css.length && css[at] !== ")") at += css[at] === "\\" ? 2 : 1;
  const text = isText ? insideOf(css, start, at) : css.slice(start, at).trimEnd();
  return { text, to: Math.min(after(css, ")", at), css.length) };
}

function unescaped(text: string): string {
  return text.replace(
    /\\(?:([0-9a-f]{1,6})\s?|(\r\n|[\n\f])|([\s\S]))/gi,
    (_, code?: string, line?: string, char?: string) => {
      if (line !== undefined) return "";
      if (char !== undefined) return char;
      const point = Number.parseInt(code ?? "", 16);
      return point === 0 || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)
        ? "\ufffd"
        : String.fromCodePoint(point);
    },
  );
}
