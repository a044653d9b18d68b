import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fitBase } from "../../../../core/document/versions/past-texts.ts";
import { hashText } from "../../../../core/text/hash-text.ts";
import { foundRecord } from "../../ports.ts";
import { sampleCreate, sampleRecord, sampleSave } from "../../sample-change.ts";
import { openSqliteStore, STORE_FILE } from "../store.ts";

const BEFORE = "The first line, by the model.";
const AFTER = `${BEFORE}\nMany words that the person typed.`;

test.each([
  ["an older version", true],
  ["the beginning", false],
])(
  "a widget that has more of a canvas than %s, which is all that was recovered, does not see it taken out",
  async (_, isSealed) => {
    const folder = mkdtempSync(join(tmpdir(), "canvas-older-"));
    const open = () => openSqliteStore({ folder, now: () => new Date("2026-11-16T12:00:00Z"), log: () => {} });
    try {
      const store = await open();
      const first = sampleRecord("AAAA", isSealed ? BEFORE : AFTER);
      await store.canvases.create("local", sampleCreate(first));
      if (isSealed) {
        await store.canvases.update("local", "AAAA", {}, (record) => ({
          change: sampleSave(record, AFTER),
          answer: null,
        }));
      }
      const { revision } = foundRecord(await store.canvases.find("local", "AAAA"))!.document;
      await store.close();
      const path = join(folder, STORE_FILE);
      const bytes = readFileSync(path);
      for (let at = bytes.indexOf("Many words"); at >= 0; at = bytes.indexOf("Many words", at + 1)) bytes[at + 2] = 0;
      writeFileSync(path, bytes);
      const recovered = await open();
      const record = foundRecord(await recovered.canvases.find("local", "AAAA"))!;
      await recovered.close();
      expect(AFTER.startsWith(record.document.content)).toBe(true);
      expect(fitBase(record, { revision, hash: hashText(AFTER) })).toBe("elsewhere");
      expect(fitBase(record, { revision: record.document.revision, hash: hashText(record.document.content) })).toBe(
        "current",
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test("one byte that is no UTF-8 ends no process: the canvas comes back as far as it is sound, the others whole", async () => {
  const folder = mkdtempSync(join(tmpdir(), "canvas-byte-"));
  const lines: string[] = [];
  const now = () => new Date("2026-11-16T12:00:00Z");
  const open = () => openSqliteStore({ folder, now, log: (line) => lines.push(line) });
  try {
    const store = await open();
    await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", AFTER)));
    await store.canvases.create("local", sampleCreate(sampleRecord("BBBB", "Another text.")));
    await store.close();
    const path = join(folder, STORE_FILE);
    const bytes = readFileSync(path);
    for (let at = bytes.indexOf("Many words"); at >= 0; at = bytes.indexOf("Many words", at + 1)) bytes[at + 2] = 0xff;
    writeFileSync(path, bytes);
    const again = await open();
    expect(foundRecord(await again.canvases.find("local", "BBBB"))?.document.content).toBe("Another text.");
    const damaged = foundRecord(await again.canvases.find("local", "AAAA"))?.document.content;
    expect(damaged).toBe(AFTER.slice(0, AFTER.indexOf("ny words")));
    expect((await again.canvases.list("local", { limit: 5 })).total).toBe(2);
    expect(await again.notice()).toContain("AAAA");
    await again.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
