import { hasAnswer } from "../../../core/document/review/review.ts";
import type { Canvas, CanvasRecord } from "../../../core/records/canvas.ts";
import { may } from "../../access/may.ts";
import { realAfter } from "../../clock/timer.ts";
import { describeError } from "../../observe/describe-error.ts";
import type { Call } from "../call.ts";

export interface ReviewWait {
  /** Whoever waits is shown to the person by the name of its program. */
  readonly call: Call;
  /** As it is kept: in capitals. */
  readonly canvasId: string;
  readonly signal: AbortSignal;
  readonly limitMs: number;
  /** The record with what the call that waits proves to have arrived. */
  readonly provenBy: (record: CanvasRecord) => Canvas;
}

/** The person has answered. Nothing is marked as told yet. */
export interface Answered {
  readonly waitedMs: number;
  /** The number of the last answer when the wait began; null: it was there already. */
  readonly known: number | null;
}

export type ReviewEnd =
  | ({ readonly kind: "answered" } & Answered)
  /** Nobody answered within the limit, or before the server ended. */
  | { readonly kind: "waiting"; readonly waitedMs: number; readonly known: number }
  | { readonly kind: "archived" }
  | { readonly kind: "none" | "deleted" }
  /** So many others wait for this canvas already that they may not, too. */
  | { readonly kind: "crowded"; readonly most: number }
  /** Whoever waited has given up; `known` as above, null: before the canvas was looked at. */
  | { readonly kind: "cancelled"; readonly known: number | null };

export const TICK_MS = 10_000;
/** A wait that was not prolonged for so long has died with its process. */
const LIVES_MS = 3 * TICK_MS;
const WAIT_ID_LENGTH = 16;
/** Each of them is woken by each of them: an agent that calls and calls must not hold up everybody. */
export const MOST_WAITS = 50;
/** So many of them are the owner's alone: those whom a canvas is shared with never take all. */
const OWNERS_WAITS = 10;

/**
 * Waits until the person sends, approves or leaves, or until an answer that no model was surely shown is found. Several
 * may wait for one canvas: all of them are told. It writes nothing but the note that somebody waits.
 */
export async function waitForReview(wait: ReviewWait): Promise<ReviewEnd> {
  const { call, canvasId, signal, limitMs } = wait;
  const { deps } = call;
  const { after = realAfter } = deps;
  const alarm = createAlarm();
  const began = deps.clock().getTime();
  const waitedMs = (): number => Math.max(0, deps.clock().getTime() - began);
  const note = noteOfWait(wait, new Date(began));
  let isLate = false;
  let ticks = 0;
  let stopTick = (): void => undefined;
  const tick = (): void => {
    ticks += 1;
    stopTick = after(TICK_MS, tick);
    alarm.raise();
  };

  const watch = deps.store.changes.watch(call.who.owner, (ids) => {
    if (ids.includes(canvasId)) alarm.raise();
  });
  signal.addEventListener("abort", alarm.raise);
  const giveUp = (): void => {
    isLate = true;
    alarm.raise();
  };
  const stopLimit = after(limitMs, giveUp);
  deps.closing?.addEventListener("abort", giveUp);
  if (deps.closing?.aborted) giveUp();
  try {
    await watch.ready();
    let known: number | null = call.waiting?.since ?? null;
    let isFirst = true;
    for (let seenTicks = -1; ; ) {
      const found = await deps.store.canvases.find(call.who.owner, canvasId);
      if (signal.aborted) return { kind: "cancelled", known };
      if (found.kind !== "found") return found;
      const { record } = found;
      // What is no longer shared is not there any more, also for whoever waits already.
      if (may(call.who, call.action, record, deps.clock().toISOString()) !== null) return { kind: "none" };
      const most = record.owner === call.who.owner ? MOST_WAITS : MOST_WAITS - OWNERS_WAITS;
      if (record.document.status === "archived") return { kind: "archived" };
      const answers = record.review?.number ?? 0;
      // The approval of this version is an answer to everybody; any other only to whoever waited for it or came first.
      const isNew = (isFirst && hasAnswer(wait.provenBy(record), call.who)) || (known !== null && answers > known);
      isFirst = false;
      if (isNew) return { kind: "answered", waitedMs: waitedMs(), known };
      known ??= answers;
      if (isLate) return { kind: "waiting", waitedMs: waitedMs(), known };
      if (seenTicks !== ticks) {
        const begins = seenTicks === -1;
        if (begins) {
          if ((await note.place()) >= most) return { kind: "crowded", most };
          stopTick = after(TICK_MS, tick);
        }
        seenTicks = ticks;
        await note.keep();
        if (begins) {
          // Of many that came at once those that came first stay.
          if ((await note.place()) >= most) return { kind: "crowded", most };
          call.waiting?.onBegin?.();
        }
        call.waiting?.onTick?.(waitedMs());
      }
      await alarm.raised();
    }
  } finally {
    watch.stop();
    stopLimit();
    stopTick();
    signal.removeEventListener("abort", alarm.raise);
    deps.closing?.removeEventListener("abort", giveUp);
    await note.drop();
  }
}

/** The line "… waits for your review" on open pages. It is only shown: that it cannot be kept ends no wait. */
function noteOfWait({ call, canvasId }: ReviewWait, began: Date) {
  const { store, clock, log, randomId } = call.deps;
  const { owner, client } = call.who;
  const waitId = randomId(WAIT_ID_LENGTH);
  let isKept = false;
  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log(`That somebody waits for a review could not be ${what}: ${describeError(error, { frames: false })}`);
    }
  };
  return {
    /** How many began to wait for this canvas before. */
    place: async (): Promise<number> => {
      const waits = (await store.waits.list(owner)).filter((other) => other.canvasId === canvasId);
      const own = waits.findIndex((other) => other.waitId === waitId);
      return own === -1 ? waits.length : own;
    },
    keep: () =>
      attempt("noted", async () => {
        const named = client === undefined ? {} : { client };
        const until = new Date(clock().getTime() + LIVES_MS).toISOString();
        isKept = await store.waits.keep(owner, { waitId, canvasId, ...named, since: began.toISOString(), until });
      }),
    drop: () =>
      attempt("taken back", async () => {
        if (isKept) await store.waits.drop(owner, waitId);
      }),
  };
}

/** Raised any number of times, waited for once: raised before anybody waits, it is kept. */
function createAlarm() {
  let isRaised = false;
  let wake: (() => void) | null = null;
  return {
    raise: (): void => {
      isRaised = true;
      wake?.();
    },
    raised: async (): Promise<void> => {
      if (!isRaised) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = null;
      }
      isRaised = false;
    },
  };
}
