import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright-core";
import { findBrowser } from "../../scripts/ensure-browser.mjs";
import { rawText } from "../../scripts/raw-text.mjs";
import { type BenchDocument, benchDocuments } from "./documents.ts";
import { type ProcessorTime, type Result, toFigures } from "./figures.ts";
import type { StreamPlan, StreamTimes } from "./page.ts";
import { checkedAt, sampledStream, wholeStream } from "./plan-stream.ts";
import { writeResults } from "./write-results.ts";

interface Peer {
  readonly name: string;
  readonly entry: string;
  /** Whether its cost grows with the text, so that the long streams are sampled. */
  readonly isSlow: boolean;
  /** Run on every document; the other slow ones would take most of the time there and say nothing new. */
  readonly isReference?: boolean;
}

const PEERS: readonly Peer[] = [
  { name: "ours", entry: "ours.ts", isSlow: false },
  { name: "limit (append text)", entry: "limit.ts", isSlow: false },
  { name: "streaming-markdown", entry: "streaming-markdown.ts", isSlow: false },
  { name: "plain design", entry: "plain.ts", isSlow: true, isReference: true },
  { name: "plain + highlight.js", entry: "plain-highlighted.ts", isSlow: true },
  { name: "react-markdown + gfm", entry: "react-markdown.tsx", isSlow: true },
  { name: "streamdown", entry: "streamdown.tsx", isSlow: true, isReference: true },
  { name: "@incremark/react", entry: "incremark-react.tsx", isSlow: true },
  { name: "markstream-react", entry: "markstream-react.tsx", isSlow: true },
];

/** What the benchmark itself costs, measured for each document and taken off. */
const NOTHING: Peer = { name: "nothing", entry: "nothing.ts", isSlow: false };

/** The documents that every renderer is run on. */
const FOR_ALL = ["mixed 10 KB", "mixed 100 KB", "README of dompurify"];

const isQuick = process.argv.includes("--quick");
const wantedDocuments = process.argv
  .find((argument) => argument.startsWith("--documents="))
  ?.slice(12)
  .split(",");
const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice("--only=".length);
/** No renderer may hold up the run: a stream that takes longer is given up, and named. */
const LONGEST_STREAM_MS = 120_000;

async function main(): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error("No Chromium: run `node scripts/ensure-browser.mjs` for what to do");
  const folder = await mkdtemp(join(tmpdir(), "canvas-bench-"));
  const peers = PEERS.filter((peer) => !only || only.split(",").includes(peer.name));
  const built = new Map<string, string>();
  for (const peer of [NOTHING, ...peers]) {
    const failure = await bundle(peer, folder).then(
      () => null,
      (error: Error) => error.message.split("\n").slice(0, 2).join(" "),
    );
    if (failure !== null) built.set(peer.name, failure);
  }
  const pages = await serve(folder);
  const browser = await chromium.launch({
    executablePath,
    timeout: 100_000,
    args: [
      "--no-sandbox",
      "--disable-dev-shm-usage",
      "--disable-gpu",
      "--js-flags=--expose-gc",
      "--enable-precise-memory-info",
    ],
  });
  const started = Date.now();
  const version = browser.version();
  const results: Result[] = [];
  try {
    for (const document of benchDocuments(isQuick)) {
      if (wantedDocuments && !wantedDocuments.includes(document.name)) continue;
      const idle = await measureOnly(browser, pages.url, NOTHING, wholeStream(document.text));
      for (const peer of peers) {
        if (peer.isSlow && !peer.isReference && !FOR_ALL.includes(document.name)) continue;
        const failure = built.get(peer.name);
        const result = failure
          ? { renderer: peer.name, document: document.name, failure: `does not build: ${failure}` }
          : await runOne(browser, pages.url, peer, document, idle.used);
        results.push(result);
        console.log(describe(result));
      }
    }
  } finally {
    await browser.close();
    pages.close();
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`${((Date.now() - started) / 1000).toFixed(0)} s`);
  if (!only && !wantedDocuments)
    await writeResults(results, {
      isQuick,
      seconds: (Date.now() - started) / 1000,
      date: new Date(),
      browser: `Chromium ${version}`,
    });
}

interface Measured {
  readonly times: StreamTimes;
  readonly used: ProcessorTime;
}

