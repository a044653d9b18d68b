import type { Author, CanvasRecord } from "../../core/records/canvas.ts";
import { StoreError } from "../../protocol/errors.ts";
import type { Call } from "../../server/actions/call.ts";
import { takeFile } from "../../server/actions/files/take-file.ts";
import { findCanvas } from "../../server/actions/find-canvas.ts";
import { type Action, type Disk, decideSync, type Seen } from "./decide-sync.ts";
import type { FilePort, MemoryPort, Remembered } from "./file-port.ts";
import { encodeFile, hashOf } from "./file-text.ts";
import { readWhenStable } from "./read-when-stable.ts";
import { type Trouble, troubleOf } from "./trouble.ts";

export interface SessionDeps {
  /** By whoever it is that changes the file on the disk. */
  readonly call: Call;
  readonly canvasId: string;
  readonly file: FilePort;
  readonly memory: MemoryPort;
  readonly pause: (ms: number) => Promise<void>;
  readonly report: (event: SyncEvent) => void;
}

export type SyncEvent =
  /** A text of the file went into the canvas; `conflicts` of its places stand beside the text. */
  | { readonly kind: "took"; readonly version: number; readonly conflicts: number; readonly by: Author["kind"] }
  | { readonly kind: "wrote"; readonly version: number; readonly by: Author["kind"] }
  /** They cannot be kept the same; said once for each reason. */
  | { readonly kind: "held"; readonly trouble: Trouble }
  /** What held them is over. */
  | { readonly kind: "freed" };

export interface SyncSession {
  /** Makes file and canvas the same, if that can be; reports what it did. Never two at once. */
  pass(): Promise<void>;
  /** A file that is gone may be written again, by the next pass. */
  writeAgain(): void;
  readonly trouble: () => Trouble | null;
}

/** Texts can be exchanged several times in a pass while both sides are being changed. */
const MOST_STEPS = 12;

/** One file and one canvas, kept the same step by step. */
export function createSyncSession(deps: SessionDeps): SyncSession {
  const { call, canvasId, file, memory, report } = deps;
  const { randomId } = call.deps;
  let remembered: Remembered | null = null;
  let held: Trouble | null = null;
  let mayWriteAgain = false;

  const hold = (trouble: Trouble): void => {
    if (held?.code === trouble.code && held.message === trouble.message) return;
    held = trouble;
    report({ kind: "held", trouble });
  };
  const free = (): void => {
    if (held === null) return;
    held = null;
    report({ kind: "freed" });
  };
  const remember = async (next: Remembered): Promise<void> => {
    await memory.save(next);
    remembered = next;
  };

  /** What was begun when the process ended: finished, if the disk or the canvas shows that it was. */
  const recall = async (disk: Disk, record: CanvasRecord | null): Promise<Remembered> => {
    const kept = await memory.load();
    const { pending } = kept;
    if (pending === undefined) return kept;
    const isDone =
      pending.mark === undefined
        ? disk.kind === "text" && disk.hash === pending.hash
        : record?.meta.fileTaken === pending.mark;
    return { seen: isDone ? { text: pending.text, hash: pending.hash } : kept.seen };
  };

  const write = async (
    action: Extract<Action, { kind: "write" | "write_new" }>,
    record: CanvasRecord,
  ): Promise<boolean> => {
    const { text } = action;
    const over = action.kind === "write" ? action.over : null;
    const next: Seen = { text, hash: hashOf(encodeFile(text, over?.bom ?? false)) };
    await remember({ seen: remembered?.seen ?? null, pending: next });
    const outcome = await file.write(text, over);
    switch (outcome.kind) {
      case "changed":
        return true;
      case "trouble":
        hold(outcome.trouble);
        return false;
      case "written": {
        mayWriteAgain = false;
        await remember({ seen: { text, hash: outcome.hash } });
        free();
        report({ kind: "wrote", version: record.document.version, by: record.head.by.kind });
        return true;
      }
    }
  };

  const take = async ({ text, hash, base }: Extract<Action, { kind: "take" }>): Promise<boolean> => {
    const mark = randomId(16);
    await remember({ seen: remembered?.seen ?? null, pending: { text, hash, mark } });
    const taken = await takeFile.run(call, { canvasId, text, base, mark });
    if (!taken.ok) {
      hold(refusedAs(taken.error));
      return false;
    }
    await remember({ seen: { text, hash } });
    free();
    const { version } = taken.record.document;
    report({ kind: "took", version, conflicts: taken.conflicts, by: call.who.kind });
    return true;
  };

  /** One step; false: nothing more can be done now. */
  const step = async (): Promise<boolean> => {
    const isKnown = (disk: Disk): boolean =>
      (disk.kind === "text" && disk.hash === remembered?.seen?.hash) || (disk.kind === "missing" && mayWriteAgain);
    const disk = await readWhenStable(file, isKnown, deps.pause);
    if (disk === null) {
      hold({ code: "busy", message: "keeps changing. It is taken as soon as it rests" });
      return false;
    }
    const found = await findCanvas(call, canvasId);
    const record = found.ok ? found.record : null;
    remembered ??= await recall(disk, record);
    const action = decideSync({
      disk,
      seen: remembered.seen,
      canvas: record?.document.content ?? null,
      writeAgain: mayWriteAgain,
    });
    switch (action.kind) {
      case "rest":
        free();
        return false;
      case "agree":
        await remember({ seen: action.seen });
        return true;
      case "hold":
        hold(action.trouble);
        return false;
      case "take":
        return take(action);
      case "write":
      case "write_new":
        return record !== null && write(action, record);
    }
  };

  return {
    async pass() {
      try {
        for (let steps = 0; steps < MOST_STEPS; steps += 1) if (!(await step())) return;
      } catch (error) {
        // What the store or the memory of it refuses now they may grant at the next tick.
        if (!(error instanceof StoreError) && !isSystemError(error)) throw error;
        remembered = null;
        const reason = error instanceof StoreError ? error.message.replace(/\.$/, "") : null;
        hold(
          reason === null
            ? troubleOf(error, "be kept in step")
            : { code: "failed", message: `cannot be kept in step: ${reason}` },
        );
      }
    },
    writeAgain() {
      mayWriteAgain = true;
    },
    trouble: () => held,
  };
}

function refusedAs({ code, message }: { readonly code: string; readonly message: string }): Trouble {
  if (code === "archived") {
    const words =
      "has changed, but its canvas is archived, which makes it read-only. Reopen the canvas, and the text is taken";
    return { code: "archived", message: words };
  }
  return { code: "refused", message: `was not taken into the canvas: ${message.replace(/\.$/, "")}` };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
