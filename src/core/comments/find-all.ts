/** Fewer are found faster one by one. */
const FEW = 8;
/** So many characters at the beginning of each, all of the shortest, are compared by a number that moves along the text. */
const SHORTEST_BEGINNING = 8;
const LONGEST_BEGINNING = 32;
const BASE = 0x01000193;
const SLOTS = 1 << 16;
/** As many characters as the text has, so many times, may be compared in vain: more would be as slow as one by one. */
const MOST_COMPARED = 8;

/**
 * Where each of the texts stands, overlapping ones included, at most `most` places of each: in one pass, however many they
 * are. What would be found no faster so is left out: few or short ones, and those whose beginnings stand everywhere.
 */
export function findAll(text: string, sought: readonly string[], most: number): ReadonlyMap<string, readonly number[]> {
  const long = new Set(sought.filter((each) => each.length >= SHORTEST_BEGINNING));
  const length = [...long].reduce((least, each) => Math.min(least, each.length), LONGEST_BEGINNING);
  if (long.size < FEW || text.length < length) return new Map();
  const places = new Map<string, number[]>();
  const byBeginning = new Map<number, string[]>();
  const isBeginning = new Uint8Array(SLOTS);
  for (const each of long) {
    places.set(each, []);
    const number = numberOf(each, length);
    isBeginning[slotOf(number)] = 1;
    const others = byBeginning.get(number);
    if (others === undefined) byBeginning.set(number, [each]);
    else others.push(each);
  }
  let weight = 1;
  for (let n = 1; n < length; n++) weight = Math.imul(weight, BASE);
  let room = text.length * MOST_COMPARED;
  let number = numberOf(text, length);
  for (let at = 0; ; at++) {
    if (isBeginning[slotOf(number)] === 1) {
      for (const each of byBeginning.get(number) ?? []) {
        const known = places.get(each);
        if (known === undefined || known.length >= most) continue;
        room -= each.length;
        if (room < 0) return new Map();
        if (text.startsWith(each, at)) known.push(at);
      }
    }
    const next = at + length;
    if (next >= text.length) return places;
    number = (Math.imul(number - Math.imul(text.charCodeAt(at), weight), BASE) + text.charCodeAt(next)) | 0;
  }
}

/** Of the first characters. */
function numberOf(text: string, length: number): number {
  let number = 0;
  for (let at = 0; at < length; at++) number = (Math.imul(number, BASE) + text.charCodeAt(at)) | 0;
  return number;
}

function slotOf(number: number): number {
  return (number ^ (number >>> 16)) & (SLOTS - 1);
}
