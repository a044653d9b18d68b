import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentUri, parseContentUri, resolveContent } from "./uris.ts";

describe("the address of what a canvas is shown with", () => {
  test.each([
    ["ahp-canvas-content:/draft-1/index.html", "draft-1", ["index.html"]],
    ["ahp-canvas-content:/draft-1/a/b.css", "draft-1", ["a", "b.css"]],
    ["ahp-canvas-content:/draft-1/a%20b.css", "draft-1", ["a b.css"]],
    ["ahp-canvas-content:/draft-1/%C3%BCber.html", "draft-1", ["über.html"]],
    ["ahp-canvas-content:/draft-1/...", "draft-1", ["..."]],
  ])("%s is one", (uri, instanceId, path) => {
    expect(parseContentUri(uri)).toEqual({ instanceId, path });
  });

  test.each([
    "",
    "ahp-canvas-content:",
    "ahp-canvas-content:/",
    "ahp-canvas-content:/draft-1",
    "ahp-canvas-content:/draft-1/",
    "ahp-canvas-content://draft-1/index.html",
    "ahp-canvas-content:/draft-1//index.html",
    "AHP-CANVAS-CONTENT:/draft-1/index.html",
    " ahp-canvas-content:/draft-1/index.html",
    "ahp-canvas:/draft-1/index.html",
    "file:///etc/passwd",
    "https://example.com/draft-1/index.html",
    "ahp-canvas-content:/draft-1/index.html?x=1",
    "ahp-canvas-content:/draft-1/index.html#x",
    "ahp-canvas-content:/draft-1/../index.html",
    "ahp-canvas-content:/draft-1/./index.html",
    "ahp-canvas-content:/draft-1/..",
    "ahp-canvas-content:/../etc/passwd",
    "ahp-canvas-content:/draft-1/%2e%2e/index.html",
    "ahp-canvas-content:/draft-1/%2E%2E/index.html",
    "ahp-canvas-content:/draft-1/.%2e/index.html",
    "ahp-canvas-content:/draft-1/%2e./index.html",
    "ahp-canvas-content:/draft-1/%252e%252e/index.html",
    "ahp-canvas-content:/draft-1/%25252e%25252e/index.html",
    "ahp-canvas-content:/draft-1/..%2findex.html",
    "ahp-canvas-content:/draft-1/..%2Findex.html",
    "ahp-canvas-content:/draft-1/a%2f..%2f..%2findex.html",
    "ahp-canvas-content:/draft-1/..%5cindex.html",
    "ahp-canvas-content:/draft-1/..\\index.html",
    "ahp-canvas-content:/draft-1/a\\b",
    "ahp-canvas-content:/draft-1/%c0%ae%c0%ae/index.html",
    "ahp-canvas-content:/draft-1/%e0%80%ae%e0%80%ae/index.html",
    "ahp-canvas-content:/draft-1/%u002e%u002e/index.html",
    "ahp-canvas-content:/draft-1/index.html%00.png",
    "ahp-canvas-content:/draft-1/index.html\0",
    "ahp-canvas-content:/draft-1/index.html%0d%0a",
    "ahp-canvas-content:/draft-1/%20",
    "ahp-canvas-content:/draft-1/ index.html",
    "ahp-canvas-content:/draft-1/\u202eindex.html",
    "ahp-canvas-content:/draft-1/\u200bindex.html",
    "ahp-canvas-content:/draft-1/%zz",
    "ahp-canvas-content:/draft-1/%",
    `ahp-canvas-content:/draft-1/${"a/".repeat(40)}b`,
    `ahp-canvas-content:/draft-1/${"a".repeat(3_000)}`,
  ])("%j is none", (uri) => {
    expect(parseContentUri(uri)).toBeNull();
  });

  const name = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
    .filter((text) => !/\p{Cs}/u.test(text) && !/^\.{1,2}$|[/\\%\p{Cc}\p{Cf}]/u.test(text) && text.trim() === text);

  test("one that is made is read as it was meant", () => {
    fc.assert(
      fc.property(name, fc.array(name, { minLength: 1, maxLength: 6 }), (instanceId, path) => {
        expect(parseContentUri(contentUri(instanceId, ...path))).toEqual({ instanceId, path });
      }),
    );
  });

  test("whatever is read is below its instance, and is written in one way only", () => {
    const piece = fc.constantFrom(
      "..",
      ".",
      "%2e",
      "%2E",
      "%252e",
      "/",
      "%2f",
      "\\",
      "%5c",
      "a",
      "%00",
      "é",
      "?",
      "#",
      " ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const uri = `ahp-canvas-content:/one/${pieces.join("")}`;
        const read = parseContentUri(uri);
        if (read === null) return;
        expect(read.instanceId).toBe("one");
        expect(read.path.every((part) => part !== ".." && part !== "." && !/[/\\%]/.test(part))).toBe(true);
        expect(parseContentUri(contentUri(read.instanceId, ...read.path))).toEqual(read);
      }),
    );
  });
});

describe("a reference in a relayed document", () => {
  const base = "ahp-canvas-content:/one/app/index.html";
  test.each([
    ["style.css", "ahp-canvas-content:/one/app/style.css"],
    ["./style.css?v=3#x", "ahp-canvas-content:/one/app/style.css"],
    ["../style.css", "ahp-canvas-content:/one/style.css"],
    ["/style.css", "ahp-canvas-content:/one/style.css"],
    ["img/a%20b.png", "ahp-canvas-content:/one/app/img/a%20b.png"],
    ["ahp-canvas-content:/one/x.js", "ahp-canvas-content:/one/x.js"],
  ])("%s leads to %s", (reference, to) => {
    expect(resolveContent(base, reference)).toBe(to);
  });

  test.each([
    "",
    "#top",
    "../../style.css",
    "/../style.css",
    "//example.com/x",
    "\\\\example.com\\x",
    "https://example.com/x",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/html,x",
    "ahp-canvas-content:/two/x.js",
    "ahp-canvas-content:/one/../two/x.js",
    "%2e%2e/%2e%2e/x",
    "..%2f..%2fx",
    "a//b",
  ])("%s leads nowhere", (reference) => {
    expect(resolveContent(base, reference)).toBeNull();
  });
});
