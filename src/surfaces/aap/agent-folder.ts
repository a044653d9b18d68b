import { createHash } from "node:crypto";

const LONGEST = 64;
/** What any disk takes for one name, and a shell for one word that is no option. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** On Windows these are devices, whatever follows them. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const DIGITS = 32;

/**
 * The name of a folder, or of a part of a file's name, for what is called so. Names that a disk takes as they are stay; others
 * get one that none of those has, and that no two of them share.
 */
export function folderNameOf(name: string): string {
  if (PLAIN.test(name) && !DEVICE.test(name) && !name.endsWith(".")) return name;
  const seen = name.replace(/[^A-Za-z0-9]+/g, "-").slice(0, LONGEST - DIGITS - 2);
  return `_${seen}-${createHash("sha256").update(name).digest("hex").slice(0, DIGITS)}`;
}
