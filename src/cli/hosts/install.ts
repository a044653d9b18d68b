import { CommandError, DONE, FAILED, type Invocation } from "../surroundings.ts";
import { ask } from "../terminal/ask.ts";
import { printable, printableJson } from "../terminal/printable.ts";
import { typedFor } from "../typed-command.ts";
import { readConfiguration, replaceConfiguration } from "./configuration-file.ts";
import { readEntry, withEntry } from "./edit-configuration.ts";
import type { ExtensionState } from "./extension-folder.ts";
import {
  askedFile,
  type HostState,
  inspectHosts,
  isOurs,
  namedHost,
  refuseAbsent,
  refuseOutside,
  snippetOf,
  targetOf,
  wantedEntry,
} from "./host-setup.ts";
import type { Entry, HostSpec } from "./hosts.ts";
import { type ExtensionOutcome, installExtension, offerExtension, versionInWords } from "./install-extension.ts";
import { showChange } from "./show-change.ts";

/**
 * Adds this server to a host's configuration: shows the change, asks, keeps what was there beside it. Where the host can show
 * the canvas itself, that is offered then, or done alone (`--extension`).
 */
export async function install(invocation: Invocation): Promise<number> {
  const { options } = invocation;
  const [name] = invocation.positionals;
  if (name === undefined || options.list) return listHosts(invocation);
  const host = namedHost(name);
  if (options.extension) return sayExtension(invocation, host, await installExtension(invocation, host));
  return say(invocation, await configure(invocation, host), () => offerExtension(invocation, host));
}

async function configure(invocation: Invocation, host: HostSpec): Promise<Outcome> {
  const { surroundings, options } = invocation;
  const entry = wantedEntry(host, invocation);
  const path = askedFile(host, invocation);
  refuseAbsent(invocation, host);
  const before = await readConfiguration(path);
  await refuseOutside(invocation, path, before);
  const text = before.text ?? "";
  const known = hasEntry(host, entry, path, text, invocation);
  const edited = withEntry(text, targetOf(host), entry);
  if (edited.kind === "unsafe") throw new CommandError(byHand(host, entry, path, edited.reason));
  if (edited.text === text) {
    return { host, path, status: "already", words: `${host.name} has it already, in ${path}` };
  }
  const diff = showChange(text, edited.text);
  if (options["dry-run"]) return { host, path, status: "would_change", words: "", diff };
  surroundings.stderr.write(`${printable(path)}\n${diff}`);
  const answer = options.yes ? true : await ask(surroundings, `Write this to the configuration of ${host.name}?`);
  if (answer !== true) return refused(host, path, answer);
  const backup = await replaceConfiguration(before, edited.text, {
    now: surroundings.now(),
    isShared: options.project === true,
  });
  const words = `${known ? "Updated in" : "Added to"} ${host.name}. ${host.next}`;
  return { host, path, status: known ? "updated" : "installed", words, backup, diff };
}

/** Whether there is already one of ours; throws where there is another's, or where the file cannot be understood. */
function hasEntry(
  host: HostSpec,
  wanted: Entry,
  path: string,
  text: string,
  { options, surroundings }: Invocation,
): boolean {
  const read = readEntry(text, targetOf(host));
  if (read.kind === "invalid") throw new CommandError(byHand(host, wanted, path, read.reason));
  if (read.entry === undefined) return false;
  if (!isOurs(read.entry, surroundings.script) && !options.force) {
    throw new CommandError(
      `${path} already has another server under the name writing-canvas. It was left as it is; --force replaces it.`,
    );
  }
  return true;
}

function byHand(host: HostSpec, entry: Entry, path: string, reason: string): string {
  return `${path} cannot be edited safely (${reason}). It was left as it is. Correct it, or add this by hand:\n\n${snippetOf(host, entry)}`;
}

export interface Outcome {
  readonly host: HostSpec;
  readonly path: string;
  readonly status: "installed" | "updated" | "already" | "removed" | "absent" | "would_change" | "declined";
  readonly words: string;
  readonly backup?: string | null;
  readonly diff?: string;
}

/**
 * The answer of install and uninstall: words on stderr and the file on stdout, or JSON. What is done with the host's
 * extension comes after, unless the answer was no.
 */
export async function say(
  { surroundings, options }: Invocation,
  outcome: Outcome,
  then: () => Promise<ExtensionOutcome | null>,
): Promise<number> {
  const { stdout, stderr } = surroundings;
  const { host, path, status, words, backup = null, diff } = outcome;
  if (!options.json) stdout.write(`${printable(path)}\n${status === "would_change" ? (diff ?? "") : ""}`);
  if (backup !== null) stderr.write(`What was there is in ${printable(backup)}\n`);
  if (words !== "") stderr.write(`${printable(words)}\n`);
  const extension = status === "declined" ? null : await then();
  if (options.json) {
    const said = { host: host.id, file: path, status, backup, ...(diff ? { diff } : {}) };
    stdout.write(printableJson({ ...said, ...(extension ? { extension } : {}) }));
  }
  return status === "declined" ? FAILED : DONE;
}

/** The same for the extension alone, whose words are said. */
export function sayExtension({ surroundings, options }: Invocation, host: HostSpec, outcome: ExtensionOutcome): number {
  if (options.json) surroundings.stdout.write(printableJson({ host: host.id, extension: outcome }));
  return outcome.status === "declined" ? FAILED : DONE;
}

/** Nobody was there to ask, or the answer was no: nothing is written, exit code 1. */
export function refused(host: HostSpec, path: string, answer: false | null): Outcome {
  const words =
    answer === null ? "Nothing was written: nobody is here to ask. Say --yes to write it." : "Nothing was written.";
  return { host, path, status: "declined", words };
}

async function listHosts({ surroundings, options }: Invocation): Promise<number> {
  const { stdout, stderr } = surroundings;
  const hosts = await inspectHosts(surroundings);
  if (options.json) {
    stdout.write(
      printableJson(
        hosts.map(({ host, file, state, extension }) => ({
          id: host.id,
          name: host.name,
          file,
          state: state.kind,
          project: host.projectFile ?? null,
          ...(extension ? { extension: { folder: extension.folder, ...asData(extension.state) } } : {}),
        })),
      ),
    );
    return DONE;
  }
  for (const { host, file, state, extension } of hosts) {
    stdout.write(`${host.id.padEnd(16)}  ${STATES[state.kind].padEnd(26)}  ${printable(file)}\n`);
    if (extension && (state.kind !== "absent" || extension.state.kind !== "absent"))
      stdout.write(
        `${"  --extension".padEnd(16)}  ${printable(inFewWords(extension.state).padEnd(26))}  ${printable(extension.folder)}\n`,
      );
  }
  stderr.write(
    `\`${typedFor(surroundings, null)("install HOST")}\` adds this server; it shows the change and asks first.\n`,
  );
  return DONE;
}

function asData(state: ExtensionState): object {
  return state.kind === "ours"
    ? { state: state.kind, version: state.version, current: state.isCurrent }
    : { state: state.kind };
}

function inFewWords(state: ExtensionState): string {
  switch (state.kind) {
    case "absent":
      return "not there";
    case "other":
      return "another of that name";
    case "ours":
      return `${state.isCurrent ? "" : "other: "}${versionInWords(state)}`;
  }
}

const STATES: Readonly<Record<HostState["kind"], string>> = {
  absent: "not on this machine",
  none: "found",
  ours: "found, has writing-canvas",
  remote: "found, reaches a server",
  other: "found, another of that name",
  invalid: "found, cannot be read",
};
