import type { CanvasRecord } from "../core/records/canvas.ts";
import { type Call, personCall } from "../server/actions/call.ts";
import { findCanvas } from "../server/actions/find-canvas.ts";
import { keepingOf } from "../server/actions/limits.ts";
import { randomId } from "../server/actions/random-id.ts";
import { openSqliteStore } from "../server/storage/sqlite/store.ts";
import { askedLimits } from "./asked-limits.ts";
import { dataFolder } from "./data-folder.ts";
import { CommandError, type Invocation } from "./surroundings.ts";
import { logTo } from "./terminal/printable.ts";
import { typedIn } from "./typed-command.ts";

/** Whose canvases these are, until there is identity. */
export const OWNER = "local";
/** The command line as whoever reads of it later is told. */
const CLIENT = "command line";

/** Opens the store of the asked folder for one piece of the person's work, and closes it whatever happens. */
export async function asPerson<T>(invocation: Invocation, work: (call: Call) => Promise<T>): Promise<T> {
  const { now, stderr } = invocation.surroundings;
  const log = logTo(stderr);
  const limits = askedLimits(invocation);
  const kept = keepingOf(limits);
  const store = await openSqliteStore({
    folder: dataFolder(invocation),
    now,
    log,
    typed: typedIn(invocation),
    ...kept,
  });
  try {
    return await work(personCall({ store, clock: now, randomId, log, limits, owner: OWNER }, CLIENT));
  } finally {
    await store.close();
  }
}

/** Ids are read in any case of letters. */
export const namedId = (name: string): string => name.trim().toUpperCase();

/** The canvas that a person named on the command line, in any case of letters. */
export async function findNamed(call: Call, name: string, invocation: Invocation): Promise<CanvasRecord> {
  const found = await findCanvas(call, namedId(name));
  if (found.ok) return found.record;
  throw new CommandError(
    `There is no canvas ${JSON.stringify(name)}. \`${typedIn(invocation)("list")}\` names them all.`,
  );
}

/** What an action gave; where it said no, its words end the command. */
export function orFail<T extends object>(
  outcome: ({ readonly ok: true } & T) | { readonly ok: false; readonly error: { readonly message: string } },
): T {
  if (!outcome.ok) throw new CommandError(outcome.error.message);
  return outcome;
}
