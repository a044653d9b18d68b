import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { CanvasEvent, VersionRecord } from "../../../core/records/history.ts";
import type { Chain, Standing } from "../keep-versions.ts";
import { readersOf, subjectsOf } from "../listing.ts";
import type { Missing, Once } from "../ports.ts";
import type { Lines } from "./line.ts";

export interface Entry {
  readonly seq: number;
  readonly owner: string;
  readonly fingerprint: string | undefined;
  record: CanvasRecord;
  versions: VersionRecord[];
  /** On what each version would stand in a store of patches; only where versions are forgotten. */
  chain: Chain | null;
  standing: readonly Standing[];
  lines: Lines;
  readonly events: CanvasEvent[];
  readonly keys: Map<string, Once>;
  /** In the bin since then. */
  deletedAt: string | null;
}

export interface Used {
  readonly owner: string;
  readonly createdAt: string;
  /** Since it is in the bin, or deleted for good. */
  readonly deletedAt: string | null;
}

/** All that is kept of canvases, in the order in which they were made. */
export class Entries {
  readonly all = new Map<string, Entry>();
  /** Each id that was ever used. */
  readonly used = new Map<string, Used>();
  /** By owner and key. */
  readonly created = new Map<string, { readonly once: Once; readonly id: string }>();

  /** Null also of one in the bin. */
  living(reader: string, id: string): Entry | null {
    const entry = this.all.get(id);
    return entry !== undefined && isThereFor(entry, reader) && entry.deletedAt === null ? entry : null;
  }

  /** Of an id under which nothing lives. Whoever came by a link that has ended by now (ISO) is not told what became of it. */
  whyMissing(reader: string, id: string, now: string): Missing {
    const used = this.used.get(id);
    const entry = this.all.get(id);
    const isTheirs =
      used?.owner === reader || (entry !== undefined && isThereFor(entry, reader) && !hasEnded(entry, reader, now));
    return { kind: isTheirs && used !== undefined && used.deletedAt !== null ? "deleted" : "none" };
  }

  /** The owner's own. */
  livingOf(owner: string): Entry[] {
    return this.livingFor(owner).filter((entry) => entry.owner === owner);
  }

  /** All that are there for this reader; at a time (ISO): without those that a link gave which has ended by then. */
  livingFor(reader: string, now?: string): Entry[] {
    return [...this.all.values()].filter(
      (entry) =>
        isThereFor(entry, reader) && entry.deletedAt === null && !(now !== undefined && hasEnded(entry, reader, now)),
    );
  }
}

function isThereFor({ owner, record }: Entry, reader: string): boolean {
  return owner === reader || subjectsOf(record).includes(reader);
}

/** Whether they came by a link that has ended by then. */
function hasEnded({ owner, record }: Entry, reader: string, now: string): boolean {
  const until = readersOf(record).find(({ subject }) => subject === reader)?.until ?? null;
  return owner !== reader && until !== null && until <= now;
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