async function runOne(
  browser: Browser,
  url: string,
  peer: Peer,
  document: BenchDocument,
  idle: ProcessorTime,
): Promise<Result> {
  const { text } = document;
  const windows = text.length > 200_000 ? 3 : text.length > 15_000 ? 8 : 16;
  const plan = peer.isSlow ? sampledStream(text, windows) : wholeStream(text);
  const names = { renderer: peer.name, document: document.name };
  try {
    const { times, used } = await measureOnly(browser, url, peer, plan);
    const isWhole = plan.timed.length === plan.cuts.length;
    const net = isWhole ? { script: used.script - idle.script, layout: used.layout - idle.layout } : used;
    const checks = checkedAt(plan, peer.isSlow ? 3 : text.length > 200_000 ? 12 : text.length > 50_000 ? 40 : 250);
    const page = await openPage(browser, url, peer);
    const exactness = await within(
      LONGEST_STREAM_MS,
      page.evaluate((stream: StreamPlan) => window.bench!.compare(stream), checks),
    ).finally(() => page.context().close());
    return { ...names, figures: toFigures(plan, times, net), exactness };
  } catch (error) {
    const [line] = String(error).split("\n");
    return { ...names, failure: line ?? "failed" };
  }
}

async function measureOnly(browser: Browser, url: string, peer: Peer, plan: StreamPlan): Promise<Measured> {
  const page = await openPage(browser, url, peer);
  try {
    const meter = await startMeter(page);
    await page.evaluate((stream: StreamPlan) => window.bench!.warmUp(stream), plan);
    const before = await meter();
    const times = await within(
      LONGEST_STREAM_MS,
      page.evaluate((stream: StreamPlan) => window.bench!.measure(stream), plan),
    );
    const after = await meter();
    return { times, used: { script: after.script - before.script, layout: after.layout - before.layout } };
  } finally {
    await page.context().close();
  }
}

async function openPage(browser: Browser, url: string, peer: Peer): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 800, height: 640 } });
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error(`  ${peer.name}: ${error.message.split("\n")[0]}`));
  await page.goto(`${url}${encodeURIComponent(basename(peer.entry))}`);
  await page.waitForFunction(() => window.bench !== undefined);
  return page;
}

/** Reads how much processor time the page's main thread has used for script and for style and layout. */
async function startMeter(page: Page): Promise<() => Promise<ProcessorTime>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const seconds = (...names: string[]) =>
      metrics.reduce((total, metric) => total + (names.includes(metric.name) ? metric.value : 0), 0);
    return {
      // What is evaluated for the benchmark counts as a command, what it leaves for later turns as script.
      script: 1000 * seconds("ScriptDuration", "DevToolsCommandDuration", "V8CompileDuration"),
      layout: 1000 * seconds("LayoutDuration", "RecalcStyleDuration"),
    };
  };
}

async function within<T>(limit: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${limit / 1000} s`)), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function bundle(peer: Peer, folder: string): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, "renderers", peer.entry)],
    outdir: join(folder, peer.entry),
    entryNames: "main",
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    plugins: [rawText],
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".ttf": "empty", ".woff": "empty", ".woff2": "empty", ".svg": "empty" },
    // Diagrams and the like, which peers load only where they are installed and needed.
    external: ["mermaid", "katex", "stream-diffs", "stream-monaco", "@antv/infographic", "@terrastruct/d2"],
    logLevel: "silent",
  });
}

/** Loopback, isolated from other origins: only so does the browser's clock count in microseconds. */
async function serve(folder: string): Promise<{ readonly url: string; close(): void }> {
  const isolated = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
  const types: Record<string, string> = { js: "text/javascript", css: "text/css" };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://bench").pathname);
    const [, entry, file] = path.split("/");
    if (!file) {
      const links = `<link rel="stylesheet" href="/${entry}/main.css"><script type="module" src="/${entry}/main.js"></script>`;
      response.writeHead(200, { ...isolated, "content-type": "text/html; charset=utf-8" });
      response.end(`<!doctype html><html lang="en"><head><meta charset="utf-8">${links}</head><body></body></html>`);
      return;
    }
    readFile(join(folder, entry ?? "", basename(file))).then(
      (body) => {
        const type = types[file.split(".").at(-1) ?? ""] ?? "application/octet-stream";
        response.writeHead(200, { ...isolated, "content-type": type }).end(body);
      },
      () => response.writeHead(404, isolated).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function describe({ renderer, document, figures, exactness, failure }: Result): string {
  if (!figures || !exactness) return `${document} · ${renderer}: ${failure}`;
  const { script, withLayout, p50, p95, max, growth } = figures;
  const times = `${script.toFixed(0)} ms script, ${withLayout.toFixed(0)} with layout, p50 ${p50.toFixed(3)}, p95 ${p95.toFixed(3)}, max ${max.toFixed(1)}, growth ${growth.toFixed(2)}`;
  const unequal = exactness.unequal
    ? `, ${exactness.unequal}/${exactness.checked} unequal: ${exactness.firstUnequal}`
    : "";
  return `${document} · ${renderer}: ${times}, heap ${(figures.heapBytes / 1e6).toFixed(1)} MB${unequal}`;
}

await main();
