import { expect, test } from "vitest";
import { findHeading, headingName, imageSource, linkTarget, visibleText } from "./safe-address.ts";

test.each([
  ["https://example.com/a", "outside"],
  ["HTTP://EXAMPLE.COM", "outside"],
  ["mailto:a@example.com", "outside"],
  ["#part", "inside"],
  ["javascript:alert(1)", "none"],
  [" javascript:alert(1)", "none"],
  ["java\nscript:alert(1)", "none"],
  ["data:text/html,x", "none"],
  ["//example.com", "none"],
  ["relative/path", "none"],
  ["", "none"],
])("a link to %j leads %s", (href, kind) => expect(linkTarget(href).kind).toBe(kind));

test.each([
  ["https://pics.example:8080/a.png", "remote"],
  ["http://pics.example/a.png", "unencrypted"],
  ["data:image/png;base64,iVBORw0KGgo=", "inline"],
  ["data:image/svg+xml;base64,AAAA", "none"],
  ["data:image/png,<svg>", "none"],
  ["ftp://example.com/a.png", "none"],
  ["a.png", "none"],
])("an image at %j is %s", (src, kind) => expect(imageSource(src).kind).toBe(kind));

test("characters that nobody sees are written out", () => {
  expect(visibleText("a\u202eb\u200bc\u0007d")).toBe("a[U+202E]b[U+200B]c[U+0007]d");
  expect(visibleText("naïve 文 ✓")).toBe("naïve 文 ✓");
});

test("headings are found by name; repeated ones by number", () => {
  const headings = ["Setup", "What's new?", "Setup", "Über uns", "a_b c"];
  expect(headingName("What's new?")).toBe("whats-new");
  expect(
    ["setup", "whats-new", "setup-1", "über-uns", "a_b-c", "none"].map((name) => findHeading(headings, name)),
  ).toEqual([0, 1, 2, 3, 4, -1]);
});
