import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { postgresMissing } from "../setup/postgres-programs.ts";
import { Hosted } from "./hosted.ts";
import { expectNothingLost } from "./kept-words.ts";
import { makeShared, runWriters, WordWriter } from "./word-writer.ts";

const missing = postgresMissing();
const STAYING = ["ann", "bob"];
const MOVING = ["cem", "dee"];
const ROUNDS = 4;

describe.skipIf(missing !== null)(`a node on PostgreSQL ${missing ?? ""}`, () => {
  let hosted: Hosted;
  beforeEach(async () => {
    hosted = await Hosted.start();
  });
  afterEach(() => hosted.close());

  test("killed under load: nothing acknowledged is lost, and the other one goes on without an error", async () => {
    const stays = await hosted.startNode();
    const canvas = await makeShared(await hosted.connect(stays, "maker"), [...STAYING, ...MOVING]);
    const staying = await Promise.all(
      STAYING.map(async (name) => {
        const wire = await hosted.connect(stays, name);
        return new WordWriter(name, canvas, () => wire);
      }),
    );
    let wires = new Map<string, Awaited<ReturnType<Hosted["connect"]>>>();
    const moving = MOVING.map((name) => new WordWriter(name, canvas, () => wires.get(name)!));
    const running = runWriters(staying);
    for (let round = 0; round < ROUNDS; round++) {
      const killed = await hosted.startNode();
      wires = new Map(
        await Promise.all(MOVING.map(async (name) => [name, await hosted.connect(killed, name)] as const)),
      );
      const before = new Map(moving.map((writer) => [writer, writer.acknowledged.length]));
      // Each at another point of what it does with a word.
      const writing = moving.map(async (writer) => {
        while ((await writer.write()).kind !== "lost");
      });
      await Promise.all(
        moving.map((writer) =>
          writer.until(({ acknowledged }) => acknowledged.length >= (before.get(writer) ?? 0) + 3 + round),
        ),
      );
      await killed.kill();
      await Promise.all(writing);
    }
    const atTheLast = new Map(staying.map((writer) => [writer, writer.acknowledged.length]));
    await Promise.all(
      staying.map((writer) => writer.until(({ acknowledged }) => acknowledged.length > (atTheLast.get(writer) ?? 0))),
    );
    await running.stop();

    expect(staying.flatMap(({ failures }) => failures)).toEqual([]);
    const written = [...staying, ...moving].flatMap((writer) => writer.written);
    await expectNothingLost(await hosted.connect(stays, "reader"), canvas, written);
    // A word whose answer never came can be written again by whoever takes the node's place.
    wires = new Map(await Promise.all(MOVING.map(async (name) => [name, await hosted.connect(stays, name)] as const)));
    for (const writer of moving) expect((await writer.write()).kind).toBe("acknowledged");
  });
});
