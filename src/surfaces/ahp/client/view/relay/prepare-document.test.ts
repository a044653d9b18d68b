import { expect, test } from "vitest";
import { bridgeScript, shellPage } from "../frame/frame-scripts.ts";
import { RELAY_POLICY } from "../frame/policies.ts";
import { prepareDocument } from "./prepare-document.ts";

const BASE = "ahp-canvas-content:/draft-1/a%22b'/index.html";

test("policy, base and our own script come first, whatever the document begins with", () => {
  const html = "\uFEFF<!-- <script>evil()</script> --><html><head><template shadowRootMode=closed></template>";
  const page = prepareDocument({ base: BASE, html, imports: { "a</script>": "b" }, isQuirky: false }, "ours()");
  const order = [
    "<!doctype html><html><head>",
    RELAY_POLICY,
    `<base href="${BASE}">`,
    "<script>ours()</script>",
    '<script type="importmap">',
    "<!-- <script>evil()",
  ];
  expect(order.map((part) => page.indexOf(part))).toEqual(
    order.map((part) => page.indexOf(part)).toSorted((a, b) => a - b),
  );
  expect(order.every((part) => page.includes(part))).toBe(true);
  expect(page).not.toMatch(/\sshadowrootmode|\uFEFF|a<\/script>/i);
});

test("our own scripts are scripts, and end no element", () => {
  for (const text of [bridgeScript(BASE), shellPage(BASE)]) expect(text).not.toMatch(/^(?:import|export) /m);
  expect(() => new Function(bridgeScript("</script><!--"))).not.toThrow();
  expect(bridgeScript("</script><!--")).not.toMatch(/<\/script|<!--/i);
  expect(() => prepareDocument({ base: BASE, html: "", imports: {}, isQuirky: true }, "'</script>'")).toThrow(
    RangeError,
  );
});
