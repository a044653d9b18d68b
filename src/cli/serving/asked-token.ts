import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { type Invocation, type Surroundings, UsageError } from "../surroundings.ts";
import type { Log } from "../terminal/printable.ts";

/** Shorter ones can be guessed by whoever may ask often enough. */
const SHORTEST = 16;
const MOST_BYTES = 10_000;
const IN_ENVIRONMENT = { token: "WRITING_CANVAS_TOKEN", secret: "WRITING_CANVAS_CLIENT_SECRET" } as const;

/** The bearer token that was asked for: as an argument, in a file, or in the environment; undefined: none. */
export async function askedToken({ surroundings, options }: Invocation, log: Log): Promise<string | undefined> {
  const { token: given, "token-file": file } = options;
  if (given !== undefined && file !== undefined)
    throw new UsageError("Give the token once: --token-file FILE alone is the safer way.");
  if (typeof file === "string") return longEnough(await secretIn(file, surroundings, "token"), `The token in ${file}`);
  if (typeof given === "string") {
    const token = longEnough(given, "The token");
    log(
      "The token of --token stands in the list of processes, where every user of this machine can read it. Give it in WRITING_CANVAS_TOKEN, or in a file that only you can read (--token-file FILE).",
    );
    return token;
  }
  const { WRITING_CANVAS_TOKEN: fromEnvironment } = surroundings.env;
  return fromEnvironment ? longEnough(fromEnvironment, "WRITING_CANVAS_TOKEN") : undefined;
}

export function longEnough(token: string, what: string): string {
  if (token.length >= SHORTEST) return token;
  throw new UsageError(
    `${what} has ${token.length} characters, and could be guessed: at least ${SHORTEST} are needed. A new one: ${randomBytes(24).toString("base64url")}`,
  );
}

/** The text of a file that is this user's secret: without the line break at its end. */
export async function secretIn(
  name: string,
  { folder, platform, uid }: Pick<Surroundings, "folder" | "platform" | "uid">,
  what: "token" | "secret",
): Promise<string> {
  const path = resolve(folder, name);
  // Not waiting: a pipe without a writer would be waited for.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: Error) => {
    throw new UsageError(`The ${what}'s file cannot be read: ${error.message}.`);
  });
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new UsageError(`${path} is no file. Write the ${what} into one, and name it.`);
    // Windows has no such bits: there Node makes some up.
    if (platform !== "win32" && (found.mode & 0o077) !== 0)
      throw new UsageError(
        `Other users of this machine may open ${path}. Make it yours alone (chmod 600), or give the ${what} in ${IN_ENVIRONMENT[what]}.`,
      );
    if (uid !== null && uid !== 0 && found.uid !== uid)
      throw new UsageError(`${path} belongs to another user, who knows the ${what}. Write one of your own.`);
    if (found.size > MOST_BYTES) throw new UsageError(`${path} has ${found.size} bytes: that is no ${what}.`);
    return (await handle.readFile("utf8")).trimEnd();
  } finally {
    await handle.close();
  }
}
