import type { ChangeMark } from "../../../core/diff/change-marks.ts";
import type { Person } from "../../../core/records/sharing.ts";
import { personName } from "../../people/who.ts";
import { type WhoseWords, whoseAre } from "../../state/others-changes.ts";
import { changeWords } from "../../words.ts";
import type { MarkedPlace } from "./marked-places.ts";

/** A person, or null: the model. */
export type ChangeAuthor = Person | null;

export function authorOfMark({ from, to }: ChangeMark, whose: WhoseWords | null): ChangeAuthor {
  const who = whose === null ? null : whoseAre({ from, to }, whose);
  return who === "me" ? null : who;
}

/** Each once, in the order of their marks. */
export function authorsOf({ marks }: MarkedPlace, whose: WhoseWords | null): readonly ChangeAuthor[] {
  const all = marks.map((mark) => authorOfMark(mark, whose));
  return all.filter((one, at) => all.findIndex((other) => other?.subject === one?.subject) === at);
}

/** "Claude changed 3 places", "Bob changed 2 places, Claude 1". */
export function changedWords(places: readonly (readonly ChangeAuthor[])[], assistant: string): string {
  const numbers = new Map<string, number>();
  for (const authors of places) {
    for (const author of authors) {
      const name = nameOfAuthor(author, assistant);
      numbers.set(name, (numbers.get(name) ?? 0) + 1);
    }
  }
  const [first, ...others] = [...numbers];
  if (first === undefined) return changeWords.places(assistant, places.length);
  return [changeWords.places(first[0], first[1]), ...others.map(([name, number]) => `${name} ${number}`)].join(", ");
}

export function nameOfAuthor(author: ChangeAuthor, assistant: string): string {
  return author === null ? assistant : personName(author);
}
