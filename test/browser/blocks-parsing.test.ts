import fc from "fast-check";
import { expect, test } from "vitest";
import { blockCode, blockData } from "../../src/core/blocks/block-code.ts";
import { prepareBlock } from "../../src/core/blocks/prepare-block.ts";
import { HOSTILE_DATA, HOSTILE_STARTS, hostileBlocks } from "../attacks/hostile-html.ts";
import { sharedBrowser } from "../host/shared-browser.ts";

const AROUND = { policy: "default-src 'none'", style: "a{}", bridge: "bridge()" };
const REST = '<html lang="de"><head><title>Own</title></head><body><p>Body</p></body></html>';

test("whatever a block begins with, the browser reads policy, styles and bridge before it, in a page without quirks", async () => {
  const page = await (await sharedBrowser()).newPage();
  const texts = HOSTILE_STARTS.map((start) => prepareBlock(start + REST, AROUND));
  const read = await page.evaluate(
    (all) =>
      all.map((text) => {
        const parsed = new DOMParser().parseFromString(text, "text/html");
        const [prefetch, policy, style, bridge] = parsed.head.children;
        const first = parsed.querySelector("script");
        return [
          parsed.compatMode,
          parsed.doctype?.name,
          prefetch?.getAttribute("content"),
          policy?.getAttribute("content"),
          style?.textContent,
          first === bridge && bridge?.textContent,
          parsed.head.firstChild === prefetch,
        ].join();
      }),
    texts,
  );
  for (const [at, found] of read.entries())
    expect(found, HOSTILE_STARTS[at]).toBe("CSS1Compat,html,off,default-src 'none',a{},bridge(),true");
  await page.close();
});

/** The block with other data in it: wherever it is taken for data, and nowhere else. */
function withOtherData(html: string): string {
  let changed = "";
  let at = 0;
  for (const { text } of blockData(html)) {
    const from = html.indexOf(`>${text}</`, at) + 1;
    changed += html.slice(at, from) + HOSTILE_DATA;
    at = from + text.length;
  }
  return changed + html.slice(at);
}

test("law: what is taken for data is the text of a data element and of nothing else, as the browser reads it", async () => {
  const pairs = fc
    .sample(hostileBlocks, { numRuns: Number(process.env.BLOCK_RUNS ?? 10_000), seed: 19 })
    .map((html) => [html, withOtherData(html)] as const)
    .filter(([html, changed]) => blockData(html).length > 0 && blockCode(html) === blockCode(changed));
  expect(pairs.length).toBeGreaterThan(2000);
  const page = await (await sharedBrowser()).newPage();
  const different = await page.evaluate((all) => {
    const isData = (element: Element) =>
      element.localName === "script" &&
      element.getAttribute("type") === "application/json" &&
      element.namespaceURI === "http://www.w3.org/1999/xhtml";
    const shape = (html: string) => {
      const parsed = new DOMParser().parseFromString(html, "text/html");
      const nodes = [parsed as Node];
      let words = "";
      for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
        words += `${node.nodeName} ${node.nodeValue ?? ""}`;
        if (node instanceof Element) {
          words += [...node.attributes].map(({ name, value }) => `${name}=${value}`).join();
          if (isData(node)) {
            words += `${node.children.length} children`;
            continue;
          }
        }
        const inside = node instanceof HTMLTemplateElement ? node.content : node;
        words += `(${inside.childNodes.length})`;
        nodes.push(...inside.childNodes);
      }
      return words;
    };
    return all.filter(([html, changed]) => shape(html) !== shape(changed));
  }, pairs);
  expect(different).toEqual([]);
  await page.close();
});
