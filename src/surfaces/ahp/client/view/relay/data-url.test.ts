import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf, dataUrlOf, loadedFrom, textDataUrl, textOf } from "./data-url.ts";

test("a text in an address is the same text again, and ends neither a quote nor an element", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const address = textDataUrl("text/css", text);
      expect(address).not.toMatch(/["'<>\\`\n\r\t]|\s$/);
      const written = new URL(address).href.slice("data:text/css;charset=utf-8,".length);
      expect(decodeURIComponent(written)).toBe(text);
    }),
  );
});

test.each([
  ["image/PNG; charset=x", "a.bin", "image/png"],
  ["", "a.svg", "image/svg+xml"],
  ['text/html"><script>', "a.css", "text/css"],
  ["nonsense", "a", "application/octet-stream"],
])("the type %j of %s", (mimeType, name, expected) => {
  expect(loadedFrom(`ahp-canvas-content:/1/${name}`, { uri: "", mimeType, text: "" })?.mimeType).toBe(expected);
});

test("bytes are bytes, and what says nothing is nothing", () => {
  const loaded = loadedFrom("ahp-canvas-content:/1/a.png", { uri: "", blob: "aGnDpA==" })!;
  expect(dataUrlOf(loaded)).toBe("data:image/png;base64,aGnDpA==");
  expect(textOf(loaded)).toBe("hiä");
  expect([...bytesOf({ ...loaded, body: "ä" })]).toEqual([0xc3, 0xa4]);
  expect(loadedFrom("a", { uri: "a" })).toBeNull();
  expect(loadedFrom("a", { uri: "a", blob: "*" })).toBeNull();
});
