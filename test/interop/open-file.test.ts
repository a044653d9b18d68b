import { mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type OpenFile, openFile } from "../host/open-file.ts";
import { type Linked, link } from "./clients.ts";

const START = ["# Plan", "Alpha stands here.", "Beta stands here.", "Gamma stands here.", "Delta stands here."]
  .map((line) => `${line}\n`)
  .join("\n");

let folder: string;
let plan: string;
let model: Linked & { readonly data: string };
const opened: OpenFile[] = [];
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "canvas-open-file-")));
  plan = join(folder, "plan.md");
  model = await link("client 2.x", "stdio");
  saveOnDisk(START);
});
afterEach(async () => {
  for (const { child } of opened.splice(0)) child.kill("SIGKILL");
  await model.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = (): OpenFile => {
  const running = openFile(model.data, plan);
  opened.push(running);
  return running;
};
const onDisk = (): string => readFileSync(plan, "utf8");
/** As most editors save: a new file in the place of the old. */
const saveOnDisk = (text: string): void => {
  writeFileSync(`${plan}.saving`, text);
  renameSync(`${plan}.saving`, plan);
};

test("a model writes to the canvas and an editor to the file, and both have all of it", async () => {
  const running = start();
  const { canvas } = await running.until("opened");
  const edit = (find: string, replace: string) =>
    model.call("edit_canvas", { canvas_id: canvas, edits: [{ find, replace }] });
  const read = async (): Promise<string> => (await model.call("read_canvas", { canvas_id: canvas })).text;

  const first = await edit("Alpha stands", "Alpha, by the model, stands");
  await running.until("wrote", first.version);
  expect(onDisk()).toBe(START.replace("Alpha", "Alpha, by the model,"));

  saveOnDisk(onDisk().replace("Beta", "Beta, by the editor,"));
  await running.until("took");
  const told = await read();
  expect(told).toContain("Beta, by the editor,");
  expect(told).toMatch(/New from the person:\n- Edited line 5: .*Beta, by the editor,/);

  // At once: whoever is first, each must get the other's.
  saveOnDisk(onDisk().replace("Delta", "Delta, by the editor,"));
  await edit("Gamma stands", "Gamma, by the model, stands");
  const all = START.replace(/^(Alpha|Gamma)/gm, "$1, by the model,").replace(/^(Beta|Delta)/gm, "$1, by the editor,");
  while (onDisk() !== all) await running.more();
  const text = await read();
  for (const line of all.split("\n")) expect(text).toContain(line);

  running.child.kill("SIGINT");
  expect(await running.ended).toBe(0);
  expect(await running.until("ended")).toMatchObject({ same: true, openProposals: 0 });
});

test("what both changed while nobody kept them the same is merged by the next run, and clashes stand in the canvas", async () => {
  const first = start();
  const { canvas: id } = await first.until("opened");
  first.child.kill("SIGINT");
  expect(await first.ended).toBe(0);

  const saved = START.replace("Alpha", "Alpha, red,").replace("Delta", "Last: Delta");
  saveOnDisk(saved);
  const edited = await model.call("edit_canvas", {
    canvas_id: id,
    edits: [
      { find: "Alpha", replace: "Alpha, blue," },
      { find: "# Plan", replace: "# The plan" },
    ],
  });
  expect(edited.canvasId).toBe(id);
  const running = start();
  expect(await running.until("took")).toMatchObject({ canvas: id, conflicts: 1, by: "person" });
  const { version } = await running.until("opened");
  const merged = saved.replace("# Plan", "# The plan");
  expect(onDisk()).toBe(merged);
  const told = (await model.call("read_canvas", { canvas_id: id })).text;
  expect(told).toContain("Alpha, red,");
  expect(told).toContain("blue");
  running.child.kill("SIGINT");
  expect(await running.ended).toBe(0);
  expect(await running.until("ended")).toMatchObject({ same: true, openProposals: 1, version });
});
