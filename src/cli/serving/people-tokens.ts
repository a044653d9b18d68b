import { chmod, chown, open, realpath, rename, rm, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { shownName } from "../../server/access/identity.ts";
import { newToken, shortId, type TokenLine, tokenLine, wrongName } from "../../server/access/tokens.ts";
import { CommandError, DONE, FAILED, type Invocation, type Surroundings, UsageError } from "../surroundings.ts";
import { ask } from "../terminal/ask.ts";
import { printable, printableJson } from "../terminal/printable.ts";
import { askedTokensFile, brokenWords, type ReadFile, readTokensFile } from "./tokens-file.ts";

const OWN_ALONE = 0o600;
const TRIES = 100;
const PAUSE_MS = 50;

/** A new token for somebody: it is said once, and kept nowhere. */
export async function addToken(invocation: Invocation, subject: string): Promise<number> {
  const { surroundings, options } = invocation;
  const { stdout, stderr, now } = surroundings;
  const wrong = wrongName(subject);
  if (wrong !== null) throw new UsageError(`NAME is ${JSON.stringify(printable(subject))}: ${wrong}.`);
  const { name: given } = options;
  const name = typeof given === "string" ? shownName(given, subject) : null;
  if (name !== null && /(?:^|\s)#(?:\s|$)/.test(name))
    throw new UsageError("--name has a # between spaces, where a comment would begin.");
  const { token, hash } = newToken();
  const scopes =
    options["read-only"] === true ? (["canvas:read"] as const) : (["canvas:read", "canvas:write"] as const);
  const made = { subject, name, scopes, hash };
  const path = pathOf(invocation);
  await changing(path, surroundings, (file) => {
    const before = file?.text ?? "";
    const apart = before === "" || before.endsWith("\n") ? "" : "\n";
    return `${before}${apart}${tokenLine(made, now().toISOString())}\n`;
  });
  if (options.json) stdout.write(printableJson({ ...shown({ ...made, madeAt: now().toISOString() }), token }));
  else stdout.write(`${token}\n`);
  stderr.write(
    `A token of ${subject}'s, ${shortId(made)}, is in ${printable(path)}. It is shown only now: give it to them by a way that nobody else reads.\n`,
  );
  return DONE;
}

export async function listTokens(invocation: Invocation): Promise<number> {
  const { stdout, stderr } = invocation.surroundings;
  const { tokens, broken, path } = await existing(invocation);
  if (broken.length > 0) stderr.write(`${printable(brokenWords({ path, broken }), { lines: true })}\n`);
  if (invocation.options.json) {
    stdout.write(printableJson(tokens.map(shown)));
    return DONE;
  }
  if (tokens.length === 0) stderr.write("Nobody has a token.\n");
  const rows = tokens.map((token) => [
    shortId(token),
    token.subject,
    token.scopes.includes("canvas:write") ? "read,write" : "read",
    token.madeAt?.slice(0, 10) ?? "-",
    token.name ?? "",
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows)
    stdout.write(
      `${row
        .map((cell, column) => printable(cell).padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()}\n`,
    );
  return DONE;
}

/** All tokens of a name, or the one with this short id. Servers refuse them about a second later. */
export async function revokeToken(invocation: Invocation, wanted: string): Promise<number> {
  const { surroundings, options } = invocation;
  const { stdout, stderr } = surroundings;
  const file = await existing(invocation);
  const chosen = chosenBy(file.tokens, wanted);
  if (chosen.length === 0)
    throw new CommandError(
      `Nobody in ${file.path} is called ${JSON.stringify(printable(wanted))}, and no token begins so. \`token list\` names them.`,
    );
  const what = `${chosen.length === 1 ? "the token" : `all ${chosen.length} tokens`} of ${[...new Set(chosen.map(({ subject }) => subject))].join(", ")} (${chosen.map(shortId).join(", ")})`;
  if (!options.yes) {
    const answer = await ask(surroundings, `Revoke ${what}?`);
    if (answer === null) throw new UsageError(`Nobody is here to ask. Say --yes to revoke ${what}.`);
    if (!answer) {
      stderr.write("Nothing was revoked.\n");
      if (options.json) stdout.write(printableJson({ revoked: [] }));
      return FAILED;
    }
  }
  const hashes = new Set(chosen.map(({ hash }) => hash));
  await changing(file.path, surroundings, (now) => {
    if (now === null) throw new CommandError(`${file.path} is gone.`);
    const lines = new Set(now.tokens.flatMap(({ hash, line }) => (hashes.has(hash) ? [line] : [])));
    return now.text
      .split("\n")
      .filter((_, index) => !lines.has(index + 1))
      .join("\n");
  });
  if (options.json) stdout.write(printableJson({ revoked: chosen.map(shown) }));
  else stdout.write(`Revoked ${what}. Servers refuse it within about a second.\n`);
  return DONE;
}

function chosenBy(tokens: readonly TokenLine[], wanted: string): readonly TokenLine[] {
  const named = tokens.filter(({ subject }) => subject === wanted);
  return named.length > 0 ? named : tokens.filter((token) => shortId(token) === wanted);
}

function shown(token: Pick<TokenLine, "subject" | "name" | "scopes" | "hash" | "madeAt">): object {
  const { subject, name, scopes, madeAt } = token;
  return { id: shortId(token), name: subject, display_name: name, scopes, made_at: madeAt };
}

function pathOf(invocation: Invocation): string {
  const asked = askedTokensFile(invocation);
  if (asked === null)
    throw new UsageError("Say which file the tokens of your people are in: --tokens FILE, or WRITING_CANVAS_TOKENS.");
  return resolve(invocation.surroundings.folder, asked.text);
}

async function existing(invocation: Invocation): Promise<ReadFile> {
  const path = pathOf(invocation);
  return readTokensFile(path, invocation.surroundings).catch((error: unknown) => {
    throw error instanceof UsageError
      ? error
      : new CommandError(`${path} cannot be read: ${(error as Error).message}.`);
  });
}

/** Replaces the file as a whole, one command at a time: servers read the old one or the new one. `change` is given null where there is none. */
async function changing(name: string, place: Surroundings, change: (file: ReadFile | null) => string): Promise<void> {
  // A link stays one, and leads to the new file.
  const path = await realpath(name).catch(() => name);
  const lock = `${path}.lock`;
  await take(lock);
  try {
    const file = await readTokensFile(path, place).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error instanceof UsageError ? error : new CommandError(`${path}: ${(error as Error).message}.`);
    });
    const text = change(file);
    const before = file === null ? null : await stat(path);
    const beside = `${path}.new`;
    await rm(beside, { force: true });
    const handle = await open(beside, "wx", OWN_ALONE);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await chmod(beside, before === null ? OWN_ALONE : before.mode & 0o777);
    // Root changes files of others, whose servers must be able to read them as before.
    if (before !== null && place.uid === 0) await chown(beside, before.uid, before.gid);
    await rename(beside, path);
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await (await open(lock, "wx", OWN_ALONE)).close();
      return;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== "EEXIST") throw new CommandError(`The file cannot be written: ${message}.`);
      if (tries === TRIES)
        throw new CommandError(`Another command changes these tokens. If none runs, delete ${lock}, and try again.`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
