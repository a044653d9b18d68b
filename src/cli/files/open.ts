import { resolve } from "node:path";
import type { Author } from "../../core/records/canvas.ts";
import { type Call, modelCall, personCall } from "../../server/actions/call.ts";
import { type BoundCanvas, findBound } from "../../server/actions/files/bound-canvas.ts";
import { findCanvas } from "../../server/actions/find-canvas.ts";
import { watchCanvases } from "../../server/live/watch-canvases.ts";
import { createBound } from "../../surfaces/files/bound-canvas.ts";
import { claimFile } from "../../surfaces/files/claim-file.ts";
import type { Disk } from "../../surfaces/files/decide-sync.ts";
import { createDiskFile, removeLeftovers } from "../../surfaces/files/disk-file.ts";
import type { FilePort } from "../../surfaces/files/file-port.ts";
import { findTarget, type Target } from "../../surfaces/files/find-target.ts";
import { foreignLinkWords, ownPath } from "../../surfaces/files/own-path.ts";
import { readWhenStable } from "../../surfaces/files/read-when-stable.ts";
import { runSyncLoop, type Signals } from "../../surfaces/files/sync-loop.ts";
import { createSyncMemory } from "../../surfaces/files/sync-memory.ts";
import { createSyncSession } from "../../surfaces/files/sync-session.ts";
import { isTrouble } from "../../surfaces/files/trouble.ts";
import { watchFile } from "../../surfaces/files/watch-file.ts";
import type { PageManager } from "../../surfaces/page/leader/page-manager.ts";
import { ownFolder } from "../asked-store.ts";
import { holderOfBrowser, openBrowser } from "../serving/open-browser.ts";
import { type OpenCanvas, openCanvas } from "../serving/open-canvas.ts";
import { openPage } from "../serving/open-page.ts";
import { CommandError, DONE, FAILED, type Invocation, UsageError } from "../surroundings.ts";
import { quoteWord, typedIn } from "../typed-command.ts";
import { createReport, type Report } from "./open-report.ts";

/** A canvas for a file, both kept the same until the process is asked to stop. */
export async function open(invocation: Invocation): Promise<number> {
  const { surroundings, options, positionals } = invocation;
  // Listened for before anything is open: a stop that comes early is kept.
  const stopped = new Promise<void>((resolve) => surroundings.onStop(resolve));
  const [file = "", folder] = positionals;
  const diskIs = whoIsOnDisk(options["on-disk"]);
  const own = await ownPath(resolve(surroundings.folder, file), surroundings.uid);
  if (!own.ok) throw new CommandError(foreignLinkWords(own.link));
  const target = await findTarget({ file, cwd: surroundings.folder, ...(folder === undefined ? {} : { folder }) });
  if (isTrouble(target)) throw new CommandError(`${file} ${target.message}.`);
  const data = ownFolder(invocation, "`open`");
  const canvas = await openCanvas(invocation);
  const page = openPage(invocation, canvas);
  try {
    const claim = await claimFile(data, target.path, surroundings.platform);
    if (claim.kind === "taken") return await showAgain(canvas, page, invocation, target);
    try {
      // What the person last typed in a page of ours is saved before the last exchange.
      const ended = stopped.then(() => page?.close());
      return await keepOpen(canvas, page, invocation, { data, target, diskIs, stopped: ended });
    } finally {
      await claim.release();
    }
  } finally {
    await page?.close();
    await canvas.close();
  }
}

async function keepOpen(
  canvas: OpenCanvas,
  page: PageManager | null,
  invocation: Invocation,
  given: {
    readonly data: string;
    readonly target: Target;
    readonly diskIs: Author["kind"];
    readonly stopped: Promise<void>;
  },
): Promise<number> {
  const { target } = given;
  const call = personCall(canvas.deps, "file");
  const file = createDiskFile(target.path, canvas.deps.randomId);
  await removeLeftovers(target.path);
  const bound = await bind(call, file, target, invocation);
  const memory = createSyncMemory(given.data, bound.id, target.path);
  if (bound.seen !== null) await memory.save({ seen: bound.seen });

  const report = createReport(invocation, bound.id);
  const session = createSyncSession({
    call: given.diskIs === "person" ? call : modelCall(canvas.deps, "file"),
    canvasId: bound.id,
    file,
    memory,
    pause,
    report: report.event,
  });
  if (!target.exists) session.writeAgain();
  await session.pass();
  const shown = show(canvas, page, bound, report, invocation);

  const { stdin } = invocation.surroundings;
  const written: Signals = (changed) => watchCanvases(call, (ids) => ids.includes(bound.id) && changed()).stop;
  const onDisk: Signals = (changed) => watchFile(target.path, changed);
  const asked: Signals = (changed) => {
    const heard = (): void => {
      if (session.trouble()?.code !== "missing") return;
      session.writeAgain();
      changed();
    };
    if (stdin.isTTY) stdin.on("data", heard);
    return () => stdin.off("data", heard);
  };
  await Promise.all([shown, runSyncLoop(session, [written, onDisk, asked], given.stopped)]);
  const found = await findCanvas(call, bound.id);
  report.end(session.trouble(), found.ok ? found.record : null);
  return session.trouble() === null ? DONE : FAILED;
}

