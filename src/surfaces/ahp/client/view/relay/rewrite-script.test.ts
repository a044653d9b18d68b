import { expect, test } from "vitest";
import { rewriteScript } from "./rewrite-script.ts";

const URI = "ahp-canvas-content:/draft-1/main.js";
const at = (name: string) => `ahp-canvas-content:/draft-1/${name}`;
const rewrite = (code: string) =>
  rewriteScript(code, URI, (name) => (name.startsWith("./") ? at(name.slice(2)) : null));

test.each([
  ["static imports", 'import a, { b } from "./a.js";', `import a, { b } from "${at("a.js")}";`, ["a.js script"]],
  ["imports for their effect", "import './a.js'", `import '${at("a.js")}'`, ["a.js script"]],
  ["exports from elsewhere", 'export * from "./a.js"', `export * from "${at("a.js")}"`, ["a.js script"]],
  [
    "other kinds than scripts",
    'import a from "./a.json" with { type: "json" }; b()',
    `import a from "${at("a.json")}"; b()`,
    ["a.json json"],
  ],
  ["imports as it runs", 'x = import("./a.js")', `x = __canvasImport("${URI}","./a.js")`, ["a.js script"]],
  ["imports of whatever", "import(a + b, c)", `__canvasImport("${URI}",a + b, c)`, []],
  ["its own address", "new URL('a.png', import.meta.url)", `new URL('a.png', __canvasMeta("${URI}").url)`, []],
  ["nothing in texts and comments", '"import(\'./a.js\')"; // import "./b.js"\n/import(1)/', null, []],
  ["nothing that leads nowhere", 'import a from "https://cdn.example/a.js"', null, []],
  ["nothing in what cannot be read", 'import { from "./a.js', null, []],
])("rewrites %s", (_, code, expected, needs) => {
  const { code: rewritten, needs: found } = rewrite(code);
  expect(rewritten).toBe(expected ?? code);
  expect(found.map(({ uri, type }) => `${uri.slice(at("").length)} ${type}`)).toEqual(needs);
});
