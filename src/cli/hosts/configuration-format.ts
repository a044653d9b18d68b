import type { Entry } from "./hosts.ts";

export type Tree = Readonly<Record<string, unknown>>;

/** One file format, with edits that touch nothing but one entry. They throw, in words, on forms that they cannot edit. */
export interface ConfigurationFormat {
  /** The file's content; throws, in words, where it is not of this format. An empty file is an empty table. */
  parse(text: string): Tree;
  /** Adds `name` under `key`, or replaces what stands there. */
  set(text: string, key: string, name: string, entry: Entry): string;
  remove(text: string, key: string, name: string): string;
}

export function isTable(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
