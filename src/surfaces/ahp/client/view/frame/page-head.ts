/** What stands first in a page that we write ourselves. */
export function headOf(policy: string, base: string): string {
  return [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${inAttribute(policy)}">`,
    '<meta http-equiv="x-dns-prefetch-control" content="off">',
    '<meta name="referrer" content="no-referrer">',
    // Without it, what is relative would be so to the page around it, whose address is nobody's business here.
    `<base href="${inAttribute(base)}">`,
  ].join("");
}

export function scriptElement(code: string, type = ""): string {
  if (/<\/script|<!--/i.test(code)) throw new RangeError("A script of the view would end its own element");
  return `<script${type === "" ? "" : ` type="${type}"`}>${code}</script>`;
}

/** A value as JavaScript, and as JSON, which ends no element. */
export function inScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

function inAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
