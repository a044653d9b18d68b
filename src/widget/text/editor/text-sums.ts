import type { Text } from "@codemirror/state";

/** Two sums over the code units of a stretch of text; those of two stretches give those of both in a row. */
interface Sums {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

const A = 0x01000193;
const B = 0x2c1b3c6d;

/** A name of a text by which others are told from it, not against anybody. */
export function hashText(text: string): string {
  return nameOf(sumsOf(text));
}

/** The same name for an editor's text. Of what has not changed since the last one nothing is read again. */
export function createDocHash(): (doc: Text) => string {
  const known = new WeakMap<Text, Sums>();
  const feed = sumsOf("\n");
  const sumsIn = (text: Text): Sums => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const sums =
      text.children === null
        ? sumsOf(text.toString())
        : text.children.map(sumsIn).reduce((before, after) => inRow(inRow(before, feed), after));
    known.set(text, sums);
    return sums;
  };
  return (doc) => nameOf(sumsIn(doc));
}

function sumsOf(text: string): Sums {
  let a = 0;
  let b = 0;
  for (let at = 0; at < text.length; at++) {
    // No unit counts as nothing, wherever it stands.
    const unit = text.charCodeAt(at) + 1;
    a = (Math.imul(a, A) + unit) | 0;
    b = (Math.imul(b, B) + unit) | 0;
  }
  return { a, b, length: text.length };
}

function inRow(one: Sums, two: Sums): Sums {
  return {
    a: (Math.imul(one.a, power(A, two.length)) + two.a) | 0,
    b: (Math.imul(one.b, power(B, two.length)) + two.b) | 0,
    length: one.length + two.length,
  };
}

function power(base: number, exponent: number): number {
  let result = 1;
  let square = base;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = Math.imul(result, square);
    square = Math.imul(square, square);
  }
  return result;
}

function nameOf({ a, b }: Sums): string {
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`;
}
