import { outcomeWords, unsavedLines } from "../../core/document/review/review-words.ts";
import { StoreError } from "../../protocol/errors.ts";
import { modelCall } from "../../server/actions/call.ts";
import { provenBy, type ToldReview, tellReview } from "../../server/actions/review/tell-review.ts";
import { MOST_WAITS, waitForReview } from "../../server/actions/review/wait-for-review.ts";
import type { PageManager } from "../../surfaces/page/leader/page-manager.ts";
import { holderOfBrowser, openBrowser } from "../serving/open-browser.ts";
import { type OpenCanvas, openCanvas } from "../serving/open-canvas.ts";
import { openPage } from "../serving/open-page.ts";
import { CommandError, DONE, type Invocation, UsageError } from "../surroundings.ts";
import { printable, printableJson } from "../terminal/printable.ts";
import { typedIn } from "../typed-command.ts";
import { canvasFor, type ReviewSource, readSource } from "./review-source.ts";
import { type Reviewed, writeReviewed } from "./write-reviewed.ts";

/** Beside DONE (approved): what a hook decides by. */
const NOT_APPROVED = 1;
const STILL_WAITING = 3;
const CANNOT = 4;
const INTERRUPTED = 130;

/** Node's timers hold no more than 24 days. */
const LONGEST_S = 2_000_000;

/** Shows a text to the person, waits for their answer, and says what it was. */
export async function review(invocation: Invocation): Promise<number> {
  const { surroundings, positionals } = invocation;
  // Listened for before anything is open: a stop that comes early is kept.
  const stop = new AbortController();
  surroundings.onStop(() => stop.abort());
  const limitMs = askedSeconds(invocation) * 1000;
  try {
    const canvas = await openCanvas(invocation);
    const page = openPage(invocation, canvas);
    try {
      // A terminal may be asked for the text: it must be possible to leave that, too.
      const stopped = new Promise<null>((resolve) => {
        if (stop.signal.aborted) resolve(null);
        else stop.signal.addEventListener("abort", () => resolve(null));
      });
      const reading = readSource(surroundings, positionals[0] ?? "", canvas.deps.randomId);
      const source = await Promise.race([reading, stopped]);
      if (source === null) {
        canvas.log("Stopped before anything was read.");
        return INTERRUPTED;
      }
      return await reviewSource(invocation, { canvas, page, source, signal: stop.signal, limitMs });
    } finally {
      await page?.close();
      await canvas.close();
    }
  } catch (error) {
    // 1 means that the person has not approved: what could not be done at all needs a code of its own.
    if (error instanceof CommandError || error instanceof StoreError) throw new CommandError(error.message, CANNOT);
    throw error;
  }
}

interface Reviewing {
  readonly canvas: OpenCanvas;
  readonly page: PageManager | null;
  readonly source: ReviewSource;
  readonly signal: AbortSignal;
  readonly limitMs: number;
}

async function reviewSource(invocation: Invocation, reviewing: Reviewing): Promise<number> {
  const { canvas, page, source, signal, limitMs } = reviewing;
  const { log, deps } = canvas;
  const call = modelCall(deps, whoAsks(invocation.surroundings.env));
  const id = await canvasFor(call, source, invocation);
  const unseen = new AbortController();
  let shown: Promise<void> = Promise.resolve();
  const onBegin = (): void => {
    // What nobody can see is not waited for; why is thrown below.
    shown = show(invocation, page, id, log);
    shown.catch(() => unseen.abort());
  };
  const end = await waitForReview({
    call: { ...call, waiting: { onBegin } },
    canvasId: id,
    provenBy: provenBy(call),
    signal: AbortSignal.any([signal, unseen.signal]),
    limitMs,
  });
  if (!signal.aborted) await shown;
  switch (end.kind) {
    case "answered": {
      const told = await tellReview(call, id, end);
      if (!told.ok) throw new CommandError(told.error.message);
      return finish(invocation, source, told, deps.randomId, log);
    }
    case "waiting":
      if (invocation.options.json)
        invocation.surroundings.stdout.write(printableJson({ outcome: "waiting", canvasId: id }));
      log(`Still waiting for the review of canvas ${id}. Nothing is lost: the same command goes on waiting.`);
      return STILL_WAITING;
    case "cancelled":
      log(`Stopped waiting. Canvas ${id} is kept: the same command goes on with it.`);
      return INTERRUPTED;
    case "archived":
      throw new CommandError(`Canvas ${id} was archived, so nobody reviews it.`);
    case "crowded":
      throw new CommandError(
        `${MOST_WAITS} programs wait for the review of canvas ${id} already. End some of them first.`,
      );
    case "none":
    case "deleted":
      throw new CommandError(`Canvas ${id} was deleted, so nobody reviews it.`);
  }
}

