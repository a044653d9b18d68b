import { statSync } from "node:fs";
import { join } from "node:path";
import type { CanvasRecord } from "../core/records/canvas.ts";
import { isSubject, LOCAL_OWNER } from "../server/access/identity.ts";
import { type Call, personCall } from "../server/actions/call.ts";
import { findCanvas } from "../server/actions/find-canvas.ts";
import { keepingOf } from "../server/actions/limits.ts";
import { randomId } from "../server/actions/random-id.ts";
import { openStore } from "../server/storage/open-store.ts";
import type { Store } from "../server/storage/ports.ts";
import { STORE_FILE } from "../server/storage/sqlite/store.ts";
import { askedLimits } from "./asked-limits.ts";
import { askedStore, cannotOpen, storeInWords } from "./asked-store.ts";
import { CommandError, type Invocation, UsageError } from "./surroundings.ts";
import { logTo } from "./terminal/printable.ts";
import { typedIn } from "./typed-command.ts";

/** Whose canvases these are, where no server knows its people. */
export const OWNER = LOCAL_OWNER;
/** The command line as whoever reads of it later is told. */
const CLIENT = "command line";
/** Who works for somebody else on the command line. */
const OPERATOR = "The operator";

export interface StoreUse {
  /** Refuses where there is none yet, in place of making one. */
  readonly mustExist?: boolean;
  /** Told of each line that the store logs while it is used. */
  readonly onLog?: (line: string) => void;
}

/** Opens the asked store for one piece of work, and closes it whatever happens. */
export async function withStore<T>(
  invocation: Invocation,
  work: (store: Store) => Promise<T>,
  { mustExist = false, onLog }: StoreUse = {},
): Promise<T> {
  if (mustExist) assertStore(invocation);
  const { now, stderr } = invocation.surroundings;
  const say = logTo(stderr);
  let isOpen = false;
  const log = (line: string): void => {
    say(line);
    if (isOpen) onLog?.(line);
  };
  const address = askedStore(invocation);
  const options = { now, log, typed: typedIn(invocation), ...keepingOf(askedLimits(invocation)) };
  const store = await openStore(address, options).catch((error: unknown) => {
    throw cannotOpen(address, error);
  });
  isOpen = true;
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Whether the asked store was ever made. A database that can be reached is one. */
export function hasStore(invocation: Invocation): boolean {
  const address = askedStore(invocation);
  if (address.kind === "postgres") return true;
  const found = statSync(join(address.folder, STORE_FILE), { throwIfNoEntry: false });
  return found?.isFile() === true && found.size > 0;
}

export function assertStore(invocation: Invocation): void {
  if (hasStore(invocation)) return;
  throw new CommandError(
    `There are no canvases in ${storeInWords(askedStore(invocation))} yet. Choose another folder with --data DIR.`,
  );
}

/** The same for one piece of the person's work. */
export async function asPerson<T>(invocation: Invocation, work: (call: Call) => Promise<T>): Promise<T> {
  const { now, stderr } = invocation.surroundings;
  const log = logTo(stderr);
  const limits = askedLimits(invocation);
  const owner = askedOwner(invocation);
  const by = owner === OWNER ? {} : { name: OPERATOR };
  return withStore(invocation, (store) => {
    const call = personCall({ store, clock: now, randomId, log, limits, owner }, CLIENT);
    return work({ ...call, who: { ...call.who, ...by } });
  });
}

/** As whom a command works: whoever can open the store is its operator, and may do it for anybody. */
function askedOwner({ options }: Invocation): string {
  const { owner } = options;
  if (owner === undefined) return OWNER;
  if (isSubject(owner)) return owner;
  throw new UsageError(`--owner is ${JSON.stringify(owner)}; it is a name of at most 255 visible characters.`);
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
