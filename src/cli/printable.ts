/**
 * Text that others wrote, safe for a terminal: control characters and those that reverse the reading direction become
 * visible instead of acting. Line breaks and tabs stay where `lines` says so.
 */
export function printable(text: string, { lines = false } = {}): string {
  return text.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    if (lines && (character === "\n" || character === "\t")) return character;
    if (lines && character === "\r") return "";
    return `\\u{${character.charCodeAt(0).toString(16)}}`;
  });
}
