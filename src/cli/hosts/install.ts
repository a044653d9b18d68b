import { CommandError, DONE, FAILED, type Invocation } from "../surroundings.ts";
import { ask } from "../terminal/ask.ts";
import { printable, printableJson } from "../terminal/printable.ts";
import { typedFor } from "../typed-command.ts";
import { readConfiguration, replaceConfiguration } from "./configuration-file.ts";
import { readEntry, withEntry } from "./edit-configuration.ts";
import {
  askedFile,
  type HostState,
  inspectHosts,
  isHere,
  isOurs,
  namedHost,
  refuseOutside,
  snippetOf,
  targetOf,
  wantedEntry,
} from "./host-setup.ts";
import type { Entry, HostSpec } from "./hosts.ts";
import { showChange } from "./show-change.ts";

/** Adds this server to a host's configuration: shows the change, asks, keeps what was there beside it. */
export async function install(invocation: Invocation): Promise<number> {
  const { surroundings, options } = invocation;
  const [name] = invocation.positionals;
  if (name === undefined || options.list) return listHosts(invocation);
  const host = namedHost(name);
  const entry = wantedEntry(host, invocation);
  const path = askedFile(host, invocation);
  if (!options.project && !options.force && !isHere(host, surroundings)) {
    throw new CommandError(
      `${host.name} was not found on this machine: there is no ${host.traces(surroundings)[0]}. Install it first, or write its file all the same with --force.`,
    );
  }
  const before = await readConfiguration(path);
  await refuseOutside(invocation, path, before);
  const text = before.text ?? "";
  const known = hasEntry(host, entry, path, text, invocation);
  const edited = withEntry(text, targetOf(host), entry);
  if (edited.kind === "unsafe") throw new CommandError(byHand(host, entry, path, edited.reason));
  if (edited.text === text) {
    return say(invocation, { host, path, status: "already", words: `${host.name} has it already, in ${path}` });
  }
  const diff = showChange(text, edited.text);
  if (options["dry-run"]) return say(invocation, { host, path, status: "would_change", words: "", diff });
  surroundings.stderr.write(`${printable(path)}\n${diff}`);
  const answer = options.yes ? true : await ask(surroundings, `Write this to the configuration of ${host.name}?`);
  if (answer !== true) return refused(invocation, host, path, answer);
  const backup = await replaceConfiguration(before, edited.text, {
    now: surroundings.now(),
    isShared: options.project === true,
  });
  const words = `${known ? "Updated in" : "Added to"} ${host.name}. ${host.next}`;
  return say(invocation, { host, path, status: known ? "updated" : "installed", words, backup, diff });
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

/** The answer of install and uninstall: words on stderr and the file on stdout, or JSON. */
export function say({ surroundings, options }: Invocation, outcome: Outcome): number {
  const { stdout, stderr } = surroundings;
  const { host, path, status, words, backup = null, diff } = outcome;
  if (options.json)
    stdout.write(printableJson({ host: host.id, file: path, status, backup, ...(diff ? { diff } : {}) }));
  else if (status === "would_change") stdout.write(`${printable(path)}\n${diff ?? ""}`);
  else stdout.write(`${printable(path)}\n`);
  if (backup !== null) stderr.write(`What was there is in ${printable(backup)}\n`);
  if (words !== "") stderr.write(`${printable(words)}\n`);
  return status === "declined" ? FAILED : DONE;
}

/** Nobody was there to ask, or the answer was no: nothing is written, exit code 1. */
export function refused(invocation: Invocation, host: HostSpec, path: string, answer: false | null): number {
  const words =
    answer === null ? "Nothing was written: nobody is here to ask. Say --yes to write it." : "Nothing was written.";
  return say(invocation, { host, path, status: "declined", words });
}

async function listHosts({ surroundings, options }: Invocation): Promise<number> {
  const { stdout, stderr } = surroundings;
  const hosts = await inspectHosts(surroundings);
  if (options.json) {
    stdout.write(
      printableJson(
        hosts.map(({ host, file, state }) => ({
          id: host.id,
          name: host.name,
          file,
          state: state.kind,
          project: host.projectFile ?? null,
        })),
      ),
    );
    return DONE;
  }
  for (const { host, file, state } of hosts) {
    stdout.write(`${host.id.padEnd(16)}  ${STATES[state.kind].padEnd(26)}  ${printable(file)}\n`);
  }
  stderr.write(
    `\`${typedFor(surroundings, null)("install HOST")}\` adds this server; it shows the change and asks first.\n`,
  );
  return DONE;
}

const STATES: Readonly<Record<HostState["kind"], string>> = {
  absent: "not on this machine",
  none: "found",
  ours: "found, has writing-canvas",
  remote: "found, reaches a server",
  other: "found, another of that name",
  invalid: "found, cannot be read",
};
