import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { CanvasEvent, PointRecord, VersionRecord } from "../../../core/records/history.ts";
import type { Chain, Standing } from "../keep-versions.ts";
import { readersOf, subjectsOf } from "../listing.ts";
import type { Missing, Once } from "../ports.ts";

export interface Entry {
  readonly seq: number;
  readonly owner: string;
  readonly fingerprint: string | undefined;
  record: CanvasRecord;
  versions: VersionRecord[];
  /** On what each version would stand in a store of patches; only where versions are forgotten. */
  chain: Chain | null;
  standing: readonly Standing[];
  /** In the order of their revisions. */
  points: readonly PointRecord[];
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

  /** Of an id under which nothing lives. */
  whyMissing(reader: string, id: string): Missing {
    const used = this.used.get(id);
    const entry = this.all.get(id);
    const isTheirs = used?.owner === reader || (entry !== undefined && isThereFor(entry, reader));
    return { kind: isTheirs && used !== undefined && used.deletedAt !== null ? "deleted" : "none" };
  }

  /** The owner's own. */
  livingOf(owner: string): Entry[] {
    return this.livingFor(owner).filter((entry) => entry.owner === owner);
  }

  /** All that are there for this reader; at a time (ISO): without those that a link gave which has ended by then. */
  livingFor(reader: string, now?: string): Entry[] {
    const hasEnded = ({ owner, record }: Entry): boolean => {
      if (owner === reader || now === undefined) return false;
      const until = readersOf(record).find(({ subject }) => subject === reader)?.until ?? null;
      return until !== null && until <= now;
    };
    return [...this.all.values()].filter(
      (entry) => isThereFor(entry, reader) && entry.deletedAt === null && !hasEnded(entry),
    );
  }
}

function isThereFor({ owner, record }: Entry, reader: string): boolean {
  return owner === reader || subjectsOf(record).includes(reader);
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
