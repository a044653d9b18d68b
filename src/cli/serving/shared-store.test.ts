import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMemoryMarks } from "../../server/storage/memory/marks-for-tests.ts";
import { createMemoryStore } from "../../server/storage/memory/store.ts";
import type { Store } from "../../server/storage/ports.ts";
import type { Invocation } from "../surroundings.ts";
import { type OpenCanvas, openCanvas } from "./open-canvas.ts";
import { openLinks } from "./open-links.ts";
import { openPage } from "./open-page.ts";
import { servePage } from "./serve-page.ts";

const NOW = new Date("2026-11-17T12:00:00Z");
const ORIGIN = "https://canvas.example.com";
const PLACE = "canvas.example.com";

let folder: string;
let canvas: OpenCanvas;
let logged: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-shared-"));
  logged = [];
  const opened = await openCanvas(invocation());
  await opened.close();
  const store: Store = { ...createMemoryStore(), marks: createMemoryMarks(() => NOW) };
  canvas = { ...opened, store, deps: { ...opened.deps, store }, log: (line) => void logged.push(line) };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function invocation(env: Record<string, string> = {}): Invocation {
  return {
    surroundings: {
      args: [],
      env: { WRITING_CANVAS_DATA: folder, ...env },
      platform: "linux",
      pid: 4242,
      uid: process.getuid?.() ?? null,
      home: folder,
      folder,
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      version: "1.2.3",
      node: "/usr/bin/node",
      nodeVersion: "v22.13.0",
      script: "/clone/dist/index.js",
      widgetFiles: [],
      pageFiles: [],
      workerFile: null,
      now: () => NOW,
      onStop: () => {},
    },
    options: {},
    positionals: [],
  };
}
const tokenIn = (link: string | null | undefined): string => /link=([\w-]+)$/.exec(link ?? "")?.[1] ?? "";

test("links come from the store, not from the folder, and are good on every machine", async () => {
  const [one, other] = [await openLinks(canvas, () => NOW), await openLinks(canvas, () => NOW)];
  const link = one.mint();
  expect((await other.redeem(link, PLACE, null)).kind).toBe("session");
  expect(await one.redeem(link, PLACE, null)).toEqual({ kind: "used" });
  expect(readdirSync(folder).filter((name) => name.startsWith("page"))).toEqual([]);
});

test("a command's links lead to the public address, where any machine takes them", async () => {
  const page = openPage(invocation({ WRITING_CANVAS_PUBLIC_URL: ORIGIN }), canvas);
  const link = await page?.linkTo("HN8B", "this user");
  expect(link).toMatch(/^https:\/\/canvas\.example\.com\/#\/canvas\/HN8B\?link=/);
  expect(page?.leads()).toBe(false);
  expect((await (await openLinks(canvas, () => NOW)).redeem(tokenIn(link), PLACE, null)).kind).toBe("session");
  await page?.close();
});

test("without a public address there are no links, and it says what to do", () => {
  expect(openPage(invocation(), canvas)).toBeNull();
  expect(logged).toEqual([expect.stringMatching(/--public-url URL, or WRITING_CANVAS_PUBLIC_URL/)]);
});

test("a server neither looks for other processes of the folder nor tells them of itself", async () => {
  const access = { host: "127.0.0.1", token: "a-token-of-this-test" };
  const links = await openLinks(canvas, () => NOW);
  const started = await servePage(invocation(), canvas, {
    access,
    signIns: null,
    links,
    first: 0,
    tries: 1,
    sandbox: undefined,
    operations: {},
  });
  if (!started.ok) throw new Error(started.message);
  try {
    expect(existsSync(join(folder, "page.json"))).toBe(false);
    const asked = await fetch(`http://127.0.0.1:${started.page.port}/api/leader?challenge=${"0".repeat(32)}`);
    expect(asked.status).toBe(401);
  } finally {
    await started.page.close("gone");
  }
});
