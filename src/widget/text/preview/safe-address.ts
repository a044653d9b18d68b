// A browser reads the scheme from the first character that is not white space: an address that begins so has that scheme.
const OUTSIDE = /^(?:https?:\/\/|mailto:)/i;
const IMAGE_DATA = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]*$/i;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

export type LinkTarget =
  | { readonly kind: "outside"; readonly url: string }
  | { readonly kind: "inside"; readonly name: string }
  | { readonly kind: "none" };

/** Where a link leads. The tree only holds allowed addresses; this checks again, since it is the last gate before the DOM. */
export function linkTarget(href: string): LinkTarget {
  if (href.startsWith("#")) return { kind: "inside", name: decodeName(href.slice(1)) };
  return OUTSIDE.test(href) ? { kind: "outside", url: href } : { kind: "none" };
}

export type ImageSource =
  | { readonly kind: "inline"; readonly src: string }
  | { readonly kind: "remote"; readonly src: string; readonly host: string }
  | { readonly kind: "unencrypted"; readonly src: string; readonly host: string }
  | { readonly kind: "none" };

/**
 * Pictures inside the text are shown at once; remote ones only when asked for, since loading one tells its server who
 * reads. Over plain http it would tell everybody on the way: those can only be opened elsewhere.
 */
export function imageSource(src: string): ImageSource {
  if (IMAGE_DATA.test(src)) return { kind: "inline", src };
  const url = parseUrl(src);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return { kind: "none" };
  return { kind: url.protocol === "https:" ? "remote" : "unencrypted", src: url.href, host: url.host };
}

/** The text with every invisible or direction-changing character written out, so that an address cannot pose as another. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (char) => `[U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`);
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A stray percent sign: the name is then what it says.
    return name;
  }
}

/** The name by which a link in the document finds a heading: lower case, words joined by hyphens, as GitHub does it. */
export function headingName(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replace(/ /g, "-");
}

/** The index of the heading that `name` means; a repeated heading is `name-1`, `name-2` and so on. -1: none. */
export function findHeading(headings: readonly string[], name: string): number {
  const wanted = headingName(name.replace(/-/g, " "));
  const seen = new Map<string, number>();
  return headings.findIndex((heading) => {
    const plain = headingName(heading);
    const count = seen.get(plain) ?? 0;
    seen.set(plain, count + 1);
    return (count === 0 ? plain : `${plain}-${count}`) === wanted;
  });
}
