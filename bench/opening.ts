/**
 * How long a person waits for a long canvas on our page: to read it, to press something, and for its history. Each is
 * printed as a ratio to a canvas of a hundredth of the size, measured in the same run. After a build: `npm run bench:opening`
 */

import { historyWords, shellWords } from "../src/widget/words.ts";
import { ServedPage } from "../test/host/serve-real-page.ts";
import { madeId } from "../test/host/server-link.ts";
import { sharedBrowser } from "../test/host/shared-browser.ts";
import { createRandom, createWriter, type Text } from "./corpus.ts";

const BYTES = Number(process.env.BYTES ?? 4_400_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);

interface Waits {
  /** From the link to the first words. */
  readonly read: number;
  /** From there until the page answers a press. */
  readonly answer: number;
  /** From the press on History to the list of versions, and to the comparison of two. */
  readonly versions: number;
  readonly compared: number;
}

const words = (text: Text): string =>
  text.map(({ lead, words: all }) => lead + all.map((word) => word.text).join(" ")).join("\n\n");

/** Prose of about so many bytes, and the same with changes all over it. */
function texts(bytes: number): readonly [string, string] {
  const writer = createWriter(createRandom(7));
  const blocks = Math.ceil(bytes / 400);
  let text = "";
  while (text.length < bytes) text += `${words(writer.text(Math.min(blocks, 2_000)))}\n\n`;
  const before = `# Report\n\n${text.slice(0, bytes)}\n`;
  let at = 0;
  const after = before.replace(/\. /g, (mark) => (at++ % 200 === 0 ? ", as was said. " : mark));
  return [before, after];
}

async function measure(bytes: number): Promise<Waits> {
  const served = await ServedPage.open(await sharedBrowser(), { width: 1300, height: 900 });
  try {
    served.page.setDefaultTimeout(300_000);
    const agent = await served.agent();
    const [before, after] = texts(bytes);
    const canvas_id = madeId(await agent("write_canvas", { content: before }));
    await agent("write_canvas", { canvas_id, content: after, base_version: 1 });
    const now = () => performance.now();
    const started = now();
    await served.enter(canvas_id);
    const widget = served.widgetOf();
    const more = widget.getByRole("button", { name: shellWords.more, exact: true }).first();
    await widget.getByRole("article").getByRole("heading", { name: "Report" }).first().waitFor();
    const read = now() - started;
    await more.click();
    const item = widget.getByRole("menuitem", { name: shellWords.history });
    await item.waitFor();
    const answered = now();
    await item.click();
    const dialog = widget.getByRole("dialog", { name: historyWords.title });
    const oldest = dialog.getByRole("button", { name: /^v1\b/ }).first();
    await oldest.waitFor();
    const versions = now() - answered;
    const pressed = now();
    await oldest.click();
    await dialog.locator("del, ins, [data-mark]").first().waitFor();
    return { read, answer: answered - started - read, versions, compared: now() - pressed };
  } finally {
    await served.close();
  }
}

const median = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN;

const [small, large] = [[] as Waits[], [] as Waits[]];
for (let round = 0; round < ROUNDS; round++) {
  small.push(await measure(BYTES / 100));
  large.push(await measure(BYTES));
}
console.log(`${BYTES.toLocaleString("en")} bytes against a hundredth of it, medians of ${ROUNDS}`);
for (const name of ["read", "answer", "versions", "compared"] as const) {
  const [a, b] = [small, large].map((all) => median(all.map((waits) => waits[name]))) as [number, number];
  console.log(`${name.padEnd(9)} ${b.toFixed(0).padStart(7)} ms  ${(b / a).toFixed(1)} times ${a.toFixed(0)} ms`);
}
process.exit(0);
