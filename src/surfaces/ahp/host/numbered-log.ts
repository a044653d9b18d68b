import type { Action, ActionOrigin } from "../wire/types.ts";
import type { Peer } from "./peer.ts";

/** Who is sent an action: everybody who listens to its channel, or only those who know such actions, or one. */
export type Audience =
  | { readonly kind: "all" }
  /** Those who declared that they show canvases: what proposal 297 adds is for them alone. */
  | { readonly kind: "capable" }
  /** Those who did not, and whose version has a smaller canvas of its own. */
  | { readonly kind: "released" }
  | { readonly kind: "peer"; readonly clientId: string };

export interface LogEntry {
  readonly seq: number;
  readonly channel: string;
  readonly action: Action;
  readonly to: Audience;
  readonly origin?: ActionOrigin;
  readonly rejectionReason?: string;
}

export interface NumberedLog {
  /** The number of the last entry; 0: there was none yet. */
  last(): number;
  add(entry: Omit<LogEntry, "seq">): LogEntry;
  /** All that came after this number; null: some of it is not kept any more, or it never was. */
  after(seq: number): readonly LogEntry[] | null;
}

export interface LogRoom {
  readonly entries: number;
  /** Of the actions, as they are written. */
  readonly characters: number;
}

/** As much as a client may miss while its connection is away, and still be told one by one. */
export const LOG_ROOM: LogRoom = { entries: 2_000, characters: 2 * 1024 * 1024 };

/** What was said, in order, as far back as there is room for. */
export function createNumberedLog(room: LogRoom = LOG_ROOM): NumberedLog {
  const kept: { readonly entry: LogEntry; readonly size: number }[] = [];
  let last = 0;
  let characters = 0;
  return {
    last: () => last,
    add(given) {
      last += 1;
      const entry = { ...given, seq: last };
      const size = JSON.stringify(given.action).length;
      kept.push({ entry, size });
      characters += size;
      while (kept.length > room.entries || characters > room.characters) characters -= kept.shift()?.size ?? 0;
      return entry;
    },
    after(seq) {
      if (seq > last) return null;
      const missed = last - seq;
      if (missed > kept.length) return null;
      return kept.slice(kept.length - missed).map(({ entry }) => entry);
    },
  };
}

export function isFor({ to }: LogEntry, peer: Peer): boolean {
  switch (to.kind) {
    case "all":
      return true;
    case "capable":
      return peer.shows === "proposal";
    case "released":
      return peer.shows === "released";
    case "peer":
      return peer.clientId === to.clientId;
  }
}
