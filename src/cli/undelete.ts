import { loadNamed, namedId, OWNER, withStore } from "./open-store.ts";
import { printable, printableJson } from "./printable.ts";
import { CommandError, DONE, type Invocation } from "./surroundings.ts";
import { typedIn } from "./typed-command.ts";

/** Brings a canvas back from the bin, with all of its history. */
export async function undelete(invocation: Invocation): Promise<number> {
  const name = invocation.positionals[0] ?? "";
  const { id, title, version } = await withStore(invocation, async (store) => {
    const back = await store.bin.bringBack(OWNER, namedId(name));
    if (!back && (await store.canvases.find(OWNER, namedId(name))).kind === "found") {
      throw new CommandError(`${namedId(name)} is not in the bin: it is among your canvases.`);
    }
    if (!back) {
      throw new CommandError(
        `There is no ${JSON.stringify(name)} in the bin. \`${typedIn(invocation)("list --deleted")}\` names what can be brought back.`,
      );
    }
    return (await loadNamed(store, name, invocation)).document;
  });
  const { stdout } = invocation.surroundings;
  stdout.write(invocation.options.json ? printableJson({ id, title, version }) : `${id}  ${printable(title)}\n`);
  return DONE;
}
