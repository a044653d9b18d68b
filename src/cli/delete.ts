import { BIN_DAYS } from "../server/storage/ports.ts";
import { ask } from "./ask.ts";
import { loadNamed, namedId, OWNER, withStore } from "./open-store.ts";
import { printable, printableJson } from "./printable.ts";
import { CommandError, DONE, FAILED, type Invocation, UsageError } from "./surroundings.ts";
import { typedIn } from "./typed-command.ts";

/** Puts a canvas into the bin, or removes it for ever; asks first. */
export async function deleteCanvas(invocation: Invocation): Promise<number> {
  const { surroundings, options } = invocation;
  const { stdout, stderr } = surroundings;
  const forever = options.forever === true;
  const name = invocation.positionals[0] ?? "";
  return withStore(invocation, async (store) => {
    const binned = forever
      ? (await store.bin.list(OWNER)).find(({ canvas }) => canvas.id === namedId(name))?.canvas
      : undefined;
    const { id, title } = binned ?? (await loadNamed(store, name, invocation)).document;
    const shown = `${id} “${printable(title)}”`;
    if (!options.yes) {
      const question = forever ? `Delete ${shown} for ever, with all its versions?` : `Delete ${shown}?`;
      const answer = await ask(surroundings, question);
      if (answer === null) throw new UsageError(`Nobody is here to ask. Say --yes to delete ${id}.`);
      if (!answer) {
        stderr.write("Nothing was deleted.\n");
        if (options.json) stdout.write(printableJson({ id, title, deleted: false }));
        return FAILED;
      }
    }
    if (!(await (forever ? store.bin.purge(OWNER, id) : store.bin.put(OWNER, id)))) {
      throw new CommandError(`${id} was deleted by somebody else a moment ago.`);
    }
    if (options.json) stdout.write(printableJson({ id, title, deleted: true, forever }));
    else stdout.write(`${id}  ${printable(title)}\n`);
    stderr.write(
      forever
        ? "Deleted for ever.\n"
        : `In the bin for ${BIN_DAYS} days. \`${typedIn(invocation)(`undelete ${id}`)}\` brings it back as it was.\n`,
    );
    return DONE;
  });
}
