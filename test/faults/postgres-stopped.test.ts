import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { postgresMissing } from "../setup/postgres-programs.ts";
import { Hosted } from "./hosted.ts";
import { expectClearWords, expectNothingLost } from "./kept-words.ts";
import { makeShared, runWriters, WordWriter } from "./word-writer.ts";

const missing = postgresMissing();
const NAMES = ["ann", "bob", "cem", "dee"];
const WORDS = 10;

describe.skipIf(missing !== null)(`PostgreSQL under load ${missing ?? ""}`, () => {
  let hosted: Hosted;
  beforeEach(async () => {
    hosted = await Hosted.start();
  });
  afterEach(() => hosted.close());

  /** Two nodes, and writers on both. */
  async function startWriting() {
    const nodes = [await hosted.startNode(), await hosted.startNode()];
    const canvas = await makeShared(await hosted.connect(nodes[0]!, "maker"), NAMES);
    const writers = await Promise.all(
      NAMES.map(async (name, index) => {
        const wire = await hosted.connect(nodes[index % nodes.length]!, name);
        return new WordWriter(name, canvas, () => wire);
      }),
    );
    const all = (isEnough: (writer: WordWriter) => boolean) =>
      Promise.all(writers.map((writer) => writer.until(isEnough)));
    return { nodes, canvas, writers, all };
  }

  test("restarted at once: calls wait for it, and none of them fails", async () => {
    const { nodes, canvas, writers, all } = await startWriting();
    const running = runWriters(writers);
    for (let round = 1; round <= 3; round++) {
      const before = new Map(writers.map((writer) => [writer, writer.written.length]));
      await all((writer) => writer.written.length >= (before.get(writer) ?? 0) + 3);
      await hosted.postgres.stop("fast");
      await hosted.postgres.start();
    }
    const before = new Map(writers.map((writer) => [writer, writer.written.length]));
    await all((writer) => writer.written.length >= (before.get(writer) ?? 0) + 3);
    await running.stop();
    expect(writers.flatMap(({ failures }) => failures)).toEqual([]);
    const written = writers.flatMap((writer) => writer.written);
    await expectNothingLost(await hosted.connect(nodes[1]!, "reader"), canvas, written);
  });

  test.each(["fast", "immediate", "kill"] as const)(
    "stopped (%s) and started again: errors in words meanwhile, nothing acknowledged is lost, and it goes on by itself",
    async (how) => {
      const { nodes, canvas, writers, all } = await startWriting();
      const running = runWriters(writers);
      await all(({ acknowledged }) => acknowledged.length >= WORDS);
      await (how === "kill" ? hosted.postgres.kill() : hosted.postgres.stop(how));
      await all(({ failures }) => failures.length > 0);
      await hosted.postgres.start();
      const before = new Map(writers.map((writer) => [writer, writer.acknowledged.length]));
      await all((writer) => writer.acknowledged.length >= (before.get(writer) ?? 0) + WORDS);
      await running.stop();

      expect(nodes.map((node) => node.isAlive())).toEqual([true, true]);
      expectClearWords(
        writers.flatMap(({ failures }) => failures),
        hosted.secrets,
      );
      const written = writers.flatMap((writer) => writer.written);
      await expectNothingLost(await hosted.connect(nodes[1]!, "reader"), canvas, written);
      for (const node of nodes) for (const secret of hosted.secrets) expect(node.log()).not.toContain(secret);
    },
  );
});
