/**
 * A process that saves to one canvas: `saver FOLDER ID NAME COUNT`. Each save appends a line `NAME number`, and only when the
 * store has acknowledged it is that line printed, at once. The tests bundle this file and kill what runs it.
 */
import { writeSync } from "node:fs";
import { sampleSave } from "../../src/server/storage/sample-change.ts";
import { openSqliteStore } from "../../src/server/storage/sqlite/store.ts";

const [folder = "", id = "", name = "", count = "0"] = process.argv.slice(2);
const store = await openSqliteStore({
  folder,
  now: () => new Date(),
  log: (line) => process.stderr.write(`${line}\n`),
});
for (let number = 1; number <= Number(count); number++) {
  const line = `${name} ${number}\n`;
  const outcome = await store.canvases.update("local", id, {}, (record) => ({
    change: sampleSave(record, record.document.content + line),
    answer: null,
  }));
  if (outcome.kind !== "done") throw new Error(`Save ${number} was not done: ${outcome.kind}`);
  writeSync(1, line);
}
await store.close();
