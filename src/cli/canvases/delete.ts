import { BIN_DAYS } from "../../protocol/limits.ts";
import { listBin, purge, remove } from "../../server/actions/listing/bin.ts";
import { asPerson, findNamed, namedId, orFail } from "../open-store.ts";
import { CommandError, DONE, FAILED, type Invocation, UsageError } from "../surroundings.ts";
import { ask } from "../terminal/ask.ts";
import { printable, printableJson } from "../terminal/printable.ts";
import { typedIn } from "../typed-command.ts";

/** Puts a canvas into the bin, or removes it for ever; asks first. */
export async function deleteCanvas(invocation: Invocation): Promise<number> {
  const { surroundings, options } = invocation;
  const { stdout, stderr } = surroundings;
  const forever = options.forever === true;
  const name = invocation.positionals[0] ?? "";
  return asPerson(invocation, async (call) => {
    const bin = forever ? orFail(await listBin.run(call, {})).binned : [];
    const binned = bin.find(({ canvas }) => canvas.id === namedId(name))?.canvas;
    const { id, title } = binned ?? (await findNamed(call, name, invocation)).document;
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
    const done = forever
      ? await purge.run(call, { canvasId: id, alsoLiving: true })
      : await remove.run(call, { canvasId: id });
    if (!done.ok) throw new CommandError(`${id} was deleted by somebody else a moment ago.`);
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
