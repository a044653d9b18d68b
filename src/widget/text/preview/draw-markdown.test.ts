// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { attackStrings } from "../../../../test/attacks/attack-strings.ts";
import { findDanger } from "../../../../test/attacks/find-danger.ts";
import { drawMarkdown } from "./draw-markdown.ts";

function draw(text: string, isCut = false) {
  const container = document.createElement("div");
  const openLink = vi.fn();
  const end = drawMarkdown(container, text, { openLink, isCut });
  return { container, openLink, end };
}

test.each([
  ["emphasis and code", "**yes**, `no`", "<p><strong>yes</strong>, <code>no</code></p>"],
  ["raw HTML, as text", "<b>x</b>", null],
  ["a heading, outside the page's outline", "# Big", '<h1 role="presentation">Big</h1>'],
])("draws %s", (_, text, html) => {
  const { container } = draw(text);
  if (html === null) expect([container.textContent, container.querySelector("b")]).toEqual(["<b>x</b>", null]);
  else expect(container.innerHTML).toBe(html);
});

test("a link opens through the host, and a cut text is closed at its end", () => {
  const { container, openLink, end } = draw("**see [this](https://example.com/a)", true);
  container.querySelector("a")?.click();
  expect(openLink).toHaveBeenCalledWith("https://example.com/a");
  expect(container.querySelector("strong")).not.toBeNull();
  end();
  expect(container.childNodes).toHaveLength(0);
});

test("hostile text stays text", () => {
  // One in 97: the renderer is the preview's, and all of them are tried on that.
  for (const text of attackStrings().filter((_, index) => index % 97 === 0)) {
    expect(findDanger(draw(text).container), text).toEqual([]);
  }
});