/** Where the browser cannot be opened the link is said. */
async function show(
  invocation: Invocation,
  page: PageManager | null,
  id: string,
  log: (line: string) => void,
): Promise<void> {
  const { surroundings, options } = invocation;
  const waits = "Ctrl+C stops waiting.";
  if (page === null) {
    log(`Canvas ${id} waits for review in the hosts that show it. ${waits}`);
    return;
  }
  const link = await page.linkTo(id);
  if (link === null) throw new CommandError("There is no page to review it on. What stands above says why.");
  // What is said on a screen is good for whoever reads it, what a browser is started with for this user alone.
  const opened = options["no-browser"] === true ? null : await page.linkTo(id, holderOfBrowser(surroundings));
  const isOpen = opened !== null && (await openBrowser(surroundings, opened));
  log(
    isOpen
      ? `Canvas ${id} is open in the browser (\`${typedIn(invocation)(`page ${id}`)}\` opens it again). ${waits}`
      : `Review canvas ${id} at ${link}\n${waits}`,
  );
}

async function finish(
  invocation: Invocation,
  source: ReviewSource,
  told: ToldReview,
  randomId: (length: number) => string,
  log: (line: string) => void,
): Promise<number> {
  const { surroundings, options } = invocation;
  const { record, outcome } = told;
  const feedback = told.feedback.text;
  const lines = [...outcomeWords(record, outcome, told.feedback.news), ...unsavedLines(told)];
  const { id, version, title, status, content } = record.document;
  const note = outcome === "approved" ? record.approval?.note : undefined;
  const asked = options.write === true && outcome !== "closed";
  const written: Reviewed = asked ? await writeReviewed(source, content, randomId) : { kind: "same" };
  const path = written.kind === "written" || written.kind === "beside" ? { written: written.path } : {};
  if (options.json) {
    surroundings.stdout.write(
      printableJson({
        outcome,
        canvasId: id,
        version,
        title,
        status,
        ...(note === undefined ? {} : { note }),
        ...(source.path === null ? {} : { file: source.path }),
        ...path,
        feedback,
        content,
      }),
    );
  } else surroundings.stdout.write(`${printable([...lines, "", feedback].join("\n"), { lines: true })}\n`);
  if (written.kind === "written") log(`The reviewed text was written to ${written.path}.`);
  if (written.kind === "beside")
    log(`${source.name} has changed meanwhile and was left as it is. The reviewed text stands in ${written.path}.`);
  if (written.kind === "failed") {
    log(`The reviewed text was not written: ${written.message} \`${typedIn(invocation)(`show ${id}`)}\` prints it.`);
    return CANNOT;
  }
  return outcome === "approved" ? DONE : NOT_APPROVED;
}

/** As the page names whoever waits: Claude Code says in the environment of its hooks and commands that it runs them. */
function whoAsks(env: Invocation["surroundings"]["env"]): string {
  return env.CLAUDECODE || env.CLAUDE_PROJECT_DIR ? "claude-code" : "command line";
}

function askedSeconds({ options }: Invocation): number {
  const { timeout } = options;
  if (typeof timeout !== "string") return LONGEST_S;
  const seconds = /^\d{1,7}$/.test(timeout) ? Number(timeout) : 0;
  if (seconds >= 1 && seconds <= LONGEST_S) return seconds;
  throw new UsageError(
    `--timeout is ${JSON.stringify(timeout)}; it is a number of seconds from 1 to ${LONGEST_S.toLocaleString("en")}.`,
  );
}
