import { nothingOf } from "../../server/archive/write-dump.ts";
import { withStore } from "../open-store.ts";
import { CommandError, DONE, FAILED, type Invocation, UsageError } from "../surroundings.ts";
import { ask } from "../terminal/ask.ts";
import { printable, printableJson } from "../terminal/printable.ts";

/** Everything of an owner, for good; asks first. */
export async function erase(invocation: Invocation): Promise<number> {
  const { surroundings, options } = invocation;
  const { stdout, stderr } = surroundings;
  const owner = invocation.positionals[0] ?? "";
  if (owner === "") throw new UsageError("OWNER is empty.");
  const shown = JSON.stringify(printable(owner));
  return withStore(
    invocation,
    async (store) => {
      const ids = await store.archive.ids(owner);
      const [known] = await store.people.of([owner]);
      if (ids.length === 0 && known === undefined) {
        // What an erasing that was broken off has left.
        await store.archive.erase(owner);
        throw new CommandError(nothingOf(owner, await store.archive.owners()));
      }
      const { total } = await store.canvases.list(owner, { limit: 1 });
      const binned = (await store.bin.list(owner)).length;
      if (!options.yes) {
        const what = `${counted(total)}, and ${binned} in the bin`;
        const answer = await ask(surroundings, `Delete everything of ${shown} for good: ${what}, with all versions?`);
        if (answer === null) throw new UsageError(`Nobody is here to ask. Say --yes to delete everything of ${shown}.`);
        if (!answer) {
          stderr.write("Nothing was deleted.\n");
          if (options.json) stdout.write(printableJson({ owner, deleted: false }));
          return FAILED;
        }
      }
      const canvases = await store.archive.erase(owner);
      if (options.json) stdout.write(printableJson({ owner, deleted: true, canvases }));
      else stdout.write(`${counted(canvases)} of ${shown} deleted for good.\n`);
      stderr.write(
        "Copies that were made before are not touched: backups, dumps, files that were moved aside as damaged.\n",
      );
      return DONE;
    },
    { mustExist: true },
  );
}

function counted(canvases: number): string {
  return `${canvases} ${canvases === 1 ? "canvas" : "canvases"}`;
}
