import type { Author } from "../../core/records/canvas.ts";
import type { Person } from "../../core/records/sharing.ts";
import type { CanvasAccess } from "../../protocol/sharing.ts";
import { peopleWords } from "../words.ts";

/** Whoever looks at the canvas, as far as the server knows them; null: it knows nobody, and every person is they. */
export type Me = Person | null;

export function meOf(access: CanvasAccess | undefined): Me {
  return access?.me ?? null;
}

/** Did they do it themselves? What carries no subject is of before the server knew people: theirs who owned it alone. */
export function isMine(by: Author, me: Me): boolean {
  return by.kind === "person" && (me === null || by.subject === undefined || by.subject === me.subject);
}

/** "You", a person's name, the model's name; "Claude, for Bob" for the model of another person. */
export function authorName(by: Author, me: Me, model: string): string {
  if (by.kind === "person") return isMine(by, me) ? peopleWords.you : personName(by);
  const isOthers = me !== null && by.subject !== undefined && by.subject !== me.subject;
  return isOthers ? peopleWords.modelFor(model, personName(by)) : model;
}

/** As it was last heard; never empty. */
export function personName({ name, subject }: { readonly name?: string; readonly subject?: string }): string {
  return name || subject || peopleWords.somebody;
}

/** Up to two letters that stand for the name. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s@._-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const picked = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  const letters = picked.map((word) => [...word].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? "");
  return letters.join("").toUpperCase() || "?";
}

export const PERSON_COLOURS = 6;

/** One of the few colours, always the same for the same person. */
export function colourOf(subject: string): number {
  let sum = 0;
  for (const letter of subject) sum = (sum * 31 + letter.codePointAt(0)!) >>> 0;
  return (sum % PERSON_COLOURS) + 1;
}
