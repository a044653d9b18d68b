/** What 10,000 versions of a 100 KB document cost to keep, and how quickly any of them is read. `npm run bench:store` */

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { versionsNeeded } from "../src/core/document/books/books.ts";
import { finishDraft, OPEN_FOR_MS } from "../src/core/document/draft.ts";
import { applyPersonSave } from "../src/core/document/person/apply-person-save.ts";
import { foundRecord } from "../src/server/storage/ports.ts";
import { PERSON, sampleCreate, sampleRecord, sampleSave } from "../src/server/storage/sample-change.ts";
import { openSqliteStore, STORE_FILE } from "../src/server/storage/sqlite/store.ts";
import { engineWithFullSync } from "../test/faults/full-sync.ts";

const VERSIONS = 10_000;
const SIZE = 100_000;
/** Of each of two stores that take turns. */
const TURNS = 1_000;

// A small generator of our own, so that every run writes the same texts.
let seed = 42;
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed % below;
};
const WORDS = "canvas draft writes person model every version keeps small change text reads line again other".split(
  " ",
);
const word = () => WORDS[random(WORDS.length)] ?? "word";
const sentence = () => `${Array.from({ length: 8 + random(8) }, word).join(" ")}.`;

/** An author's next version: a few sentences changed, in up to three places. */
function edit(text: string): string {
  let edited = text;
  for (let place = 0; place <= random(3); place++) {
    const from = edited.indexOf("\n", random(edited.length - 200)) + 1;
    const to = edited.indexOf("\n", from);
    if (from > 0 && to > from) edited = `${edited.slice(0, from)}${sentence()}${edited.slice(to)}`;
  }
  return edited;
}

const folder = mkdtempSync(join(tmpdir(), "canvas-bench-"));
const store = await openSqliteStore({ folder, now: () => new Date(), log: console.error });
let text = "# A long document\n\n";
while (text.length < SIZE) text += `${sentence()}\n${random(4) === 0 ? "\n" : ""}`;
await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", text)));

let fullBytes = 0;
const started = performance.now();
for (let version = 1; version <= VERSIONS; version++) {
  fullBytes += Buffer.byteLength(text);
  text = edit(text);
  await store.canvases.update("local", "AAAA", {}, (record) => ({ change: sampleSave(record, text), answer: null }));
}
const saved = performance.now() - started;
const bytes = statSync(join(folder, STORE_FILE)).size;

const reads: number[] = [];
for (let read = 0; read < 1_000; read++) {
  const from = performance.now();
  await store.canvases.version("local", "AAAA", 1 + random(VERSIONS));
  reads.push(performance.now() - from);
}
reads.sort((a, b) => a - b);
const at = (share: number) => (reads[Math.floor(reads.length * share)] ?? 0).toFixed(1);

console.log(`${VERSIONS} versions of a document of ${Math.round(SIZE / 1000)} KB`);
console.log(`  full copies  ${(fullBytes / 1e6).toFixed(0)} MB`);
console.log(`  kept in      ${(bytes / 1e6).toFixed(1)} MB (everything: text, events, history)`);
console.log(`  ratio        ${((bytes / fullBytes) * 100).toFixed(2)} % (1/${Math.round(fullBytes / bytes)})`);
console.log(
  `  a save       ${(saved / VERSIONS).toFixed(1)} ms on average, each on the disk before it is acknowledged`,
);
console.log(`  any version  p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(0.999)} ms`);
await store.close();

