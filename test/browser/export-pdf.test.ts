import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findBrowser } from "../../scripts/ensure-browser.mjs";
import { runCommand } from "../../src/cli/testing/run-command.ts";
import { parseMarkdown } from "../../src/core/markdown/parse-markdown.ts";
import { plainText } from "../../src/core/markdown/plain-text.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-pdf-"));
  mkdirSync(join(folder, "work"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function printed(markdown: string, ...args: string[]): Promise<Uint8Array> {
  const surroundings = {
    env: { WRITING_CANVAS_DATA: join(folder, "data"), CHROME_PATH: findBrowser() ?? "", TMPDIR: join(folder, "work") },
    uid: process.getuid?.() ?? null,
  };
  const { out } = await runCommand(folder, ["import", "-", "--json"], { ...surroundings, input: markdown });
  const { id } = JSON.parse(out) as { id: string };
  const made = await runCommand(folder, ["export", id, "--output", "out.pdf", ...args], surroundings);
  expect(made).toMatchObject({ code: 0, out: "" });
  return new Uint8Array(readFileSync(join(folder, "out.pdf")));
}

/** What a reader finds in the PDF: its size in points, its pages' text, its title and its headings. */
async function readPdf(data: Uint8Array) {
  const pdf = await getDocument({ data, useSystemFonts: false, verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""));
  }
  const { info } = await pdf.getMetadata();
  const [, , width, height] = (await pdf.getPage(1)).view;
  const outline = ((await pdf.getOutline()) ?? []).map(({ title }) => title);
  await pdf.destroy();
  return {
    pages,
    title: (info as { Title?: string }).Title,
    width: Math.round(width!),
    height: Math.round(height!),
    outline,
  };
}

/** Letters and digits alone: a line that was broken in a PDF has no space there. */
const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "");

test("a PDF printed by Chromium says what the canvas says, on numbered A4 pages, with its headings as an outline", async () => {
  const paragraph = "A paragraph of **some** length that goes on over more than one line, with `code` in it.\n\n";
  const table = "| Name | Amount |\n|:--|--:|\n| Alpha | 1 |\n\n";
  const rest = "- [x] done\n- [ ] open\n\n> quoted\n\n```\nlet a = 1;\n```\n";
  const markdown = `# The plan\n\n${table}${rest}\n${paragraph.repeat(40)}## The end\n\nLast words.\n`;
  const { pages, title, width, height, outline } = await readPdf(await printed(markdown, "--paper", "a4"));
  expect([title, width, height]).toEqual(["The plan", 595, 842]);
  expect(pages.length).toBeGreaterThan(1);
  const numbered = pages.map((text, i) => {
    const number = `${i + 1} / ${pages.length}`;
    expect(text).toContain(number);
    return text.replace(number, "");
  });
  expect(letters(numbered.join("\n"))).toBe(letters(plainText(parseMarkdown(markdown))));
  expect(outline).toEqual(["The plan"]);
});

test("nothing is asked of anybody while it is printed, and nothing is left lying about", async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked++;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const markdown = `![far](http://127.0.0.1:${port}/i.png) <img src="http://127.0.0.1:${port}/j.png">\n`;
    const { pages, width } = await readPdf(await printed(markdown, "--paper", "letter"));
    expect([asked, width]).toEqual([0, 612]);
    expect(pages.join("")).toContain("far");
    expect(readdirSync(join(folder, "work"))).toEqual([]);
  } finally {
    server.close();
  }
});
