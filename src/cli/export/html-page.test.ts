import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { htmlPage } from "./html-page.ts";

test.each([
  ["a picture", "![a plan](https://tracker.example/p.png)"],
  ["a picture by reference", "![a plan][p]\n\n[p]: https://tracker.example/p.png"],
  ["a picture in raw HTML", '<img src="https://tracker.example/p.png">'],
])("whoever opens an exported page asks nobody for %s from elsewhere", (_, markdown) => {
  const page = htmlPage("Plan", markdown);
  expect(page).not.toContain("<img");
  expect(page).toContain("img-src data:");
});

test("a picture from elsewhere is a link to it, one in the text itself is shown", () => {
  const page = htmlPage("Plan", "![a plan](https://example.org/p.png) ![dot](data:image/png;base64,iVBORw0KGgo=)");
  expect(page).toContain('<a href="https://example.org/p.png">a plan</a>');
  expect(page).toContain('<img src="data:image/png;base64,iVBORw0KGgo="');
});

test("code has the colours of the preview, light and dark, and its text is whole", async () => {
  const page = htmlPage("Plan", "```ts\nconst a = '<b>'; /* c\nd */\n```\n\n```nothing\nconst\n```");
  expect(page).toContain('<span class="code-keyword">const</span> a = <span class="code-string">\'&lt;b&gt;\'</span>');
  expect(page).toContain('<span class="code-comment">d */</span>');
  expect(page).toContain('<code class="language-nothing">const');
  const tokens = await readFile(join(import.meta.dirname, "../../global.css"), "utf8");
  for (const name of ["keyword", "string", "number", "comment", "name", "type"]) {
    const [light, dark] = [...tokens.matchAll(new RegExp(`--canvas-code-${name}: (#\\w+);`, "g"))].map(
      ([, one]) => one,
    );
    expect(page).toContain(`light-dark(${light}, ${dark})`);
  }
});

test("a part that folds is one in an exported page, and open on paper", () => {
  const text = "<details>\n<summary>More</summary>\n\n<kbd>F1</kbd>\n\n</details>\n\n> [!WARNING]\n> Hot.";
  const page = htmlPage("Plan", text);
  expect(page).toContain("<details>\n<summary>More</summary>\n<p><kbd>F1</kbd></p>\n</details>");
  expect(page).toContain('<blockquote class="alert alert-warning">\n<p class="alert-label">Warning</p>\n<p>Hot.</p>');
  expect(htmlPage("Plan", text, { paper: "a4" })).toContain('<details open="">');
});