/** `seen`: for a new canvas, the file's text that it was made of. */
type Bound = BoundCanvas & { readonly seen: { readonly text: string; readonly hash: string } | null };

/** The file's canvas: the one from before, or a new one with its text. */
async function bind(call: Call, file: FilePort, target: Target, invocation: Invocation): Promise<Bound> {
  const name = invocation.positionals[0] ?? "";
  const before = await findBound(call, target.path);
  if (!target.exists) {
    if (!invocation.options.new) throw new CommandError(wordsForMissing(invocation, before));
    if (before !== null) return { ...before, seen: null };
    const made = await file.write("", null);
    if (made.kind === "trouble") throw new CommandError(`${name} ${made.trouble.message}.`);
  }
  // A text that is only half written by now is taken as a change, by the first pass.
  const isEnough = (disk: Disk): boolean => disk.kind === "text" && (disk.text !== "" || !target.exists);
  const disk = await readWhenStable(file, isEnough, pause);
  if (disk === null) throw new CommandError(`${name} keeps changing. Open it once it rests.`);
  if (disk.kind === "missing") throw new CommandError(wordsForMissing(invocation, before));
  if (disk.kind === "trouble") throw new CommandError(`${name} ${disk.trouble.message}.`);
  if (before !== null) return { ...before, seen: null };
  const { text, hash } = disk;
  const made = await createBound(call, target.path, text);
  if (!made.ok) throw new CommandError(made.error.message);
  return { ...made, seen: made.isNew ? { text, hash } : null };
}

function wordsForMissing(invocation: Invocation, before: BoundCanvas | null): string {
  const name = invocation.positionals[0] ?? "";
  const word = quoteWord(name, invocation.surroundings.platform);
  const command = `\`${typedIn(invocation)(`open ${word} --new`)}\``;
  return before === null
    ? `${name} does not exist. ${command} begins it.`
    : `${name} does not exist any more. Canvas ${before.id} has its text: ${command} writes it again.`;
}

/** Says that the file is open, where, and shows it. */
async function show(
  canvas: OpenCanvas,
  page: PageManager | null,
  bound: BoundCanvas,
  report: Report,
  invocation: Invocation,
): Promise<void> {
  const link = (await page?.linkTo(bound.id)) ?? null;
  const found = await findCanvas(personCall(canvas.deps, "file"), bound.id);
  report.begin({ link, isNew: bound.isNew, version: found.ok ? found.record.document.version : 0 });
  await showInBrowser(invocation, page, bound.id);
}

/** The file is open in another process: the person only wants to see it. */
async function showAgain(
  canvas: OpenCanvas,
  page: PageManager | null,
  invocation: Invocation,
  target: Target,
): Promise<number> {
  const name = invocation.positionals[0] ?? "";
  const bound = await findBound(personCall(canvas.deps, "file"), target.path);
  if (bound === null) throw new CommandError(`${name} is being opened by another process. Try again.`);
  const link = (await page?.linkTo(bound.id)) ?? null;
  createReport(invocation, bound.id).already(link);
  await showInBrowser(invocation, page, bound.id);
  return DONE;
}

/** Where it cannot be shown the link that was said is enough. */
async function showInBrowser(
  { surroundings, options }: Invocation,
  page: PageManager | null,
  id: string,
): Promise<void> {
  if (options["no-browser"]) return;
  const link = (await page?.linkTo(id, holderOfBrowser(surroundings))) ?? null;
  if (link !== null) await openBrowser(surroundings, link);
}

function whoIsOnDisk(option: string | true | undefined): Author["kind"] {
  if (option === undefined) return "person";
  if (option === "person" || option === "model") return option;
  throw new UsageError(`--on-disk is ${JSON.stringify(option)}; it is person or model.`);
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
