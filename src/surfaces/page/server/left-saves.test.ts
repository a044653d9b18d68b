import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LeftSave, packSave } from "../../../protocol/left-save.ts";
import { PAGE_CLIENT, type PageError } from "../../../protocol/page.ts";
import type { SaveCanvasInput } from "../../../protocol/widget-inputs.ts";
import { runTool } from "../../../server/mcp/register-tools.ts";
import { saveCanvas } from "../../../server/mcp/tools/save-canvas.ts";
import { foundRecord } from "../../../server/storage/ports.ts";
import { call, startTestPage, type TestPage } from "./page-for-tests.ts";

/** What a page sends of its widget's work as it goes. */

const BASE = "# Plan\n\nThe first line.\n";
let folder: string;
let running: TestPage;
let id: string;
let key: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-left-"));
  running = await startTestPage(folder);
  const made = await call(running.page.port, "/api/new", await running.session(), { content: BASE });
  id = (made.json as { id: string }).id;
  key = (await record()).widgetKey;
});
afterEach(async () => {
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

const record = async () => {
  const found = foundRecord(await running.deps.store.canvases.find("local", id));
  if (found === null) throw new Error("The canvas is not there");
  return found;
};
const now = async () => {
  const { document, proposals } = await record();
  return { content: document.content, revision: document.revision, proposals: proposals.length };
};
const left = async (saves: readonly LeftSave[]) =>
  call(running.page.port, "/api/left-saves", await running.session(), { saves });
const saveOf = (save_key: string, content: string): SaveCanvasInput => ({
  canvas_id: id,
  key,
  save_key,
  base_revision: 1,
  content,
});
/** The widget's own save, by the way that the page carries it. */
const byWidget = (save: SaveCanvasInput) => runTool(saveCanvas, save, { deps: running.deps, client: PAGE_CLIENT });
const withoutBase = ({ base_content: _, ...save }: LeftSave): LeftSave => save;

const one = () => saveOf("one", `${BASE}Two.`);
const two = () => saveOf("two", `${BASE}Two. Three.`);
/** What is typed while the first save is under way stands on the text of that save. */
const both = () => [packSave(one(), BASE), packSave(two(), `${BASE}Two.`)];

test("the text is saved, and once where the widget's own save arrives too", async () => {
  expect((await left([packSave(one(), BASE)])).status).toBe(200);
  await byWidget(one());
  expect((await left([packSave(one(), BASE)])).status).toBe(200);
  expect(await now()).toEqual({ content: `${BASE}Two.`, revision: 2, proposals: 0 });
});

test.each([
  ["a title", { title: "Mine" }],
  ["comments", { comments: [{ op: "add" as const, id: "c1", body: "Why?", anchor: null }] }],
  ["that it was sent", { sent: true }],
])("a save that arrived before, with %s, is the same save, and what was typed after it is there", async (_, more) => {
  const first = { ...one(), ...more };
  await byWidget(first);
  expect((await left([packSave(first, BASE), both()[1]!])).status).toBe(200);
  expect(await now()).toMatchObject({ content: `${BASE}Two. Three.`, revision: 3 });
});

test.each([
  ["before", true, true],
  ["before, in a large text", true, false],
  ["never", false, true],
  ["never, in a large text", false, false],
])("a save that arrived %s, and what was typed after it: both are there, in order", async (_, arrived, whole) => {
  if (arrived) await byWidget(one());
  expect((await left(whole ? both() : both().map(withoutBase))).status).toBe(200);
  expect(await now()).toEqual({ content: `${BASE}Two. Three.`, revision: 3, proposals: 0 });
});

test("what a model wrote meanwhile stays", async () => {
  await byWidget({ ...saveOf("other", BASE.replace("first", "very first")), base_revision: 1 });
  expect((await left(both())).status).toBe(200);
  expect((await now()).content).toBe(`${BASE.replace("first", "very first")}Two. Three.`);
});

test.each<[string, () => readonly LeftSave[], number, string]>([
  ["a text that is not there any more", () => [withoutBase(packSave(one(), "Another text."))], 400, "base_needed"],
  ["a wrong key", () => [{ ...packSave(one(), BASE), key: "guessed" }], 400, "wrong_key"],
  ["an unknown canvas", () => [{ ...packSave(one(), BASE), canvas_id: "ZZZZ" }], 404, "unknown_canvas"],
])("%s is refused in words, and nothing is written", async (_, saves, status, code) => {
  const reply = await left(saves());
  expect([reply.status, (reply.json as PageError).error.code]).toEqual([status, code]);
  expect(await now()).toEqual({ content: BASE, revision: 1, proposals: 0 });
});

test("more than a page can hold is no request", async () => {
  expect((await left([...both(), packSave(two(), BASE)])).status).toBe(400);
});
