import { readdir } from "node:fs/promises";
import { dataFolder } from "../data-folder.ts";
import { CommandError, type Invocation, UsageError } from "../surroundings.ts";
import { ask } from "../terminal/ask.ts";
import { printable, sizeInWords } from "../terminal/printable.ts";
import { typedIn } from "../typed-command.ts";
import {
  type BuiltExtension,
  type ExtensionState,
  inspectExtension,
  placeExtension,
  readBuiltExtension,
  removeExtension,
} from "./extension-folder.ts";
import { refuseAbsent } from "./host-setup.ts";
import type { ExtensionSpec, HostSpec } from "./hosts.ts";

export interface ExtensionOutcome {
  readonly folder: string;
  /** `not_asked`: it could be there, and nobody said yes or no. */
  readonly status:
    | "installed"
    | "updated"
    | "already"
    | "removed"
    | "absent"
    | "would_change"
    | "declined"
    | "not_asked";
  readonly version?: string;
  readonly files?: number;
  readonly bytes?: number;
  readonly backup?: string | null;
}

interface Plan {
  readonly host: HostSpec;
  readonly spec: ExtensionSpec;
  readonly folder: string;
  readonly built: BuiltExtension;
  readonly state: ExtensionState;
  /** The data folder that it is told: as asked, or as it was told before. */
  readonly data: string | null;
}

/** `--extension`: the host's folder alone. Throws where there is nothing to put there, or something that is not ours. */
export async function installExtension(invocation: Invocation, host: HostSpec): Promise<ExtensionOutcome> {
  const { surroundings, options } = invocation;
  const spec = askedSpec(invocation, host);
  if (options.http !== undefined || options["with-token"])
    throw new UsageError("--extension works on the canvases of this machine. Leave out --http and --with-token.");
  refuseAbsent(invocation, host);
  const plan = await planExtension(invocation, host, spec);
  if (plan === null)
    throw new CommandError(
      `The extension is not built: no ${surroundings.copilotExtension ?? "folder for it"}. Run npm run build.`,
    );
  const { folder } = plan;
  if (isDone(plan))
    return inWords(invocation, outcomeOf(plan, "already"), `It is there already, of version ${plan.built.version}.`);
  if (plan.state.kind === "other" && !options.force) {
    throw new CommandError(
      `${folder} is there, and not from us. It was left as it is; --force replaces it and keeps it aside.`,
    );
  }
  if (options["dry-run"]) return inWords(invocation, outcomeOf(plan, "would_change"), "", listed(plan));
  surroundings.stderr.write(`${printable(folder)}\n${listed(plan)}`);
  const answer = options.yes ? true : await ask(surroundings, `Write ${amount(plan)} there?`);
  return answer === true ? place(invocation, plan) : refused(invocation, plan.folder, answer);
}

/** After the host's configuration: asks whoever is there, and otherwise says how to get it. Null: there is nothing to offer. */
export async function offerExtension(invocation: Invocation, host: HostSpec): Promise<ExtensionOutcome | null> {
  const { surroundings, options } = invocation;
  const { stderr } = surroundings;
  if (host.extension === undefined || options.http !== undefined || options.project) return null;
  const plan = await planExtension(invocation, host, host.extension);
  if (plan === null) return null;
  if (isDone(plan)) return outcomeOf(plan, "already");
  const { state, spec, built, folder } = plan;
  const typed = typedIn(invocation)(`install ${host.id} --extension`);
  if (state.kind === "other") {
    stderr.write(`${printable(folder)} is there, and not from us: \`${typed} --force\` replaces it.\n`);
    return outcomeOf(plan, "not_asked");
  }
  if (!options.yes && !options["dry-run"] && surroundings.stdin.isTTY) {
    const question =
      state.kind === "ours"
        ? `Replace ${versionInWords(state)} in ${printable(folder)} with ${built.version}?`
        : `Show the canvas in ${spec.where} too? ${amount(plan)} go to ${printable(folder)}.`;
    if (await ask(surroundings, question)) return place(invocation, plan);
    return outcomeOf(plan, "declined");
  }
  stderr.write(
    state.kind === "ours"
      ? `What shows the canvas in ${spec.where} is ${versionInWords(state)}. To replace it with ${built.version}: ${typed}\n`
      : `To show the canvas in ${spec.where} too: ${typed}\n`,
  );
  return outcomeOf(plan, "not_asked");
}

