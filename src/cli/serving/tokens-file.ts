import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { NOT_KNOWN } from "../../server/access/identify.ts";
import type { Identified, Identity } from "../../server/access/identity.ts";
import { readTokens, type TokensRead, tokenHolders } from "../../server/access/tokens.ts";
import { type After, realAfter } from "../../server/clock/timer.ts";
import type { SignInTokens } from "../../surfaces/page/server/sign-in/sign-ins.ts";
import { type Invocation, type Surroundings, UsageError } from "../surroundings.ts";
import type { Log } from "../terminal/printable.ts";
import { type Said, said } from "./serving-options.ts";

type Place = Pick<Surroundings, "folder" | "platform" | "uid">;

/** It is looked at no oftener, and when anybody calls: a token that is taken out is refused about so soon. */
const LOOK_MS = 1_000;
/** What was written so short a while ago may have been written again without a sign of it. */
const SETTLED_MS = 2_000;
const MOST_BYTES = 4 * 1024 * 1024;

export interface ReadFile extends TokensRead {
  readonly path: string;
  readonly text: string;
  /** Other users of the machine may read it. */
  readonly isOpen: boolean;
}

/** The file of people's tokens that was asked for, as it was written; null: none. */
export function askedTokensFile(invocation: Invocation): Said | null {
  return said(invocation, "tokens", "WRITING_CANVAS_TOKENS");
}

/** The file as it is. Whoever can write it lets in whom they like: it must be this user's alone to write. Throws in words. */
export async function readTokensFile(name: string, { folder, platform, uid }: Place): Promise<ReadFile> {
  const path = resolve(folder, name);
  // Not waiting: a pipe without a writer would be waited for.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new UsageError(`${path} is no file. \`token add\` makes one.`);
    // Windows has no such bits: there Node makes some up.
    const mode = platform === "win32" ? 0 : found.mode;
    if ((mode & 0o022) !== 0)
      throw new UsageError(
        `Other users of this machine may write ${path}, and let in whom they like. Make it yours alone (chmod 600).`,
      );
    if (uid !== null && uid !== 0 && found.uid !== uid && found.uid !== 0)
      throw new UsageError(`${path} belongs to another user, who can let in whom they like. Use one of your own.`);
    if (found.size > MOST_BYTES) throw new UsageError(`${path} has ${found.size} bytes: that is no file of tokens.`);
    const text = await handle.readFile("utf8");
    return { path, text, isOpen: (mode & 0o044) !== 0, ...readTokens(text) };
  } finally {
    await handle.close();
  }
}

/** The tokens of a file as they are now. As people sign in with them at the page, it is the page's way to them, too. */
export interface TokensFile extends SignInTokens {
  /**
   * From now on it is looked at by itself, so that whoever signed in with a token is out as soon as the token is; until what
   * it returns is called. `onHolders` is told who has one: at first, and whenever the file was read again.
   */
  watch(onHolders: (holders: readonly Identity[]) => void): () => void;
}

/** What is wrong with a file, line by line. */
export function brokenWords({ path, broken }: Pick<ReadFile, "path" | "broken">): string {
  return broken.map(({ line, why }) => `Line ${line} of ${path} lets nobody in: ${why}.`).join("\n");
}

/**
 * Who shows a token of this file. A file that is wrong in anything keeps a server from starting. Later it is read again when it
 * has changed: lines that are right then are good, whatever else is wrong, and without the file nobody is let in.
 */
export async function openTokensFile(
  name: string,
  options: {
    readonly place: Place;
    readonly log: Log;
    readonly clock: () => Date;
    readonly now?: () => number;
    readonly after?: After;
  },
): Promise<TokensFile> {
  const { place, log, clock, now = () => performance.now(), after = realAfter } = options;
  const path = resolve(place.folder, name);
  const first = await readTokensFile(name, place).catch((error: unknown) => {
    throw error instanceof UsageError ? error : new UsageError(cannotRead(path, error));
  });
  if (first.broken.length > 0) throw new UsageError(brokenWords(first));
  if (first.isOpen)
    log(`Other users of this machine may read ${path}: hashes and names, no tokens. chmod 600 hides them.`);
  if (first.tokens.length === 0) log(`Nobody has a token in ${path} yet. \`token add NAME --tokens FILE\` makes one.`);

  let state = stateFrom(first);
  let onHolders: (holders: readonly Identity[]) => void = () => undefined;
  let lastSaid = "";
  let mark = "";
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> = Promise.resolve();

  const say = (words: string): void => {
    if (words !== lastSaid && words !== "") log(words);
    lastSaid = words;
  };
  const look = async (): Promise<void> => {
    try {
      const { mtimeMs, mtimeNs, ctimeNs, size, ino } = await stat(path, { bigint: true });
      const isSettled = Math.abs(clock().getTime() - Number(mtimeMs)) > SETTLED_MS;
      const seen = `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
      if (seen === mark && isSettled) return;
      const read = await readTokensFile(name, place);
      mark = seen;
      state = stateFrom(read);
      onHolders(state.holders);
      say(brokenWords(read));
    } catch (error) {
      mark = "";
      const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
      const isRefused = error instanceof UsageError;
      const said = isGone || isRefused ? NOT_KNOWN : UNREADABLE;
      const unreadable = (): never => {
        throw new Error(`${path} cannot be read now`);
      };
      // Whoever signed in stays so, if it is only that nobody can tell.
      state = { show: () => said, ofHash: said === UNREADABLE ? unreadable : () => null, holders: [] };
      say(`Nobody is let in by a token: ${isRefused ? error.message : cannotRead(path, error)}`);
    }
  };
  const current = async (): Promise<void> => {
    if (now() - lookedAt >= LOOK_MS) {
      lookedAt = now();
      looking = look();
    }
    await looking;
  };
  return {
    identify: async (bearer) => {
      await current();
      return state.show(bearer);
    },
    holder: (id) => state.ofHash(id),
    watch(listener) {
      onHolders = listener;
      listener(state.holders);
      let stop = (): void => undefined;
      const next = (): void => {
        stop = after(LOOK_MS, () => {
          next();
          void current();
        });
      };
      next();
      return () => {
        onHolders = () => undefined;
        stop();
      };
    },
  };
}

type Shown = Awaited<ReturnType<SignInTokens["identify"]>>;
interface State {
  readonly show: (bearer: string) => Shown;
  readonly ofHash: SignInTokens["holder"];
  readonly holders: readonly Identity[];
}

const UNREADABLE: Exclude<Identified, { kind: "known" }> = {
  kind: "unavailable",
  why: "Who you are cannot be told now: the server cannot read its tokens. Try again in a few seconds.",
};

function stateFrom({ tokens }: TokensRead): State {
  const { show, ofHash, all } = tokenHolders(tokens);
  return {
    show: (bearer) => {
      const shown = show(bearer);
      return shown === null ? NOT_KNOWN : { kind: "known", identity: shown.identity, id: shown.hash };
    },
    ofHash,
    holders: all,
  };
}

function cannotRead(path: string, error: unknown): string {
  const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
  return isMissing
    ? `there is no file ${path}. \`token add NAME --tokens ${path}\` makes it.`
    : `${path} cannot be read: ${(error as Error).message}.`;
}
