/**
 * What a keystroke costs beside comments: on our page, in a text of half a megabyte, with none, 100, 1,000 and 5,000. From
 * the key to the next frame that was painted, and all that the main thread does for it until it rests. Each is printed as a
 * ratio to no comments, measured in turns in the same run. After a build: `npm run bench:typing`
 */

import type { CDPSession, Frame } from "playwright-core";
import { shellWords } from "../src/widget/words.ts";
import { ServedPage } from "../test/host/serve-real-page.ts";
import { madeId } from "../test/host/server-link.ts";
import { sharedBrowser } from "../test/host/shared-browser.ts";

const COUNTS = (process.env.COUNTS ?? "0,100,1000,5000").split(",").map(Number);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** So few that no save comes between them: what that costs `saving.ts` says. */
const KEYS = Number(process.env.KEYS ?? 20);
const VIEW = process.env.VIEW === "split" ? shellWords.split : shellWords.write;
const PARAGRAPHS = Number(process.env.PARAGRAPHS ?? 5_000);
/** So many comments go with one call. */
const AT_ONCE = 500;
/** As a quick typist does. */
const BETWEEN_MS = 150;

interface Cost {
  /** From the key to the frame after it, in ms. */
  readonly painted: number;
  /** Processor time of the main thread, of that what scripts took. */
  readonly busy: number;
  readonly script: number;
}

const paragraph = (n: number): string =>
  `Point ${n} stands here with its reasons, and says what was found, by whom, and what is to be done.`;

function textWith(): string {
  const parts = Array.from({ length: PARAGRAPHS }, (_, n) => (n % 50 === 0 ? `## Part ${n}\n\n` : "") + paragraph(n));
  return `# Report\n\n${parts.join("\n\n")}\n`;
}

async function open(count: number): Promise<{ served: ServedPage; frame: Frame; session: CDPSession }> {
  const served = await ServedPage.open(await sharedBrowser(), { width: 1300, height: 900 });
  served.page.setDefaultTimeout(300_000);
  const agent = await served.agent();
  const every = PARAGRAPHS / Math.max(count, 1);
  const comments = Array.from({ length: count }, (_, n) => {
    const at = Math.floor(n * every);
    return { quote: `Point ${at} stands`, body: `Is this so? ${n}` };
  });
  const canvas_id = madeId(await agent("write_canvas", { content: textWith() }));
  for (let at = 0; at < count; at += AT_ONCE) {
    await agent("edit_canvas", { canvas_id, edits: [], comments: comments.slice(at, at + AT_ONCE) });
  }
  await served.enter(canvas_id);
  const widget = served.widgetOf();
  await widget.getByRole("radio", { name: VIEW, exact: true }).click();
  const content = widget.locator(".cm-content");
  await content.waitFor();
  const element = await content.elementHandle();
  const frame = await element!.ownerFrame();
  if (frame === null) throw new Error("The editor is in no frame");
  const session = await sessionOf(served, frame);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await content.locator(".cm-line", { hasText: "says what was found" }).nth(8).click();
  await frame.evaluate(() => {
    const times: number[] = [];
    (window as unknown as { times: number[] }).times = times;
    addEventListener(
      "keydown",
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => times.push(performance.now() - timeStamp);
          port2.postMessage(0);
        });
      },
      { capture: true },
    );
  });
  return { served, frame, session };
}

/** A frame on another site has a process of its own, with those inside it. */
async function sessionOf(served: ServedPage, frame: Frame | null): Promise<CDPSession> {
  if (frame === null) return served.context.newCDPSession(served.page);
  return served.context.newCDPSession(frame).catch(() => sessionOf(served, frame.parentFrame()));
}

async function type(one: Awaited<ReturnType<typeof open>>): Promise<Cost> {
  const { served, frame, session } = one;
  const read = async (): Promise<Record<string, number>> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  };
  await frame.evaluate(() => {
    (window as unknown as { times: number[] }).times.length = 0;
  });
  await served.page.bringToFront();
  await served.widgetOf().getByText(shellWords.saved, { exact: true }).first().waitFor();
  const before = await read();
  for (let n = 0; n < KEYS; n++) {
    await served.page.keyboard.press(n % 8 === 7 ? "Space" : "e");
    await served.page.waitForTimeout(BETWEEN_MS);
  }
  const after = await read();
  const times = await frame.evaluate(() => (window as unknown as { times: number[] }).times);
  if (times.length < KEYS) throw new Error(`${times.length} of ${KEYS} keys arrived`);
  const per = (name: string): number => ((after[name]! - before[name]!) * 1_000) / KEYS;
  return { painted: median(times), busy: per("TaskDuration"), script: per("ScriptDuration") };
}

const median = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN;

const costs = COUNTS.map(() => [] as Cost[]);
for (let round = 0; round < ROUNDS; round++) {
  for (const [at, count] of COUNTS.entries()) {
    const one = await open(count);
    // The first keys make what later ones use.
    await type(one);
    costs[at]?.push(await type(one));
    await one.served.close();
  }
}
console.log(
  `A keystroke in ${textWith().length.toLocaleString("en")} characters, ${VIEW}, medians of ${ROUNDS} × ${KEYS}`,
);
for (const name of ["painted", "busy", "script"] as const) {
  const [none = Number.NaN, ...some] = costs.map((all) => median(all.map((cost) => cost[name])));
  const rows = some.map((cost, at) => `${COUNTS[at + 1]}: ${cost.toFixed(1)} ms (${(cost / none).toFixed(2)} ×)`);
  console.log(`${name.padEnd(8)} ${COUNTS[0]}: ${none.toFixed(1)} ms  ${rows.join("  ")}`);
}
process.exit(0);
