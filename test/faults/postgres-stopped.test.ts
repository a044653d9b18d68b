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

  test.each(["fast", "immediate", "kill"] as const)(
    "stopped (%s) and started again: errors in words meanwhile, nothing acknowledged is lost, and it goes on by itself",
    async (how) => {
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
