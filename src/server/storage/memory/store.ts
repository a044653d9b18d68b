import { randomBytes } from "node:crypto";
import { type After, realAfter } from "../../clock/timer.ts";
import { versionsToKeep } from "../keep-versions.ts";
import type { HistoryLimit, Store } from "../ports.ts";
import { createArchive } from "./archive.ts";
import { createAudit } from "./audit.ts";
import { createBin } from "./bin.ts";
import { createCanvases } from "./canvases.ts";
import { createChanges } from "./changes.ts";
import { Entries } from "./entries.ts";
import { createPeople } from "./people.ts";
import { createWaits } from "./waits.ts";

interface MemoryStoreOptions extends HistoryLimit {
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
  keepVersions,
}: MemoryStoreOptions = {}): Store {
  const entries = new Entries();
  let id = storeId;
  const owned = new Map<string, string>();
  const changes = createChanges({ dropDeadWaits: (reader) => waits.dropDead(reader), log, after });
  const { changed } = changes;
  const waits = createWaits(entries, now, changed);
  const people = createPeople();
  const audit = createAudit();
  return {
    get storeId() {
      return id;
    },
    canvases: createCanvases(entries, { now, changed, audited: audit.take, keep: versionsToKeep(keepVersions) }),
    bin: createBin({ entries, now, changed, dropWaits: waits.dropOf, audit: audit.put }),
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
    people,
    audit,
    archive: createArchive(entries, {
      now,
      changed,
      people: people.all,
      addAudit: audit.addMissing,
      erased: (owner) => {
        owned.delete(owner);
        waits.dropAll(owner);
        people.forget(owner);
        audit.forget(owner);
      },
      adopt: (other) => {
        if (other !== id && entries.used.size > 0) return false;
        id = other;
        return true;
      },
    }),
    notice: async () => null,
    unwritable: async () => null,
    check: async () => undefined,
    close: async () => changes.close(),
  };
}
