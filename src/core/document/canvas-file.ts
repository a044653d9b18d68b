import { quoted } from "../text/quote-text.ts";
import { parseCanvasId } from "./ids.ts";

const LONGEST = 200;
const ENDING = ".md";

/** What a canvas is called where agents know files. */
export function canvasFileOf(id: string): string {
  return `${id}${ENDING}`;
}

export type CanvasFile =
  | { readonly kind: "canvas"; readonly id: string }
  /** A name that a file may have, and no canvas has. */
  | { readonly kind: "none" }
  /** `why` says what is wrong with it. */
  | { readonly kind: "refused"; readonly why: string };

/** Which canvas a file name means. Paths out of the folder, written in whichever way, are refused. */
export function readCanvasFile(given: string): CanvasFile {
  if (given === "") return { kind: "refused", why: "canvasFile is required" };
  if (given.length > LONGEST) return refused(given, `has more than ${LONGEST} characters`);
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(given)) return refused(given, "has a control or hidden character");
  if (/%[0-9a-f]{2}/i.test(given)) return refused(given, "is encoded: send the plain name");
  if (/^(?:[/\\~]|[a-z]:|[a-z][a-z0-9+.-]*:\/\/)/i.test(given)) return refused(given, "must be relative");
  if (given.split(/[/\\]/).includes("..") || given.includes("\\")) return refused(given, "must not leave the folder");
  const name = given.toLowerCase().endsWith(ENDING) ? given.slice(0, -ENDING.length) : given;
  const id = name.trim() === name ? parseCanvasId(name) : null;
  return id === null ? { kind: "none" } : { kind: "canvas", id };
}

function refused(given: string, what: string): CanvasFile {
  return { kind: "refused", why: `canvasFile ${quoted(given, 60)} ${what}. Send a name such as HN8B.md.` };
}
