import { expect, test } from "vitest";
import type { RelayLimits, RelayProblem } from "./reader.ts";
import { createReader } from "./reader.ts";
import { createResources } from "./resources.ts";

const ROOT = "ahp-canvas-content:/draft-1";
const INDEX = `${ROOT}/index.html`;

function relay(files: Readonly<Record<string, string>>, limits: Partial<RelayLimits> = {}) {
  const read: string[] = [];
  const problems: RelayProblem[] = [];
  const clock = { now: 0 };
  const reader = createReader({
    now: () => clock.now,
    limits,
    onProblem: (problem) => problems.push(problem),
    async readResource(uri) {
      const name = uri.slice(ROOT.length + 1);
      read.push(name);
      if (files[name] === undefined) throw new Error("Not there.");
      return [{ uri, text: files[name] }];
    },
  });
  return { reader, resources: createResources(reader), read, problems, clock };
}

const decoded = (address: string | null) => decodeURIComponent(decodeURIComponent(address ?? ""));

test("style sheets hold what they import, each is read once, and a circle ends", async () => {
  const { resources, read, problems } = relay({
    "a.css": "@import 'b.css'; @import 'c.css'; a { b: url(d.svg) }",
    "b.css": "@import 'c.css'; b {}",
    "c.css": "@import 'a.css'; c { d: url(d.svg) }",
    "d.svg": "<svg/>",
  });
  const address = await resources.replace("sheet", INDEX, "a.css?v=2");
  expect(decoded(address)).toContain('url("data:image/svg+xml;charset=utf-8,<svg/>")');
  expect(read.toSorted()).toEqual(["a.css", "b.css", "c.css", "d.svg"]);
  expect(problems).toEqual([]);
});

test("sheets that import each other are both there", async () => {
  const { resources } = relay({ "a.css": "@import 'b.css'; a {}", "b.css": "@import 'a.css'; b {}" });
  const both = await Promise.all(["a.css", "b.css"].map((name) => resources.replace("sheet", INDEX, name)));
  expect(both.map(decoded).map((css) => [css.includes("a {}"), css.includes("b {}")])).toEqual([
    [true, true],
    [true, true],
  ]);
});

test("what lies outside of the instance is not read, and said once", async () => {
  const { resources, read, problems } = relay({});
  for (const reference of [
    "https://cdn.example/a.png",
    "//cdn.example/a.png",
    "../../draft-2/a.png",
    "..%2f..%2fa.png",
  ]) {
    expect(await resources.replace("url", INDEX, reference)).toBeNull();
    expect(await resources.css(INDEX, `a { b: url(${reference}) }`)).toBe(`a { b: url(${reference}) }`);
  }
  expect(read).toEqual([]);
  expect(problems.map(({ kind }) => kind)).toEqual(["outside", "outside", "outside", "outside"]);
});

test("what needs nothing is left alone, and a fragment stays", async () => {
  const { resources, read } = relay({ "a.svg": "<svg/>" });
  for (const reference of ["#a", "data:,a", "", "about:blank"])
    expect(await resources.replace("url", INDEX, reference)).toBeNull();
  expect(read).toEqual([]);
  expect(await resources.replace("url", INDEX, "a.svg#b")).toMatch(/#b$/);
});

test("modules are importable with all that they import, in a circle, too", async () => {
  const { resources, read } = relay({
    "main.js": "import './a.js'; import('./later.js')",
    "a.js": "import './b.js'",
    "b.js": "import './a.js'; import './none.js'",
    "later.js": "1",
  });
  expect(await resources.module(INDEX, "./main.js")).toBe(`${ROOT}/main.js`);
  expect(Object.keys(resources.takeImports()).toSorted()).toEqual(
    ["a.js", "b.js", "later.js", "main.js"].map((name) => `${ROOT}/${name}`),
  );
  expect(resources.takeImports()).toEqual({});
  expect(await resources.module(INDEX, "./a.js")).toBe(`${ROOT}/a.js`);
  expect(await resources.module(INDEX, "./none.js")).toBeNull();
  expect(read.filter((name) => name === "a.js")).toHaveLength(1);
});

test("more than the limits allow is left out", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`${at}.css`, `@import '${at + 1}.css'; a {}`]),
  );
  const deep = relay(many, { depth: 4 });
  await deep.resources.replace("sheet", INDEX, "0.css");
  expect([deep.read.length, deep.problems]).toEqual([4, [{ kind: "limit", limit: "depth" }]]);

  const few = relay(many, { resources: 3, depth: 100 });
  await few.resources.replace("sheet", INDEX, "0.css");
  expect([few.read.length, few.problems]).toEqual([3, [{ kind: "limit", limit: "resources" }]]);

  const large = relay({ "a.svg": "a".repeat(600), "b.svg": "b".repeat(600), "c.svg": "c" }, { bytes: 1000 });
  const found = ["a.svg", "b.svg", "c.svg"].map((name) => large.resources.replace("url", INDEX, name));
  expect((await Promise.all(found)).map((address) => address !== null)).toEqual([true, false, false]);

  const twice = relay({ "a.svg": "a".repeat(600) }, { written: 1500 });
  const css = await twice.resources.css(INDEX, "a { b: url(a.svg) url(a.svg) url(a.svg) }");
  expect(css.match(/url\("data:/g)).toHaveLength(2);
  twice.clock.now = 60_000;
  expect(await twice.resources.replace("url", INDEX, "a.svg")).not.toBeNull();
});

test("sheets that double with every level end with what may be written", async () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`${at}.css`, `@import '${at + 1}.css'; @import '${at + 1}.css?';`]),
  );
  const { resources, problems } = relay(doubling, { depth: 100, written: 200_000 });
  expect((await resources.replace("sheet", INDEX, "0.css"))?.length).toBeLessThan(5_000_000);
  expect(problems).toContainEqual({ kind: "limit", limit: "written" });
});

test("few are read at a time, and none for somebody who is gone", async () => {
  let atOnce = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const reader = createReader({
    now: () => 0,
    onProblem: () => {},
    async readResource(uri) {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise<void>((done) => waiting.push(done));
      atOnce -= 1;
      return [{ uri, text: "" }];
    },
  });
  const reads = Array.from({ length: 20 }, (_, at) => reader.read(`${ROOT}/${at}`));
  await Promise.resolve();
  expect(most).toBe(8);
  reader.stop();
  for (const done of waiting) done();
  expect((await Promise.all(reads)).filter((loaded) => loaded !== null)).toHaveLength(8);
});
