import { expect } from "vitest";
import type { McpWire } from "../host/mcp-wire.ts";
import { viewIn } from "../loop/harness.ts";
import { answerOf, type SharedCanvas, type Written } from "./word-writer.ts";

/** All that a person can still get at: the text, what is proposed beside it, and each older version. */
interface Kept {
  readonly text: string;
  readonly proposals: string;
}

async function keptOf(wire: McpWire, { id, key }: SharedCanvas): Promise<Kept> {
  const { checkpoint } = viewIn(await answerOf(wire, "load_canvas", { canvas_id: id, key }));
  return { text: checkpoint.document.content, proposals: JSON.stringify(checkpoint.proposals) };
}

/** Whether one of the sealed versions holds the word. */
async function isInHistory(wire: McpWire, { id, key }: SharedCanvas, word: string): Promise<boolean> {
  for (let before: number | undefined; ; ) {
    const page = await answerOf(wire, "list_versions", {
      canvas_id: id,
      key,
      ...(before === undefined ? {} : { before }),
    });
    if (page.reply?.kind !== "versions") throw new Error(`No versions in: ${page.text}`);
    const { versions } = page.reply;
    for (const { version } of versions) {
      const loaded = await answerOf(wire, "load_version", { canvas_id: id, key, version });
      if (JSON.stringify(loaded.reply).includes(word)) return true;
    }
    const oldest = versions.at(-1)?.version;
    if (oldest === undefined || oldest <= 1) return false;
    before = oldest;
  }
}

/**
 * Every acknowledged word is in the text, beside it or in its history, and in the text once; one that was answered otherwise
 * is there once or not at all; and there is nothing in the text that nobody wrote.
 */
export async function expectNothingLost(
  wire: McpWire,
  canvas: SharedCanvas,
  written: readonly Written[],
): Promise<void> {
  const { text, proposals } = await keptOf(wire, canvas);
  const found = new Map<string, number>();
  for (const [word] of text.matchAll(/\w+-\d+\./g)) found.set(word, (found.get(word) ?? 0) + 1);
  const lost: string[] = [];
  for (const { word, kind } of written) {
    const isThere = found.has(word) || (kind === "acknowledged" && proposals.includes(word));
    if (kind === "acknowledged" && !isThere && !(await isInHistory(wire, canvas, word))) lost.push(word);
  }
  expect({ lost, twice: [...found].filter(([, count]) => count > 1) }).toEqual({ lost: [], twice: [] });
  const known = new Set(written.map(({ word }) => word));
  expect([...found.keys()].filter((word) => !known.has(word))).toEqual([]);
}

/** Every failure was an answer in words, within the time, and none of them tells secrets or how the program is made. */
export function expectClearWords(failures: readonly Written[], secrets: readonly string[]): void {
  expect(failures.filter(({ kind, isTimeout }) => kind === "lost" || isTimeout)).toEqual([]);
  for (const { said } of failures) {
    expect(said).toMatch(/"(text|message)":"[A-Z][^"]{20,}/);
    expect(said).not.toMatch(/\bat .*\.js:\d+|node_modules/);
    for (const secret of secrets) expect(said).not.toContain(secret);
  }
}
