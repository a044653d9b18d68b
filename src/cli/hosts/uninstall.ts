import { CommandError, type Invocation } from "../surroundings.ts";
import { ask } from "../terminal/ask.ts";
import { printable } from "../terminal/printable.ts";
import { backupsOf, readConfiguration, removeConfiguration, replaceConfiguration } from "./configuration-file.ts";
import { readEntry, withEntry, withoutEntry } from "./edit-configuration.ts";
import { askedFile, isOurs, namedHost, refuseOutside, targetOf } from "./host-setup.ts";
import type { Entry, HostSpec } from "./hosts.ts";
import { type Outcome, refused, say, sayExtension } from "./install.ts";
import { uninstallExtension, uninstallExtensionToo } from "./install-extension.ts";
import { showChange } from "./show-change.ts";

/**
 * Takes this server out of a host's configuration again: shows the change, asks, keeps what was there beside it. Then the
 * host's extension, or that alone (`--extension`).
 */
export async function uninstall(invocation: Invocation): Promise<number> {
  const host = namedHost(invocation.positionals[0] ?? "");
  if (invocation.options.extension) return sayExtension(invocation, host, await uninstallExtension(invocation, host));
  return say(invocation, await unconfigure(invocation, host), () => uninstallExtensionToo(invocation, host));
}

async function unconfigure(invocation: Invocation, host: HostSpec): Promise<Outcome> {
  const { surroundings, options } = invocation;
  const path = askedFile(host, invocation);
  const before = await readConfiguration(path);
  await refuseOutside(invocation, path, before);
  const text = before.text ?? "";
  const read = readEntry(text, targetOf(host));
  if (read.kind === "invalid") {
    throw new CommandError(`${path} cannot be edited safely (${read.reason}). It was left as it is. Correct it first.`);
  }
  if (read.entry === undefined) {
    return { host, path, status: "absent", words: `${host.name} does not have it.` };
  }
  if (!isOurs(read.entry, surroundings.script) && !options.force) {
    throw new CommandError(
      `What ${path} has under the name writing-canvas is another server. It was left as it is; --force removes it.`,
    );
  }
  const after = await textWithout(host, before.path, text, read.entry as Entry);
  const diff = showChange(text, after ?? "");
  if (options["dry-run"]) return { host, path, status: "would_change", words: "", diff };
  surroundings.stderr.write(`${printable(path)}\n${diff}`);
  const answer = options.yes ? true : await ask(surroundings, `Write this to the configuration of ${host.name}?`);
  if (answer !== true) return refused(host, path, answer);
  const now = surroundings.now();
  const backup =
    after === null
      ? await removeConfiguration(before, now)
      : await replaceConfiguration(before, after, { now, isShared: false });
  return { host, path, status: "removed", words: `Removed from ${host.name}.`, backup, diff };
}

/**
 * The file as it was before we came, to the byte, where nothing else has changed since: then adding our entry to a backup
 * (or to nothing, which is null) makes exactly what is there. Otherwise without our entry's lines.
 */
async function textWithout(host: HostSpec, path: string, text: string, entry: Entry): Promise<string | null> {
  const target = targetOf(host);
  const makes = (earlier: string): boolean => {
    const known = readEntry(earlier, target);
    if (known.kind !== "read" || known.entry !== undefined) return false;
    const made = withEntry(earlier, target, entry);
    return made.kind === "edited" && made.text === text;
  };
  const earlier = (await backupsOf(path)).find(makes);
  if (earlier !== undefined) return earlier;
  if (makes("")) return null;
  const edited = withoutEntry(text, target);
  if (edited.kind === "edited") return edited.text;
  throw new CommandError(
    `${path} cannot be edited safely (${edited.reason}). It was left as it is; remove it by hand.`,
  );
}
