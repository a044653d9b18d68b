import { createHash } from "node:crypto";
import { findBadCharacter, lineAndColumn } from "../../core/document/check-text.ts";
import { MAX_CONTENT_BYTES } from "../../protocol/limits.ts";
import type { Trouble } from "./trouble.ts";

/** What a file says: its text without a byte order mark, and the hash of its bytes. */
export interface FileText {
  readonly text: string;
  readonly hash: string;
  /** Whether it begins with a byte order mark: then it is written with one again. */
  readonly bom: boolean;
}

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The text of these bytes, exactly; or why a canvas cannot hold it. */
export function decodeFile(bytes: Buffer): FileText | Trouble {
  if (bytes.length > MAX_CONTENT_BYTES) return tooLarge(bytes.length);
  const bom = bytes.subarray(0, MARK.length).equals(MARK);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bom ? bytes.subarray(MARK.length) : bytes);
  } catch {
    return { code: "not_text", message: "is not UTF-8 text. Save it as UTF-8; until then it is left as it is" };
  }
  const bad = findBadCharacter(text);
  if (bad !== null) {
    const { line, column } = lineAndColumn(text, bad.offset);
    const message = `has ${bad.what} at line ${line}, column ${column}. Take it out; until then it is left as it is`;
    return { code: "not_text", message };
  }
  return { text, hash: hashOf(bytes), bom };
}

export function tooLarge(bytes: number): Trouble {
  const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  return { code: "too_large", message: `is ${size} large; a canvas holds 5 MB. Split it over several files` };
}

export function encodeFile(text: string, bom: boolean): Buffer {
  const bytes = Buffer.from(text, "utf8");
  return bom ? Buffer.concat([MARK, bytes]) : bytes;
}

export function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("base64url");
}
