import type { Author, Status } from "../../../../core/records/canvas.ts";
import { STATUSES } from "../../../../core/records/canvas.ts";
import { applyPatch, hashText, type Patch } from "../../version-text.ts";
import { OLDEST_KEPT } from "../rows.ts";
import type { FoundRow } from "./recover-rows.ts";

/** A version whose text could be rebuilt exactly. */
export interface SoundVersion {
  readonly version: number;
  readonly revision: number;
  readonly title: string;
  readonly status: Status;
  readonly by: Author;
  readonly at: string;
  readonly content: string;
}

export interface History {
  readonly newest: SoundVersion | null;
  /** The numbers of those whose text can be rebuilt. */
  readonly sound: ReadonlySet<number>;
  /** The highest number that is taken; 0: none. */
  readonly last: number;
  /** The oldest that was kept: those before it were forgotten, and are not lost. */
  readonly oldestKept: number;
}

/** What the rows of `versions` of one canvas still hold. */
export function readHistory(rows: readonly FoundRow[]): History {
  const byVersion = new Map<number, FoundRow["values"]>();
  for (const { values } of rows) {
    const { version } = values;
    if (typeof version === "number" && !byVersion.has(version)) byVersion.set(version, values);
  }
  const sound = new Set<number>();
  let newest: SoundVersion | null = null;
  let oldestKept = 1;
  let before: { readonly version: number; readonly content: string } | null = null;
  for (const [version, row] of [...byVersion].sort(([a], [b]) => a - b)) {
    const content = textOf(row, before?.version === version - 1 ? before.content : null);
    before = content === null ? null : { version, content };
    if (row.meta === OLDEST_KEPT) oldestKept = version;
    if (content === null) continue;
    sound.add(version);
    newest = soundVersion(row, version, content) ?? newest;
  }
  return { newest, sound, last: Math.max(0, ...byVersion.keys()), oldestKept };
}

function textOf({ body, hash }: FoundRow["values"], before: string | null): string | null {
  if (typeof body !== "string") return null;
  try {
    const parsed = JSON.parse(body) as string | Patch;
    const content = typeof parsed === "string" ? parsed : before === null ? null : applyPatch(before, parsed);
    return content !== null && hashText(content) === hash ? content : null;
  } catch {
    // Only the body can be at fault: it is no JSON, or patches what is not there.
    return null;
  }
}

function soundVersion(row: FoundRow["values"], version: number, content: string): SoundVersion | null {
  const { revision, title, at } = row;
  if (typeof revision !== "number" || typeof title !== "string" || typeof at !== "string") return null;
  const status = STATUSES.find((each) => each === row.status) ?? "draft";
  return { version, revision, title, status, by: authorOf(row.by), at, content };
}

function authorOf(json: FoundRow["values"][string]): Author {
  try {
    const parsed = JSON.parse(String(json)) as Author;
    if (parsed.kind === "person" || parsed.kind === "model") return parsed;
  } catch {
    // Only the text can be at fault: it is no JSON.
  }
  return { kind: "person", name: "unknown (damaged)" };
}
