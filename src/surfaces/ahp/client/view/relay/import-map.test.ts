import { expect, test } from "vitest";
import { NO_MAP, readImportMap, resolveImport } from "./import-map.ts";

const ROOT = "ahp-canvas-content:/draft-1";
const MAP = readImportMap(
  JSON.stringify({
    imports: {
      plain: "./code/plain.js",
      "folder/": "/code/folder/",
      "folder/exact": "./exact.js",
      "./code/old.js": "./code/new.js",
      outside: "https://cdn.example/a.js",
      none: null,
      "up/": "../../",
    },
    scopes: { "./code/inner/": { plain: "./code/inner/plain.js" } },
  }),
  `${ROOT}/index.html`,
)!;

test.each([
  ["./b.js", `${ROOT}/code/b.js`],
  ["../b.js", `${ROOT}/b.js`],
  ["/b.js", `${ROOT}/b.js`],
  [`${ROOT}/b.js`, `${ROOT}/b.js`],
  ["plain", `${ROOT}/code/plain.js`],
  ["folder/a/b.js", `${ROOT}/code/folder/a/b.js`],
  ["folder/exact", `${ROOT}/exact.js`],
  ["./old.js", `${ROOT}/code/new.js`],
  ["folder/../../../../other/a.js", null],
  ["folder/%2e%2e/a.js", null],
  ["../../../a.js", null],
  ["outside", null],
  ["none", null],
  ["unknown", null],
  ["up/secret.js", null],
  ["https://cdn.example/a.js", null],
  ["data:text/javascript,1", null],
])("%s in a module of the folder code", (specifier, expected) => {
  expect(resolveImport(MAP, `${ROOT}/code/main.js`, specifier)).toBe(expected);
});

test("a scope counts for the modules in it", () => {
  expect(resolveImport(MAP, `${ROOT}/code/inner/a.js`, "plain")).toBe(`${ROOT}/code/inner/plain.js`);
});

test("what is no import map is none", () => {
  for (const text of ["", "[]", "1", "{"]) expect(readImportMap(text, `${ROOT}/index.html`)).toBeNull();
  expect(resolveImport(NO_MAP, `${ROOT}/a.js`, "plain")).toBeNull();
});
