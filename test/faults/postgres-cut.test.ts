import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { McpWire } from "../host/mcp-wire.ts";
import type { Node } from "../host/start-node.ts";
import { viewIn } from "../loop/harness.ts";
import { postgresMissing } from "../setup/postgres-programs.ts";
import { CuttingProxy, type Direction } from "./cutting-proxy.ts";
import { Hosted } from "./hosted.ts";
import { expectClearWords, expectNothingLost } from "./kept-words.ts";
import { answerOf, makeShared, PATIENCE_MS, type SharedCanvas, WordWriter } from "./word-writer.ts";

const missing = postgresMissing();
/** Places at which the bytes of one edit are cut, in each direction. */
const PLACES = Number(process.env.CUTS ?? 40);

describe.skipIf(missing !== null)(`the connection to PostgreSQL ${missing ?? ""}`, () => {
  let hosted: Hosted;
  let proxy: CuttingProxy;
  let node: Node;
  let straight: McpWire;
  let canvas: SharedCanvas;
  let writer: WordWriter;
  beforeEach(async () => {
    hosted = await Hosted.start();
    proxy = await CuttingProxy.before(hosted.database);
    hosted.onClose(() => proxy.close());
    node = await hosted.startNode(proxy.url);
    // What stands in the database is asked of another node, whose wire nobody touches.
    straight = await hosted.connect(await hosted.startNode(), "reader");
    canvas = await makeShared(straight, ["ann"]);
    const wire = await hosted.connect(node, "ann");
    writer = new WordWriter("ann", canvas, () => wire);
    await writer.write();
  });
  afterEach(() => hosted.close());

  const textNow = async () =>
    viewIn(await answerOf(straight, "load_canvas", { canvas_id: canvas.id, key: canvas.key })).checkpoint.document
      .content;

  test.each(["to server", "to client"] as const)(
    "cut at any byte that goes %s: what is answered is what happened, once and whole",
    async (direction: Direction) => {
      const from = proxy.bytes(direction);
      expect((await writer.write()).kind).toBe("acknowledged");
      const bytes = proxy.bytes(direction) - from;
      expect(bytes).toBeGreaterThan(100);
      let cuts = 0;
      for (let place = 0; place < PLACES; place++) {
        const before = await textNow();
        // A little more than an edit has: the last ones fall behind it, or into the next.
        const cut = proxy.cutAfter(direction, 1 + Math.floor((place / PLACES) * bytes * 1.05));
        let wasCut = false;
        void cut.then(() => {
          wasCut = true;
        });
        const { word, kind } = await writer.write();
        if (wasCut) cuts += 1;
        proxy.mend();
        const after = await textNow();
        const whole = before.replace("End of ann.", `${word}\n\nEnd of ann.`);
        expect([place, kind, after]).toEqual([place, kind, kind === "acknowledged" ? whole : before]);
      }
      expect(cuts).toBeGreaterThan(PLACES / 2);
      expectClearWords(writer.failures, hosted.secrets);
      await expectNothingLost(straight, canvas, writer.written);
      expect((await writer.write()).kind).toBe("acknowledged");
      expect(node.isAlive()).toBe(true);
    },
  );

  test("all connections cut at once, again and again: the next call finds new ones", async () => {
    for (let round = 0; round < 10; round++) {
      proxy.cutAll();
      expect(await writer.write()).toMatchObject({ kind: "acknowledged" });
    }
    await expectNothingLost(straight, canvas, writer.written);
  });

  test("a database that falls silent: all who ask are answered in words within the time, and it goes on once it speaks again", async () => {
    const others = ["bob", "cem", "dee"];
    const shared = await makeShared(straight, others);
    const writers = await Promise.all(
      others.map(async (name) => {
        const wire = await hosted.connect(node, name);
        return new WordWriter(name, shared, () => wire);
      }),
    );
    for (const each of writers) expect((await each.write()).kind).toBe("acknowledged");
    proxy.stall();
    // Several of one canvas, which come one after the other, and one of another.
    const answers = await Promise.all([...writers, writer].map((each) => each.write()));
    expect(answers.map(({ kind }) => kind)).toEqual(answers.map(() => "refused"));
    proxy.resume();
    for (const each of [...writers, writer])
      await expect.poll(async () => (await each.write()).kind, { timeout: PATIENCE_MS }).toBe("acknowledged");
    for (const each of [...writers, writer]) expectClearWords(each.failures, hosted.secrets);
    await expectNothingLost(straight, canvas, writer.written);
    await expectNothingLost(
      straight,
      shared,
      writers.flatMap((each) => each.written),
    );
    expect(node.isAlive()).toBe(true);
  });
});
