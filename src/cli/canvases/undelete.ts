import { bringBack } from "../../server/actions/listing/bin.ts";
import { asPerson, namedId } from "../open-store.ts";
import { CommandError, DONE, type Invocation } from "../surroundings.ts";
import { printable, printableJson } from "../terminal/printable.ts";
import { typedIn } from "../typed-command.ts";

/** Brings a canvas back from the bin, with all of its history. */
export async function undelete(invocation: Invocation): Promise<number> {
  const name = invocation.positionals[0] ?? "";
  const back = await asPerson(invocation, (call) => bringBack.run(call, { canvasId: namedId(name) }));
  if (!back.ok) {
    throw new CommandError(
      `There is no ${JSON.stringify(name)} in the bin. \`${typedIn(invocation)("list --deleted")}\` names what can be brought back.`,
    );
  }
  if (!back.wasBinned) throw new CommandError(`${namedId(name)} is not in the bin: it is among your canvases.`);
  const { id, title, version } = back.record.document;
  const { stdout } = invocation.surroundings;
  stdout.write(invocation.options.json ? printableJson({ id, title, version }) : `${id}  ${printable(title)}\n`);
  return DONE;
}
