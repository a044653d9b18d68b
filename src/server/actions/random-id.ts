import { randomInt } from "node:crypto";
import { ID_ALPHABET } from "../../core/document/ids.ts";

/** A random text from the id alphabet, from a cryptographic source: names and keys are made of it. */
export function randomId(length: number): string {
  return Array.from({ length }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join("");
}
