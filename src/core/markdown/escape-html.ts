const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\0": "\ufffd",
};

/** Text as it may stand in HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  /[&<>"\0]/.test(text) ? text.replace(/[&<>"\0]/g, (char) => ESCAPES[char]!) : text;

const KEEP = /[A-Za-z0-9\-_.!~*'();/?:@&=+$,#]/;

/** An address as an attribute: what is not allowed in one is percent-encoded, what is encoded already stays. */
export function escapeUrl(url: string): string {
  let out = "";
  for (let at = 0; at < url.length; at++) {
    const char = url[at]!;
    if (char === "%" && /^[0-9A-Fa-f]{2}$/.test(url.slice(at + 1, at + 3))) out += char;
    else if (KEEP.test(char)) out += char;
    else {
      const code = url.codePointAt(at)!;
      const point = code >= 0xd800 && code <= 0xdfff ? "\ufffd" : String.fromCodePoint(code);
      out += encodeURIComponent(point);
      if (code > 0xffff) at++;
    }
  }
  return escapeHtml(out);
}
