import { randomBytes } from "node:crypto";
import { type After, realAfter } from "../../clock/timer.ts";
import type { Store } from "../ports.ts";
import { createBin } from "./bin.ts";
import { createCanvases } from "./canvases.ts";
import { createChanges } from "./changes.ts";
import { Entries } from "./entries.ts";
import { createWaits } from "./waits.ts";

interface MemoryStoreOptions {
  readonly storeId?: string;
  readonly now?: () => Date;
  readonly log?: (line: string) => void;
  readonly after?: After;
}

/** A store that forgets everything with the process: for tests of what stands on the ports. It passes the same contract. */
export function createMemoryStore({
  storeId = "memory",
  now = () => new Date(),
  log = () => undefined,
  after = realAfter,
}: MemoryStoreOptions = {}): Store {
  const entries = new Entries();
  const owned = new Map<string, string>();
  const changes = createChanges({ dropDeadWaits: (owner) => waits.dropDead(owner), log, after });
  const { changed } = changes;
  const waits = createWaits(entries, now, changed);
  return {
    storeId,
    canvases: createCanvases(entries, changed),
    bin: createBin({ entries, now, changed, dropWaits: waits.dropOf }),
    waits,
    changes,
    files: {
      async canvasOf(owner, path) {
        const bound = entries.livingOf(owner).filter((entry) => entry.record.meta.file === path);
        bound.sort((a, b) => b.seq - a.seq);
        return bound[0]?.record.document.id ?? null;
      },
    },
    secrets: {
      async of(owner) {
        const secret = owned.get(owner) ?? randomBytes(32).toString("base64url");
        owned.set(owner, secret);
        return secret;
      },
      async keep(owner, secret) {
        if (!owned.has(owner)) owned.set(owner, secret);
        return owned.get(owner) === secret;
      },
    },
    notice: async () => null,
    unwritable: async () => null,
    close: async () => changes.close(),
  };
}
