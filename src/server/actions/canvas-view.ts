import { createHash } from "node:crypto";
import { audienceOf, checkpointFor } from "../../core/document/review/tell-model.ts";
import { contentRevision } from "../../core/document/versions/past-texts.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { CanvasListing } from "../../core/records/listing.ts";
import { type CanvasView, encodeEdited, type PackedView, packView } from "../../protocol/canvas-view.ts";
import type { PageCanvas } from "../../protocol/page.ts";
import { isRecord } from "../../protocol/partial-check.ts";
import type { NewestTexts, WidgetReply } from "../../protocol/widget-tools.ts";
import { canvasKeyOf } from "../access/keys.ts";
import { listingOf } from "../storage/listing.ts";
import type { Wait } from "../storage/ports.ts";
import type { Call } from "./call.ts";
import { accessOf } from "./sharing/people.ts";

/** Above this a view does not go along with a result: the widget loads it. */
const LONGEST_VIEW = 1_000_000;

export interface ViewOptions {
  /** The content that the call passed, which the widget has already. */
  readonly input?: string | null;
  /** What `stateOf` says of the record, where that is known already. */
  readonly state?: string;
}

/**
 * A canvas as the widget gets it. Its model is shown to know this and that: the one behind the caller's program; where that
 * has none, as our own page, the one that was last active.
 */
export function viewOf(call: Call, record: CanvasRecord, options: ViewOptions = {}): PackedView {
  const { input = null, state = stateOf(call, record) } = options;
  return packView(wholeView(call, record, state), input);
}

/** The same with its texts. */
export function wholeView({ deps, who }: Call, record: CanvasRecord, state: string): CanvasView {
  const { owner } = who;
  const key = canvasKeyOf(record, owner);
  const checkpoint = checkpointFor(record, audienceOf(record, who));
  const access = accessOf({ deps, who }, record);
  const view = { storeId: deps.store.storeId, owner, key, state, checkpoint };
  return access === undefined ? view : { ...view, access };
}

/** For the result of a model's call: the whole view, or where to load it. */
export function viewOrKey(call: Call, record: CanvasRecord, options: ViewOptions = {}): WidgetReply {
  const { document } = record;
  const { owner } = call.who;
  // With its text alone it would be too long already: then nobody needs the rest.
  const isLong = document.content.length > LONGEST_VIEW && document.content !== options.input;
  const view = isLong ? null : viewOf(call, record, options);
  if (view !== null && JSON.stringify(view).length <= LONGEST_VIEW)
    return { kind: "view", view, texts: textsOf(record, LAST_TEXTS) };
  return {
    kind: "key",
    canvasId: document.id,
    key: canvasKeyOf(record, owner),
    storeId: call.deps.store.storeId,
    owner,
  };
}

/** A text and the one before it: a widget that has an older one asks. */
const LAST_TEXTS = 2;

/** Which texts the canvas had last, for a widget to see whether this one has grown from its own. */
export function textsOf(record: CanvasRecord, most = Number.POSITIVE_INFINITY): NewestTexts {
  return { contentRevision: contentRevision(record), pastTexts: (record.pastTexts ?? []).slice(-most) };
}

/**
 * Changes with every write to the canvas: saves by the revision and the text, what models were told by what the books say, what
 * was sent by the review. And with what the caller is to it and who else is, which ends by itself where a link does.
 */
export function stateOf(call: Pick<Call, "deps" | "who">, record: CanvasRecord): string {
  const { books, head, document, review, sharing, approvals, interactions } = record;
  const access = accessOf(call, record);
  // Books hold whole texts, mostly the same ones: each is read once, and none is written out.
  const digests = new Map<string, string>();
  const short = (_: string, value: unknown): unknown => {
    // A store may give the fields of a record back in another order.
    if (isRecord(value)) return Object.fromEntries(Object.entries(value).sort(byName));
    if (typeof value !== "string" || value.length <= SHORT_TEXT) return value;
    const digest = digests.get(value) ?? digestOf(value);
    digests.set(value, digest);
    return digest;
  };
  const receipts = JSON.stringify(
    [
      books,
      head.sealed,
      document.version,
      document.content,
      ...(review === undefined ? [] : [review.kind, review.revision]),
      ...(sharing === undefined ? [] : [sharing, approvals]),
      ...(access === undefined ? [] : [access.standing, access.people, access.links]),
      ...(interactions === undefined ? [] : [interactions]),
    ],
    short,
  );
  return `${document.revision}-${digestOf(receipts).slice(0, 12)}`;
}

const SHORT_TEXT = 1_000;

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : Number(a > b);
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** A canvas as the person is shown it in a list. Of several who wait for it the first is named. */
export function pageCanvasOf(listing: CanvasListing, waits: readonly Wait[]): PageCanvas {
  const wait = waits.find(({ canvasId }) => canvasId === listing.id);
  const waiting =
    wait === undefined ? null : { since: wait.since, ...(wait.client === undefined ? {} : { client: wait.client }) };
  const { passage: _, owner: _owner, ...facts } = listing;
  return { ...encodeEdited(facts), waiting };
}

/** The same for many, with the names of those who share them. */
export async function pageCanvasesOf(
  call: Call,
  listings: readonly CanvasListing[],
  waits: readonly Wait[],
): Promise<readonly PageCanvas[]> {
  const named = await withOwners(call, listings);
  return named.map(({ sharedBy, ...listing }) => ({
    ...pageCanvasOf(listing, waits),
    ...(sharedBy === undefined ? {} : { sharedBy }),
  }));
}

/** With the name of its owner, where that is somebody else. */
export type NamedListing = CanvasListing & { readonly sharedBy?: string };

export async function withOwners(
  { deps, who }: Call,
  listings: readonly CanvasListing[],
): Promise<readonly NamedListing[]> {
  const others = [...new Set(listings.map(({ owner }) => owner))].filter((owner) => owner !== who.owner);
  const known = others.length === 0 ? [] : await deps.store.people.of(others);
  const names = new Map(known.map(({ subject, name }) => [subject, name]));
  return listings.map((listing) =>
    listing.owner === who.owner ? listing : { ...listing, sharedBy: names.get(listing.owner) ?? listing.owner },
  );
}

export async function pageCanvasOfRecord(call: Call, record: CanvasRecord): Promise<PageCanvas> {
  const listing = listingOf(record);
  const [canvas] = await pageCanvasesOf(call, [listing], await call.deps.store.waits.list(call.who.owner));
  return canvas ?? pageCanvasOf(listing, []);
}
