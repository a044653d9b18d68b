import { KEPT } from "../../core/feedback/build-feedback.ts";
import { approvedSince } from "../../core/feedback/describe-rest.ts";
import { STATUSES, type Status } from "../../core/records/canvas.ts";
import { encodeEdited } from "../../protocol/canvas-view.ts";
import { BIN_DAYS } from "../../protocol/limits.ts";
import type { NamedListing } from "../../server/actions/canvas-view.ts";
import { listBin } from "../../server/actions/listing/bin.ts";
import { list as listCanvases } from "../../server/actions/listing/list.ts";
import { asPerson, orFail } from "../open-store.ts";
import { DONE, type Invocation, UsageError } from "../surroundings.ts";
import { logTo, printable, printableJson } from "../terminal/printable.ts";
import { typedIn } from "../typed-command.ts";

const PAGE = 200;

/** All canvases that fit, one a line. */
export async function list(invocation: Invocation): Promise<number> {
  const { stdout, stderr } = invocation.surroundings;
  const { json, query } = invocation.options;
  const status = askedStatus(invocation.options.status);
  if (invocation.options.deleted) return listDeleted(invocation);
  const found = await asPerson(invocation, async (call) => {
    const canvases: NamedListing[] = [];
    let cursor: string | undefined;
    let notice: string | null;
    do {
      const asked = { status, query: typeof query === "string" ? query : undefined, limit: PAGE, cursor };
      const page = orFail(await listCanvases.run(call, asked));
      canvases.push(...page.canvases);
      ({ next: cursor, notice } = page);
    } while (cursor !== undefined);
    if (notice !== null) logTo(stderr)(notice);
    return canvases;
  });
  if (json) stdout.write(printableJson(found.map(forPrograms)));
  else if (found.length === 0) stdout.write("No canvases.\n");
  else stdout.write(found.map((canvas) => `${lineOf(canvas)}\n`).join(""));
  return DONE;
}

/** What is in the bin, the last deleted first. */
async function listDeleted(invocation: Invocation): Promise<number> {
  const { stdout, stderr } = invocation.surroundings;
  const { json, query, status } = invocation.options;
  if (query !== undefined || status !== undefined) {
    throw new UsageError("--deleted lists all of the bin: leave out --query and --status.");
  }
  const { binned } = orFail(await asPerson(invocation, (call) => listBin.run(call, {})));
  if (json) {
    stdout.write(printableJson(binned.map(({ canvas, deletedAt }) => ({ ...forPrograms(canvas), deletedAt }))));
    return DONE;
  }
  if (binned.length === 0) stdout.write("The bin is empty.\n");
  for (const { canvas, deletedAt } of binned) {
    stdout.write(`${canvas.id.padEnd(6)}  deleted ${minute(deletedAt)}  ${printable(canvas.title)}\n`);
  }
  if (binned.length > 0)
    stderr.write(
      `\`${typedIn(invocation)("undelete ID")}\` brings one back, within ${BIN_DAYS} days of its deletion.\n`,
    );
  return DONE;
}

function forPrograms({ owner: _, ...listing }: NamedListing) {
  return encodeEdited(listing);
}

function askedStatus(text: string | true | undefined): Status | undefined {
  if (typeof text !== "string") return undefined;
  const status = STATUSES.find((each) => each === text);
  if (!status) throw new UsageError(`--status is ${JSON.stringify(text)}; it is one of ${STATUSES.join(", ")}.`);
  return status;
}

function lineOf({ sharedBy, ...canvas }: NamedListing): string {
  const { id, status, version, updatedAt, words, title, approved, kept } = canvas;
  const columns = [
    id.padEnd(6),
    status.padEnd(9),
    `v${version}`.padEnd(5),
    minute(updatedAt),
    `${words} words`.padStart(12),
  ];
  return `${columns.join("  ")}  ${printable(title)}${approvedSince(approved, version)}${kept ? ` (${KEPT})` : ""}${sharedBy === undefined ? "" : ` (of ${printable(sharedBy)})`}`;
}

const minute = (time: string): string => time.slice(0, 16).replace("T", " ");
