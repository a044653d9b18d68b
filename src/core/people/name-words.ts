import type { Person } from "../records/sharing.ts";
import { quoted } from "../text/quote-text.ts";
import { mayHoldUnseen } from "../text/unseen-characters.ts";

const LONGEST_PLAIN = 40;
const LONGEST_QUOTED = 60;
const MOST_WORDS = 4;
const MOST_NAMES = 3;

/** Words that the lines around a name are made of: a name with one of them stands in quotation marks. */
const OUR_WORDS: ReadonlySet<string> = new Set(
  "a added and approved archived asked assistant base by canvas changed claude comment deleted edited everybody ignore in it its kept line lines message model moved new news no nobody not note nothing of on or others person protected rejected removed renamed reply sent somebody system the they to told user waiting with you your".split(
    " ",
  ),
);
const NAME_WORD = /^[\p{L}\p{M}\p{Nd}][\p{L}\p{M}\p{Nd}.'’@_-]*$/u;

/** A name as it may stand in a sentence: on one line, and in quotation marks if it could be taken for more than a name. */
export function nameInWords(name: string): string {
  const words = name.split(" ");
  const isPlain =
    name.length <= LONGEST_PLAIN &&
    words.length <= MOST_WORDS &&
    !mayHoldUnseen(name) &&
    words.every((word) => NAME_WORD.test(word) && !OUR_WORDS.has(word.toLowerCase()));
  return isPlain ? name : quoted(name, LONGEST_QUOTED);
}

/** Somebody's, in words. */
export function possessive(name: string): string {
  return `${nameInWords(name)}'s`;
}

/** The names of several people, and of each once. */
export function peopleInWords(people: readonly Person[]): string {
  return listNames([...new Map(people.map(({ subject, name }) => [subject, name])).values()]);
}

/** "- Edited line 3" as "- Ada edited line 3"; as it is where nobody is named. */
export function withNames(line: string, people: readonly Person[]): string {
  if (people.length === 0) return line;
  const [, mark = "", first = "", rest = ""] = /^(- )?(.)(.*)$/s.exec(line) ?? [];
  return `${mark}${peopleInWords(people)} ${first.toLowerCase()}${rest}`;
}

/** "Ada", "Ada and Bob", "Ada, Bob and Carol", "Ada, Bob, Carol and 2 others". */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map(nameInWords);
  const left = names.length - shown.length;
  const all = left === 0 ? shown : [...shown, left === 1 ? "1 other" : `${left} others`];
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
