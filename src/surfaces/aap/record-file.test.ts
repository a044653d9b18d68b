import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { folderNameOf } from "./agent-folder.ts";
import { openFolder, recordFileName, recordFileText, writeOnce } from "./record-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-records-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const RECORD = {
  id: "a1b2c3d4-e5f6-7890-abcd-ef1234567890",
  timestamp: "2026-05-18T15:30:00.000Z",
  canvasFile: "reports/dashboard.html",
  action: "submit",
  element: "approve-button",
  data: { comments: "Looks good" },
  summary: "User submit 'approve-button' on reports/dashboard.html with data: {comments: Looks good}",
};

describe("a record's file", () => {
  test("is called by its time and its id, as the document says", () => {
    expect(recordFileName(RECORD)).toBe("2026-05-18T15-30-00-000Z-a1b2c3d4-e5f6-7890-abcd-ef1234567890.json");
  });

  test("holds the document's example to the byte", () => {
    expect(recordFileText({ ...RECORD, version: 1 })).toBe(`{
  "id": "a1b2c3d4-e5f6-7890-abcd-ef1234567890",
  "timestamp": "2026-05-18T15:30:00.000Z",
  "canvasFile": "reports/dashboard.html",
  "action": "submit",
  "element": "approve-button",
  "data": {
    "comments": "Looks good"
  },
  "summary": "User submit 'approve-button' on reports/dashboard.html with data: {comments: Looks good}",
  "version": 1
}
`);
  });

  test.each([
    ["an id that is a path", { ...RECORD, id: "../../../etc/passwd" }],
    ["a time that is a path", { ...RECORD, timestamp: "../x" }],
    ["an id with a NUL", { ...RECORD, id: "a\0b" }],
    ["a long id", { ...RECORD, id: "a".repeat(5_000) }],
  ])("has a harmless name for %s", (_, record) => {
    expect(recordFileName(record)).toMatch(/^[A-Za-z0-9_-]{1,70}\.json$/);
  });

  test("is for its user alone, in folders for its user alone", async () => {
    const at = await openFolder(join(folder, "new"), ["agents", "local"]);
    await writeOnce(at, "a.json", "1");
    const modes = [join(folder, "new"), at, join(at, "a.json")].map((path) => lstatSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o600]);
  });

  test("is written once: what is there stays, and nothing unfinished is left", async () => {
    await Promise.all(["first", "second", "third"].map((text) => writeOnce(folder, "a.json", text)));
    const text = readFileSync(join(folder, "a.json"), "utf8");
    expect(["first", "second", "third"]).toContain(text);
    await writeOnce(folder, "a.json", "later");
    expect(readFileSync(join(folder, "a.json"), "utf8")).toBe(text);
    expect(readdirSync(folder)).toEqual(["a.json"]);
  });

  test("is not written through a link in its place", async () => {
    writeFileSync(join(folder, "other"), "other");
    symlinkSync(join(folder, "other"), join(folder, "a.json"));
    symlinkSync(join(folder, "nowhere"), join(folder, "b.json"));
    await writeOnce(folder, "a.json", "1");
    await writeOnce(folder, "b.json", "1");
    expect(readFileSync(join(folder, "other"), "utf8")).toBe("other");
    expect(readdirSync(folder).sort()).toEqual(["a.json", "b.json", "other"]);
  });

  test("is not written where a folder on the way is a link, or a file", async () => {
    mkdirSync(join(folder, "elsewhere"));
    symlinkSync(join(folder, "elsewhere"), join(folder, "agents"));
    await expect(openFolder(folder, ["agents", "local"])).rejects.toThrow(/agents is a link or a file/);
    writeFileSync(join(folder, "file"), "");
    await expect(openFolder(folder, ["file", "local"])).rejects.toThrow(/file is a link or a file/);
    expect(readdirSync(join(folder, "elsewhere"))).toEqual([]);
  });
});

describe("the name of an agent's folder", () => {
  test.each([["local"], ["claude-code"], ["Ann.B_1"], ["a"], ["x".repeat(64)]])("%s stays as it is", (name) => {
    expect(folderNameOf(name)).toBe(name);
  });

  const HOSTILE = [
    "",
    ".",
    "..",
    "../x",
    "a/b",
    "a\\b",
    ".hidden",
    "-rf",
    "con",
    "NUL.txt",
    "a.",
    "a b",
    "ä",
    "~x",
    "_x",
    "x".repeat(65),
    "a\0b",
    "\u202ex",
  ];
  test.each(HOSTILE.map((name) => [name]))("%j gets one that any disk takes, and no other has", (name) => {
    const safe = folderNameOf(name);
    expect(safe).toMatch(/^_[A-Za-z0-9-]{1,63}$/);
    expect([...HOSTILE, "local"].filter((other) => folderNameOf(other) === safe)).toEqual([name]);
    expect(folderNameOf(safe)).not.toBe(safe);
  });
});
