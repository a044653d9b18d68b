import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";

const script = fileURLToPath(new URL("check-rooms.mjs", import.meta.url));
const roots: string[] = [];

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

const MAP = `
### \`src/core\`: pure

- \`text\` → nothing: strings
- \`records\` → nothing: types
- \`diff\` → \`text\`,
  \`records\`: changes from \`a\` to \`b\`
- \`markdown\` → \`text\`, \`markdown/*\`: a tree
- \`markdown/blocks\` → \`markdown\`: blocks

### \`src/server\`

- \`server\` → \`core/*\`: all of it
`;

/** A small house in which everything is right. */
const HOUSE = {
  "ARCHITECTURE.md": MAP,
  "src/core/text/lines.ts": "export const lines = 1;\n",
  "src/core/records/canvas.ts": "export interface Canvas {}\n",
  "src/core/diff/hunk.ts": 'import { lines } from "../text/lines.ts";\n\nexport const hunk = lines;\n',
  "src/core/markdown/parse.ts": 'export { block } from "./blocks/block.ts";\n',
  "src/core/markdown/tree.ts": "export const tree = 1;\n",
  "src/core/markdown/blocks/block.ts": 'import { tree } from "../tree.ts";\n\nexport const block = tree;\n',
  "src/server/start.ts": 'import { hunk } from "../core/diff/hunk.ts";\n\nexport const start = hunk;\n',
};

/** What the script says of the house with these files instead or besides. */
function check(changed: Readonly<Record<string, string>> = {}): string[] {
  const root = mkdtempSync(join(tmpdir(), "rooms-"));
  roots.push(root);
  for (const [path, text] of Object.entries({ ...HOUSE, ...changed })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: "utf8" });
  const faults = stderr.split("\n").filter((line) => line !== "");
  expect(status).toBe(faults.length === 0 ? 0 : 1);
  return faults;
}

test("a house that is as its map says has no faults", () => {
  expect(check()).toEqual([]);
});

const toMarkdown = "src/core/diff/x.ts imports src/core/markdown/tree.ts";

test.each([
  ["an import", 'import { tree } from "../markdown/tree.ts";'],
  ["an import of types", 'import type { Tree } from "../markdown/tree.ts";'],
  ["an import over several lines", 'import {\n  tree,\n  type Tree,\n} from "../markdown/tree.ts";'],
  ["an import for its effect", 'import "../markdown/tree.ts";'],
  ["an export", 'export { tree } from "../markdown/tree.ts";'],
  ["an import while it runs", 'const load = () => import("../markdown/tree.ts");'],
])("%s against the arrows is named with what the folder may import", (_, line) => {
  expect(check({ "src/core/diff/x.ts": `${line}\n` })).toEqual([
    `${toMarkdown}: diff may import text and records (ARCHITECTURE.md)`,
  ]);
});

test("a folder that may import nothing is told so", () => {
  expect(check({ "src/core/text/x.ts": 'import type { Canvas } from "../records/canvas.ts";\n' })).toEqual([
    "src/core/text/x.ts imports src/core/records/canvas.ts: text may import nothing (ARCHITECTURE.md)",
  ]);
});

test("a name is the folder alone, without the folders inside it", () => {
  const map = MAP.replace("`records`: changes", "`markdown`: changes");
  const line = 'import { block } from "../markdown/blocks/block.ts";\n';
  expect(check({ "ARCHITECTURE.md": map, "src/core/diff/x.ts": line })).toEqual([
    "src/core/diff/x.ts imports src/core/markdown/blocks/block.ts: diff may import text and markdown (ARCHITECTURE.md)",
  ]);
});

test.each([
  ["a test", "src/core/diff/x.test.ts"],
  ["what tests are made of", "src/core/diff/testing/x.ts"],
  ["a fake", "src/core/diff/fake-x.ts"],
])("%s may reach anywhere", (_, path) => {
  const up = path.includes("testing") ? "../../" : "../";
  expect(check({ [path]: `import { tree } from "${up}markdown/tree.ts";\n` })).toEqual([]);
});

test("a file with a line of its own follows that line, and its folder's no more", () => {
  const map = `${MAP}- \`tool.ts\` → \`core/text\`: apart\n`;
  const right = 'import { lines } from "../core/text/lines.ts";\n';
  const wrong = 'import { hunk } from "../core/diff/hunk.ts";\n';
  expect(check({ "ARCHITECTURE.md": map, "src/server/tool.ts": right })).toEqual([]);
  expect(check({ "ARCHITECTURE.md": map, "src/server/tool.ts": wrong })).toEqual([
    "src/server/tool.ts imports src/core/diff/hunk.ts: tool.ts may import core/text (ARCHITECTURE.md)",
  ]);
});

test("a folder that the map does not name is a fault", () => {
  expect(check({ "src/core/export/x.ts": "export const x = 1;\n" })).toEqual([
    "src/core/export is not on the map: name it in ARCHITECTURE.md, with what it may import",
  ]);
});

test("a folder that is gone must go from the map", () => {
  const map = MAP.replace("- `text`", "- `export` → `words`: gone\n- `text`");
  expect(check({ "ARCHITECTURE.md": map })).toEqual([
    "ARCHITECTURE.md names src/core/export, which does not exist",
    "ARCHITECTURE.md lets export import words, which does not exist (src/core/words)",
  ]);
});

test("a file that a folder may import as an exception must go from the map when it no longer does", () => {
  const map = MAP.replace("`records`: changes", "`markdown/tree.ts`: changes");
  const line = 'import { tree } from "../markdown/tree.ts";\n';
  expect(check({ "ARCHITECTURE.md": map, "src/core/diff/x.ts": line })).toEqual([]);
  expect(check({ "ARCHITECTURE.md": map })).toEqual([
    "ARCHITECTURE.md lets diff import markdown/tree.ts, which it no longer does: take it out of the map",
  ]);
});

/** Two folders in a circle, as the map lets them. */
const CIRCLE = {
  "ARCHITECTURE.md": MAP.replace("`records` → nothing", "`records` → `diff`"),
  "src/core/records/canvas.ts": 'import type { hunk } from "../diff/hunk.ts";\n\nexport type Canvas = typeof hunk;\n',
  "src/core/diff/x.ts": 'import type { Canvas } from "../records/canvas.ts";\n\nexport type X = Canvas;\n',
};

test("folders that import each other in a circle are named, although the map lets them", () => {
  expect(check(CIRCLE)).toEqual([
    "src/core/diff, src/core/records import each other in a circle: imports between folders go one way",
  ]);
});

test("every path that the two pages name must be there; a placeholder needs only its folder", () => {
  const page = "See `src/core/text/lines.ts`, src/server/*.ts, `src/server/<name>.ts` and [this](GONE.md).\n";
  expect(check({ "CONTRIBUTING.md": `${page}Run \`npx vitest run src/core/gone.ts\`.\n` })).toEqual([
    "CONTRIBUTING.md names src/core/gone.ts, which does not exist",
    "CONTRIBUTING.md names GONE.md, which does not exist",
  ]);
});

test("a page without a map is a fault, not a house without rules", () => {
  expect(check({ "ARCHITECTURE.md": "# Nothing here\n" })).toContain(
    'ARCHITECTURE.md has no map: no line such as "- `diff` → `text`: what is in it"',
  );
});