// The two take turns, so that whatever else the disk does meets both.
const open = { folder: join(folder, "ours"), now: () => new Date(), log: console.error };
const ours = await openSqliteStore(open);
const weaker = await openSqliteStore({ ...open, folder: join(folder, "weaker"), engine: await engineWithFullSync() });
const compared = [
  { store: ours, times: [] as number[] },
  { store: weaker, times: [] as number[] },
] as const;
for (const each of compared) await each.store.canvases.create("local", sampleCreate(sampleRecord("AAAA", text)));
for (let turn = 0; turn < TURNS; turn++) {
  text = edit(text);
  for (const each of turn % 2 === 0 ? compared : compared.toReversed()) {
    const from = performance.now();
    await each.store.canvases.update("local", "AAAA", {}, (record) => ({
      change: sampleSave(record, text),
      answer: null,
    }));
    each.times.push(performance.now() - from);
  }
}
const median = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
const [extra, full] = [median(compared[0].times), median(compared[1].times)];
console.log(
  `  power cuts   a save that survives one (EXTRA) p50 ${extra.toFixed(2)} ms, one that may not (FULL) ${full.toFixed(2)} ms: ${(extra / full).toFixed(2)} times`,
);
await ours.close();
await weaker.close();

// A person types on: a save every five seconds, of which each tenth takes a paragraph away: about one in five keeps a point,
// and all of them keep a moment.
const typed = { now: () => new Date(), log: console.error };
const withPoints = await openSqliteStore({ ...typed, folder: join(folder, "points") });
const without = await openSqliteStore({ ...typed, folder: join(folder, "none") });
const typing = [
  { store: withPoints, keeps: true, kept: [] as number[], others: [] as number[], all: [] as number[] },
  { store: without, keeps: false, kept: [] as number[], others: [] as number[], all: [] as number[] },
] as const;
for (const each of typing) await each.store.canvases.create("local", sampleCreate(sampleRecord("AAAA", text)));
for (let turn = 0; turn < TURNS; turn++) {
  const from = random(text.length - 2_000);
  text = turn % 10 === 9 ? text.slice(0, from) + text.slice(from + 600) : edit(`${text}${sentence()}\n`);
  const now = Date.UTC(2026, 0, 2) + turn * 5_000;
  const moment = {
    by: PERSON,
    now: new Date(now).toISOString(),
    sealOpenedBefore: new Date(now - OPEN_FOR_MS).toISOString(),
    randomId: () => "",
  };
  for (const each of turn % 2 === 0 ? typing : typing.toReversed()) {
    const versions = versionsNeeded(foundRecord(await each.store.canvases.find("local", "AAAA"))!);
    const begun = performance.now();
    let isPoint = false;
    await each.store.canvases.update("local", "AAAA", { versions }, (record, texts) => {
      const wish = { content: text, baseRevision: record.document.revision, comments: [], decisions: [], sent: false };
      const saved = applyPersonSave(record, texts, wish, moment);
      if (!saved.ok) throw new Error(saved.error.message);
      const whole = finishDraft(saved.draft, record)!;
      const { points = [], moments: _, thins: __, ...change } = whole;
      isPoint = points.length > 0;
      return { change: each.keeps ? whole : change, answer: null };
    });
    const took = performance.now() - begun;
    each.all.push(took);
    (isPoint ? each.kept : each.others).push(took);
  }
}
const [keeping, plain] = typing;
const mean = (times: readonly number[]) => times.reduce((sum, each) => sum + each, 0) / times.length;
console.log(
  `  points       ${keeping.kept.length} of ${TURNS} saves keep one: p50 ${median(keeping.kept).toFixed(2)} ms, without ${median(plain.kept).toFixed(2)} ms (${(median(keeping.kept) / median(plain.kept)).toFixed(2)} times); all saves ${(mean(keeping.all) / mean(plain.all)).toFixed(2)} times`,
);
console.log(
  `  moments      the other saves keep a moment alone: p50 ${median(keeping.others).toFixed(2)} ms, without ${median(plain.others).toFixed(2)} ms (${(median(keeping.others) / median(plain.others)).toFixed(2)} times)`,
);
const [pointed, bare] = ["points", "none"].map((name) => statSync(join(folder, name, STORE_FILE)).size);
console.log(`               and ${((pointed ?? 0) / (bare ?? 1)).toFixed(2)} times the file`);
await withPoints.close();
await without.close();
rmSync(folder, { recursive: true, force: true });
