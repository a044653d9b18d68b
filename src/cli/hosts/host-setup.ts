import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { isInside } from "../../surfaces/files/find-target.ts";
import { dataFolder } from "../data-folder.ts";
import { CommandError, type Invocation, type Surroundings, UsageError } from "../surroundings.ts";
import { hostCommand } from "../typed-command.ts";
import { type ConfigurationFile, readConfiguration } from "./configuration-file.ts";
import { isTable } from "./configuration-format.ts";
import { readEntry, type Target, withEntry } from "./edit-configuration.ts";
import { type ExtensionState, inspectExtension, readBuiltExtension } from "./extension-folder.ts";
import { type Connection, type Entry, HOSTS, type HostSpec, SERVER_NAME } from "./hosts.ts";

/** The host that was named. */
export function namedHost(name: string): HostSpec {
  const asked = name.toLowerCase();
  const host = HOSTS.find(({ id, name: called }) => id === asked || called.toLowerCase() === asked);
  if (host) return host;
  throw new UsageError(`${JSON.stringify(name)} is no host that this knows: ${HOSTS.map(({ id }) => id).join(", ")}.`);
}

/** The file that was asked for: the user's own, or the project's. */
export function askedFile(host: HostSpec, { options, surroundings }: Invocation): string {
  if (!options.project) return host.file(surroundings);
  if (host.projectFile === undefined)
    throw new UsageError(`${host.name} has no file for a project. Leave out --project.`);
  return join(surroundings.folder, host.projectFile);
}

/** A project may come from anybody: what lies in it may be a link to a file of the user's own. */
export async function refuseOutside(
  { options, surroundings }: Invocation,
  path: string,
  { path: real }: ConfigurationFile,
): Promise<void> {
  if (!options.project) return;
  const place = real === path ? await realPlace(path) : real;
  if (isInside(await realpath(surroundings.folder), place)) return;
  throw new CommandError(`${path} leads out of this project, to ${place}. It was left as it is.`);
}

/** Where a file will be that is not there yet: some of its folders may be links. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) throw error;
    return join(await realPlace(dirname(path)), basename(path));
  }
}

export const targetOf = ({ format, key }: HostSpec): Target => ({ format, key, name: SERVER_NAME });

/** What is to stand in the host's file. */
export function wantedEntry(host: HostSpec, invocation: Invocation): Entry {
  const { options } = invocation;
  const entry = host.entry(
    typeof options.http === "string" ? httpConnection(options.http) : stdioConnection(invocation),
  );
  if (entry) return options["with-token"] ? { ...entry, ...tokenEntry(host, options.http) } : entry;
  throw new CommandError(
    `${host.name} takes no address from its file. Leave out --http, or add the address in its settings under Connectors.`,
  );
}

/** The token itself stands in no file: the host takes it from its environment. */
function tokenEntry({ name, tokenFrom }: HostSpec, http: string | true | undefined): Entry {
  if (http === undefined) throw new UsageError("--with-token goes with --http URL: over stdio no token is asked for.");
  if (tokenFrom) return tokenFrom("WRITING_CANVAS_TOKEN");
  throw new CommandError(
    `${name} takes no token from the environment. Leave out --http: over stdio it needs none. Or add the header Authorization: Bearer TOKEN by hand.`,
  );
}

function httpConnection(text: string): Connection {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new UsageError(`--http is ${JSON.stringify(text)}; it is an address such as http://127.0.0.1:3001/mcp.`);
  }
  return { kind: "http", url: text };
}

function stdioConnection(invocation: Invocation): Connection {
  const { platform } = invocation.surroundings;
  const data = typeof invocation.options.data === "string" ? dataFolder(invocation) : null;
  const isShared = invocation.options.project === true;
  const { command, args } = hostCommand(invocation.surroundings, { data, isShared });
  // What npx is on Windows only a shell can start.
  if (platform === "win32" && command === "npx") return { kind: "stdio", command: "cmd", args: ["/c", "npx", ...args] };
  return { kind: "stdio", command, args };
}

/** Whether an entry is one that we made, or that somebody made for us; `script` is the file that runs now. */
export function isOurs(entry: unknown, script: string): boolean {
  if (!isTable(entry)) return false;
  const { command, cmd, args, url, uri, serverUrl, httpUrl } = entry;
  const words = [command, cmd, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === "string");
  if (words.some((word) => word.includes("writing-canvas") || word === script)) return true;
  const address = [url, uri, serverUrl, httpUrl].find((each) => typeof each === "string");
  return typeof address === "string" && /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\/mcp$/.test(address);
}

