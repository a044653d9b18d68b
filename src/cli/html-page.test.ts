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
