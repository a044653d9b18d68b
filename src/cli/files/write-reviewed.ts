import { basename, dirname, extname, join } from "node:path";
import { createDiskFile } from "../../surfaces/files/disk-file.ts";
import type { ReviewSource } from "./review-source.ts";

export type Reviewed =
  /** The file already says this, or it came from stdin. */
  | { readonly kind: "same" }
  | { readonly kind: "written"; readonly path: string }
  /** The file was changed meanwhile and left alone: the text stands beside it. */
  | { readonly kind: "beside"; readonly path: string }
  | { readonly kind: "failed"; readonly message: string };

const MOST_NAMES = 100;

/** Puts the person's text where the reviewed one was, unless that has changed since it was read. */
export async function writeReviewed(
  { path, file, name }: ReviewSource,
  text: string,
  randomId: (length: number) => string,
): Promise<Reviewed> {
  if (path === null || text === file.text) return { kind: "same" };
  const put = await createDiskFile(path, randomId).write(text, file);
  if (put.kind === "written") return { kind: "written", path };
  if (put.kind === "trouble") return { kind: "failed", message: `${name} ${put.trouble.message}.` };
  for (let number = 1; number <= MOST_NAMES; number++) {
    const beside = besideName(path, number);
    const made = await createDiskFile(beside, randomId).write(text, null);
    if (made.kind === "written") return { kind: "beside", path: beside };
    if (made.kind === "trouble") return { kind: "failed", message: `${beside} ${made.trouble.message}.` };
  }
  return { kind: "failed", message: `${name} has changed meanwhile, and every name beside it is taken.` };
}

/** plan.md → plan.reviewed.md, plan.reviewed-2.md, … */
function besideName(path: string, number: number): string {
  const end = extname(path);
  const count = number === 1 ? "" : `-${number}`;
  return join(dirname(path), `${basename(path, end)}.reviewed${count}${end}`);
}