/** What the person can paste where we must not write. */
export function snippetOf(host: HostSpec, entry: Entry): string {
  const made = withEntry("", targetOf(host), entry);
  return made.kind === "edited" ? made.text : "";
}

export type HostState =
  | { readonly kind: "absent" }
  | { readonly kind: "none" }
  | {
      readonly kind: "ours";
      readonly entry: Entry;
      readonly missing: string | null;
      /** The version that it asks the registry for: a number, or what else stands there; empty: whichever there is; null: it asks for none. */
      readonly pin: string | null;
    }
  /** It reaches a server that runs elsewhere. */
  | { readonly kind: "remote"; readonly url: string }
  | { readonly kind: "other" }
  | { readonly kind: "invalid"; readonly reason: string };

export interface InspectedHost {
  readonly host: HostSpec;
  readonly file: string;
  readonly state: HostState;
  /** Null: the host takes none. */
  readonly extension: { readonly folder: string; readonly state: ExtensionState } | null;
}

/** What each host's own file says about us; nothing is changed. */
export async function inspectHosts(surroundings: Surroundings): Promise<readonly InspectedHost[]> {
  const built = await readBuiltExtension(surroundings.copilotExtension);
  return Promise.all(
    HOSTS.map(async (host) => {
      const folder = host.extension?.folder(surroundings) ?? null;
      return {
        host,
        file: host.file(surroundings),
        state: isHere(host, surroundings) ? await stateOf(host, surroundings) : { kind: "absent" as const },
        extension: folder === null ? null : { folder, state: await inspectExtension(folder, built) },
      };
    }),
  );
}

/** A host that is not here is written for only where that was asked for. */
export function refuseAbsent({ options, surroundings }: Invocation, host: HostSpec): void {
  if (options.project || options.force || isHere(host, surroundings)) return;
  throw new CommandError(
    `${host.name} was not found on this machine: there is no ${host.traces(surroundings)[0]}. Install it first, or write its file all the same with --force.`,
  );
}

function isHere(host: HostSpec, surroundings: Surroundings): boolean {
  return host.traces(surroundings).some((path) => existsSync(path));
}

async function stateOf(host: HostSpec, surroundings: Surroundings): Promise<HostState> {
  try {
    const { text } = await readConfiguration(host.file(surroundings));
    const read = readEntry(text ?? "", targetOf(host));
    if (read.kind === "invalid")
      return { kind: "invalid", reason: `not valid ${host.format.toUpperCase()}: ${read.reason}` };
    if (read.entry === undefined) return { kind: "none" };
    if (!isTable(read.entry)) return { kind: "other" };
    const url = urlOf(read.entry);
    if (!isOurs(read.entry, surroundings.script)) return url === null ? { kind: "other" } : { kind: "remote", url };
    return { kind: "ours", entry: read.entry, missing: missingPart(read.entry, surroundings), pin: pinOf(read.entry) };
  } catch (error) {
    if (error instanceof CommandError) return { kind: "invalid", reason: error.message };
    throw error;
  }
}

/** By whichever name a host has it: the address of a server for many; null: there is none. */
function urlOf({ url, uri, serverUrl, httpUrl }: Entry): string | null {
  const given = [url, uri, serverUrl, httpUrl].find((each) => typeof each === "string");
  return typeof given === "string" && /^https:\/\/[^/]+\/mcp$/.test(given) ? given : null;
}

function pinOf({ args }: Entry): string | null {
  const words = Array.isArray(args) ? args : [];
  const name = words.find((word) => word === SERVER_NAME || String(word).startsWith(`${SERVER_NAME}@`));
  return name === undefined ? null : String(name).slice(SERVER_NAME.length + 1);
}

/** The program or file that an entry names and that is not there. Names without a path are the host's to find. */
function missingPart({ command, cmd, args }: Entry, { folder }: Surroundings): string | null {
  const words = [command ?? cmd, ...(Array.isArray(args) ? args : [])];
  const paths = words.filter(
    (word): word is string => typeof word === "string" && isAbsolute(word) && !isDataFolder(words, word),
  );
  return paths.find((path) => !existsSync(resolve(folder, path))) ?? null;
}

/** The data folder is made when it is first needed. */
const isDataFolder = (words: readonly unknown[], word: string): boolean => words[words.indexOf(word) - 1] === "--data";
