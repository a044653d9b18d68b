import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { McpWire } from "../host/mcp-wire.ts";
import { viewIn } from "../loop/harness.ts";
import { postgresMissing } from "../setup/postgres-programs.ts";
import { Hosted } from "./hosted.ts";
import { expectNothingLost } from "./kept-words.ts";
import { answerOf, endOf, makeShared, type SharedCanvas, WordWriter, type Written } from "./word-writer.ts";

const missing = postgresMissing();
/** Of both nodes together. */
const EDITS = Number(process.env.CANVAS_EDITS ?? 1_000);
const MODELS = ["ann", "bob", "cem"];
const PERSONS = ["dee"];
const PATIENCE = { timeout: 280_000 };

/** The person's page: it has a text, changes it, and saves it on the text that it began with. */
async function savingPerson(
  wire: McpWire,
  { id, key }: SharedCanvas,
  name: string,
  count: number,
): Promise<readonly Written[]> {
  const own = { canvas_id: id, key };
  const written: Written[] = [];
  let seen = viewIn(await answerOf(wire, "load_canvas", own)).checkpoint.document;
  for (let number = 1; number <= count; number++) {
    const word = `${name}-${number}.`;
    const content = seen.content.replace(endOf(name), `${word}\n\n${endOf(name)}`);
    const save = { ...own, save_key: word, base_revision: seen.revision, content };
    let saved = await answerOf(wire, "save_canvas", save);
    // A server that no longer has the text asks for it.
    if (saved.isError) saved = await answerOf(wire, "save_canvas", { ...save, base_content: seen.content });
    written.push({ word, kind: saved.isError ? "refused" : "acknowledged", said: saved.text, isTimeout: false });
    seen = viewIn(await answerOf(wire, "load_canvas", own)).checkpoint.document;
  }
  return written;
}

describe.skipIf(missing !== null)(`two nodes on one PostgreSQL ${missing ?? ""}`, () => {
  let hosted: Hosted;
  beforeEach(async () => {
    hosted = await Hosted.start();
  });
  afterEach(() => hosted.close());

  test(
    `${EDITS} edits of one canvas through both, by models and persons at once: each is merged, none is lost`,
    PATIENCE,
    async () => {
      const nodes = [await hosted.startNode(), await hosted.startNode()];
      const who = (name: string, node: number) => `${name}${node}`;
      const names = nodes.flatMap((_, node) => [...MODELS, ...PERSONS].map((name) => who(name, node)));
      const canvas = await makeShared(await hosted.connect(nodes[0]!, "maker"), names);
      const each = Math.ceil(EDITS / names.length);
      const writing = nodes.flatMap((node, index) => [
        ...MODELS.map(async (name) => {
          const wire = await hosted.connect(node, name);
          const writer = new WordWriter(who(name, index), canvas, () => wire);
          while (writer.written.length < each) await writer.write();
          return writer.written;
        }),
        ...PERSONS.map(async (name) => savingPerson(await hosted.connect(node, name), canvas, who(name, index), each)),
      ]);
      const written = (await Promise.all(writing)).flat();
      expect(written.length).toBeGreaterThanOrEqual(EDITS);
      expect(written.filter(({ kind }) => kind !== "acknowledged")).toEqual([]);
      await expectNothingLost(await hosted.connect(nodes[1]!, "reader"), canvas, written);
    },
  );
});
