import { withNames } from "../people/name-words.ts";
import type { Told } from "../records/books.ts";
import type { Person } from "../records/sharing.ts";

/** "notice", "decision", "message" and "interaction" are done with once they arrived; a rule holds on. */
export type ItemKind = "message" | "interaction" | "edit" | "comment" | "decision" | "proposal" | "rule" | "notice";

/** One thing that the model is told: a line that begins with "- ", and perhaps indented lines below it. */
export interface Item {
  readonly kind: ItemKind;
  readonly text: string;
  /** The same in a few lines, where `text` is too long for a result; it says how to see all of it. */
  readonly short: string;
  readonly mark: string;
  /** Of a proposal or a decision on one. */
  readonly about?: "suggestion" | "conflict";
  /** It waits for the person, and the model knows: it made it. */
  readonly isOwn?: true;
  /** The model has had its say since: told once, it is done with. */
  readonly isAnswered?: true;
  /** Whom it comes from. Left out: nobody knows; empty: no person. */
  readonly people?: readonly Person[];
  /** Some words by which a later change of the same place is known; only of what the person may take back. */
  readonly words?: string;
}

/** How far an item has come: not told, told in a result or message that may be lost, or surely there. */
export type ToldState = "pending" | "offered" | "seen";

/** What is noted when only the beginning of an item was told. */
export function partMark(mark: string): string {
  return `${mark}~`;
}

export function toldState(told: Pick<Told, "seen" | "offered">): (mark: string) => ToldState {
  const seen = new Set(told.seen);
  const offered = new Set(told.offered);
  return (mark) => (seen.has(mark) ? "seen" : offered.has(mark) ? "offered" : "pending");
}

/** A line that is short by itself. With somebody's name it begins with it: "- Ada approved v4". */
export function plainItem(kind: ItemKind, mark: string, line: string, by?: Person | null): Item {
  if (by === undefined || by === null) return { kind, text: line, short: line, mark };
  const named = withNames(line, [by]);
  return { kind, text: named, short: named, mark, people: [by] };
}
