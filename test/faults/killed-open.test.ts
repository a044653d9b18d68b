import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sampleSave } from "../../src/server/storage/sample-change.ts";
import { openSqliteStore } from "../../src/server/storage/sqlite/store.ts";
import { type OpenFile, openFile } from "../host/open-file.ts";

const ROUNDS = 12;
/** Dozens of processes and files of a megabyte: a slow machine needs minutes for that. */
const PATIENCE = { timeout: 540_000 };

let folder: string;
const children = new Set<ChildProcess>();
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "canvas-killed-open-")));
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  children.clear();
  rmSync(folder, { recursive: true, force: true });
});

/** A text that shows when a part of it is missing or belongs to another. */
function textOf(number: number): string {
  return `# Text ${number}\n\n${`line of ${number}\n`.repeat(60_000)}\nend of ${number}\n`;
}
function numberOf(text: string): number {
  const number = Number(/^# Text (\d+)\n/.exec(text)?.[1] ?? Number.NaN);
  expect(text === textOf(number)).toBe(true);
  return number;
}

/** Ended after the test, whatever became of it. */
function start(data: string, file: string): OpenFile {
  const running = openFile(data, file);
  children.add(running.child);
  return running;
}

test(
  `killed ${ROUNDS} times while texts go from the canvas to the file, the file is always whole`,
  PATIENCE,
  async () => {
    const data = join(folder, "data");
    const notes = join(folder, "notes.md");
    let number = 1;
    writeFileSync(notes, textOf(number));
    for (let round = 0; round < ROUNDS; round += 1) {
      const running = start(data, notes);
      const { canvas } = await running.until("opened");
      const store = await openSqliteStore({ folder: data, now: () => new Date(), log: () => {} });
      const save = async () => {
        number += 1;
        const content = textOf(number);
        const outcome = await store.canvases.update("local", canvas, {}, (record) => ({
          change: sampleSave(record, content),
          answer: record.document.version + 1,
        }));
        if (outcome.kind !== "done") throw new Error(`The save was not done: ${outcome.kind}`);
        return outcome.answer;
      };
      await running.until("wrote", await save());
      // While this one is being written, at another moment each time.
      await save();
      await new Promise((resolve) => setTimeout(resolve, (round * 37) % 300));
      running.child.kill("SIGKILL");
      await running.ended;
      await store.close();
      const found = numberOf(readFileSync(notes, "utf8"));
      expect([number - 1, number]).toContain(found);
    }
    const last = start(data, notes);
    await last.until("opened");
    last.child.kill("SIGINT");
    expect(await last.ended).toBe(0);
    expect(numberOf(readFileSync(notes, "utf8"))).toBe(number);
    expect(readdirSync(folder).sort()).toEqual(["data", "notes.md"]);
  },
);
