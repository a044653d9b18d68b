import type { ListedInteraction } from "../../protocol/interactions.ts";
import { listInteractions, MOST_LISTED } from "../../server/actions/interactions/list-interactions.ts";
import { asPerson, findNamed, orFail } from "../open-store.ts";
import { DONE, type Invocation, UsageError } from "../surroundings.ts";
import { printable, printableJson } from "../terminal/printable.ts";

const USUAL = 50;

/** What people did with canvases, one a line, newest first: for agents that reach no server. */
export async function interactions(invocation: Invocation): Promise<number> {
  const { stdout } = invocation.surroundings;
  const { json } = invocation.options;
  const [named] = invocation.positionals;
  const most = askedLimit(invocation);
  const found = await asPerson(invocation, async (call) => {
    const listed: ListedInteraction[] = [];
    const only =
      named === undefined
        ? {}
        : { canvasId: (await findNamed(call, named.replace(/\.md$/i, ""), invocation)).document.id };
    let cursor: string | undefined;
    do {
      const limit = Math.min(MOST_LISTED, most - listed.length);
      const asked = { ...only, limit, ...(cursor === undefined ? {} : { cursor }) };
      const page = orFail(await listInteractions.run(call, asked));
      listed.push(...page.interactions);
      cursor = page.next;
    } while (cursor !== undefined && listed.length < most);
    return listed;
  });
  if (json) stdout.write(printableJson(found));
  else if (found.length === 0) stdout.write("Nobody did anything yet.\n");
  else stdout.write(found.map((each) => `${lineOf(each)}\n`).join(""));
  return DONE;
}

function askedLimit({ options }: Invocation): number {
  const { limit } = options;
  if (limit === undefined) return USUAL;
  if (typeof limit === "string" && /^[1-9]\d{0,6}$/.test(limit)) return Number(limit);
  throw new UsageError(`--limit is ${JSON.stringify(limit)}; it is a number of interactions, from 1 on.`);
}

function lineOf({ timestamp, summary, by, seen }: ListedInteraction): string {
  return [
    timestamp.slice(0, 19).replace("T", " "),
    printable(summary),
    ...(by === undefined ? [] : [`by ${printable(by)}`]),
    ...(seen === true ? ["seen"] : []),
  ].join("  ");
}
