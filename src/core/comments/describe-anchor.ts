import type { Anchor, CanvasComment } from "../records/canvas.ts";

/** How many characters on each side of a quote an anchor remembers. */
export const CONTEXT_LENGTH = 32;

/** The anchor of content[offset, offset + length). Throws when that lies outside the text. */
export function describeAnchor(content: string, offset: number, length: number, revision: number): Anchor {
  const end = offset + length;
  if (offset < 0 || length < 0 || end > content.length) {
    throw new RangeError(`Anchor ${offset}–${end} lies outside a text of ${content.length} characters`);
  }
  return {
    quotedText: content.slice(offset, end),
    offset,
    length,
    prefix: content.slice(wholeFrom(content, Math.max(0, offset - CONTEXT_LENGTH)), offset),
    suffix: content.slice(end, wholeTo(content, Math.min(content.length, end + CONTEXT_LENGTH))),
    revision,
  };
}

/** Whether the anchor's text is no longer at its place. */
export function isDetached(anchor: Anchor, content: string): boolean {
  return content.slice(anchor.offset, anchor.offset + anchor.length) !== anchor.quotedText;
}

/** Whether a comment on a passage has lost it. Comments on the whole document and replies never have. */
export function isOrphaned(comment: Pick<CanvasComment, "anchor">, content: string): boolean {
  return comment.anchor !== null && isDetached(comment.anchor, content);
}

// Half a surrogate pair would be replaced by U+FFFD wherever the anchor travels as UTF-8.
function wholeFrom(text: string, offset: number): number {
  return isLow(text.charCodeAt(offset)) && isHigh(text.charCodeAt(offset - 1)) ? offset + 1 : offset;
}
function wholeTo(text: string, offset: number): number {
  return isLow(text.charCodeAt(offset)) && isHigh(text.charCodeAt(offset - 1)) ? offset - 1 : offset;
}
function isHigh(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}
function isLow(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