/** `uninstall --extension`. */
export async function uninstallExtension(invocation: Invocation, host: HostSpec): Promise<ExtensionOutcome> {
  const folder = askedSpec(invocation, host).folder(invocation.surroundings);
  const state = await inspectExtension(folder, null);
  if (state.kind === "other") throw new CommandError(`${folder} is not from us. It was left as it is.`);
  if (state.kind === "absent") return inWords(invocation, { folder, status: "absent" }, "It is not there.");
  return takeAway(invocation, folder);
}

/** After the host's configuration; null: there is nothing of ours. */
export async function uninstallExtensionToo(invocation: Invocation, host: HostSpec): Promise<ExtensionOutcome | null> {
  if (host.extension === undefined || invocation.options.project) return null;
  const folder = host.extension.folder(invocation.surroundings);
  const state = await inspectExtension(folder, null);
  return state.kind === "ours" ? takeAway(invocation, folder) : null;
}

/** What there is of it, in words: for lists and findings. */
export function versionInWords(state: ExtensionState & { kind: "ours" }): string {
  return state.version === "" ? "of no known version" : `version ${state.version}`;
}

function askedSpec({ options }: Invocation, host: HostSpec): ExtensionSpec {
  if (host.extension === undefined) throw new UsageError(`${host.name} takes no extension. Leave out --extension.`);
  if (options.project) throw new UsageError("--extension is for the user's own folder. Leave out --project.");
  return host.extension;
}

async function planExtension(invocation: Invocation, host: HostSpec, spec: ExtensionSpec): Promise<Plan | null> {
  const { surroundings, options } = invocation;
  const built = await readBuiltExtension(surroundings.copilotExtension);
  if (built === null) return null;
  const folder = spec.folder(surroundings);
  const state = await inspectExtension(folder, built);
  const before = state.kind === "ours" ? state.data : null;
  return { host, spec, folder, built, state, data: typeof options.data === "string" ? dataFolder(invocation) : before };
}

const isDone = ({ state, data }: Plan): boolean => state.kind === "ours" && state.isCurrent && state.data === data;

async function place(invocation: Invocation, plan: Plan): Promise<ExtensionOutcome> {
  const { folder, built, data, state, spec } = plan;
  const keep = state.kind === "other" ? invocation.surroundings.now() : null;
  const backup = await placeExtension(folder, { built, data, keep });
  const outcome = outcomeOf(plan, state.kind === "absent" ? "installed" : "updated");
  return inWords(invocation, { ...outcome, backup }, `The canvas can be shown in ${spec.where}. ${spec.next}`);
}

async function takeAway(invocation: Invocation, folder: string): Promise<ExtensionOutcome> {
  const { surroundings, options } = invocation;
  const names = (await readdir(folder)).sort();
  const gone = names.map((name) => `- ${printable(name)}\n`).join("");
  const found = { folder, files: names.length };
  if (options["dry-run"]) return inWords(invocation, { ...found, status: "would_change" }, "", gone);
  surroundings.stderr.write(`${printable(folder)}\n${gone}`);
  const answer = options.yes ? true : await ask(surroundings, "Remove this folder?");
  if (answer !== true) return refused(invocation, folder, answer);
  await removeExtension(folder);
  return inWords(invocation, { ...found, status: "removed" }, "Removed. Sessions that run keep it until they end.");
}

function refused(invocation: Invocation, folder: string, answer: false | null): ExtensionOutcome {
  const words = answer === null ? "It was left as it is: nobody is here to ask. Say --yes." : "It was left as it is.";
  return inWords(invocation, { folder, status: "declined" }, words);
}

function outcomeOf({ folder, built }: Plan, status: ExtensionOutcome["status"]): ExtensionOutcome {
  return { folder, status, version: built.version, files: built.files.length, bytes: sizeOf(built) };
}

const sizeOf = ({ files }: BuiltExtension): number => files.reduce((sum, { bytes }) => sum + bytes.length, 0);
const amount = ({ built }: Plan): string => `${built.files.length} files (${sizeInWords(sizeOf(built))})`;
const listed = ({ built }: Plan): string =>
  built.files.map(({ name, bytes }) => `+ ${name}  ${sizeInWords(bytes.length)}\n`).join("");

/** The folder on stdout, and words on stderr; as data it is said at the end, with the rest. */
function inWords(
  { surroundings, options }: Invocation,
  outcome: ExtensionOutcome,
  words: string,
  list = "",
): ExtensionOutcome {
  if (!options.json) surroundings.stdout.write(`${printable(outcome.folder)}\n${list}`);
  if (outcome.backup) surroundings.stderr.write(`What was there is in ${printable(outcome.backup)}\n`);
  if (words !== "") surroundings.stderr.write(`${printable(words)}\n`);
  return outcome;
}
