/**
 * A name of a text by which two that are not equal are told apart: 64 bits over its UTF-16 code units, in one pass. Not
 * for secrets: whoever wants two texts of one name can make them.
 */
export function hashText(text: string): string {
  let one = 0x2545f491;
  let two = 0x7f4a7c15;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    two = Math.imul(two, 0x2c1b3c6d) + unit;
    two ^= two >>> 15;
  }
  return word(one ^ text.length) + word(two + text.length);
}

/** So that every bit of the number changes half of the digits. */
function word(number: number): string {
  let bits = number | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return ((bits ^ (bits >>> 15)) >>> 0).toString(16).padStart(8, "0");
}
