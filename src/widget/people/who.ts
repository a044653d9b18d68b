import type { Author } from "../../core/records/canvas.ts";
import type { Person } from "../../core/records/sharing.ts";
import type { CanvasAccess } from "../../protocol/sharing.ts";
import { audienceName, peopleWords } from "../words.ts";

/** Who looks at a canvas, and whose it is; undefined: the server knows nobody, and every person is they. */
export type Access = CanvasAccess | undefined;

/** Did they do it themselves? What nobody's name stands on is of before the server knew people: the owner's. */
export function isMine(by: Author, access: Access): boolean {
  if (by.kind !== "person") return false;
  return access === undefined || (by.subject ?? access.owner.subject) === access.me.subject;
}

/** "You", a person's name, or the model's: by its program, "Claude, for Bob" where it is another person's. */
export function authorName(by: Author, access: Access, assistant: string): string {
  if (access === undefined) {
    if (by.name !== undefined && by.name !== "") return by.name;
    return by.kind === "person" ? peopleWords.you : assistant;
  }
  if (by.kind === "person") {
    return isMine(by, access) ? peopleWords.you : personName(personBy(by, access));
  }
  const model = audienceName(by.client ?? null, assistant);
  const isOthers = by.subject !== undefined && by.subject !== access.me.subject;
  return isOthers ? peopleWords.modelFor(model, personName(by)) : model;
}

/** The person who did it; null: a model did, or the server knows no people. */
export function personBehind(by: Author, access: Access): Person | null {
  return access === undefined || by.kind === "model" ? null : personBy(by, access);
}

function personBy({ subject, name }: Author, { owner }: CanvasAccess): Person {
  return subject === undefined ? owner : { subject, name: name ?? subject };
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
