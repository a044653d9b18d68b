import { expect, test } from "vitest";
import { prepareBlock } from "./prepare-block.ts";

const AROUND = { policy: "default-src 'none'", style: "a{}", bridge: "b()" };
const HEAD = [
  '<!doctype html><html><head><meta http-equiv="x-dns-prefetch-control" content="off">',
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'"><style>a{}</style><script>b()</script>`,
].join("");

test("policy, styles and bridge come before everything of the block, and behind a doctype", () => {
  for (const html of ["", "<p>", "<!DOCTYPE html><html lang=de><head><title>a</title>", "<!-- <head> --><header>"]) {
    expect(prepareBlock(html, AROUND)).toBe(HEAD + html);
  }
});

test("a mark of the byte order is left out", () => {
  expect(prepareBlock("\uFEFF<p>", AROUND)).toBe(`${HEAD}<p>`);
});

test("no tree is closed to the bridge by the parser", () => {
  expect(prepareBlock("<p><Template ShadowRootMode=closed>", AROUND)).toBe(
    `${HEAD}<p><Template data-ShadowRootMode=closed>`,
  );
});

test("a policy cannot leave its attribute, and nothing of ours can end its own element", () => {
  expect(prepareBlock("", { ...AROUND, policy: `a "b" & <c>` })).toContain('content="a &quot;b&quot; &amp; <c>"');
  expect(() => prepareBlock("", { ...AROUND, bridge: "'</Script>'" })).toThrow("bridge");
  expect(() => prepareBlock("", { ...AROUND, style: "a{}</style>" })).toThrow("style");
});
