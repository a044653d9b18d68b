import type { FoundRun } from "../core/markdown/snippet.ts";
import type { AskedApprover } from "../core/people/approval-state.ts";
import type { Status } from "../core/records/canvas.ts";
import type { AuditLine } from "../core/records/history.ts";
import type { CanvasListing } from "../core/records/listing.ts";
import type { Person } from "../core/records/sharing.ts";
import type { WireEdited } from "./canvas-view.ts";
import type { ErrorCode } from "./errors.ts";
import type { LeftSave } from "./left-save.ts";
import type { META_KEY } from "./names.ts";
import type { CanvasAccess, ExportForm, ShareChange } from "./sharing.ts";
import type { ViewReply } from "./widget-tools.ts";

/**
 * What the page (our own host) and its server say over HTTP. These are the person's actions, so they are routes, never
 * tools: no model can call them. Every one is POST with a JSON body and `Authorization: Bearer PASS`, except those by which it comes in.
 *
 * A browser comes in by a link. Before it sends anything the server shows by `/api/hello` that it holds the data folder's
 * key. The link makes a session, which is good in the hands of this browser's own key only; session and key get a pass
 * (`/api/pass`), which the page keeps in memory, and which ends with the server's process: then there is a next one. Servers
 * that share a store share passes and greetings too.
 *
 * On a server that knows its people nobody is given a link: a browser comes in by a token, or by a link with which it comes back
 * from the issuer, and which is good with the key that it set out with. Session and pass then say who it is.
 */
export interface PageRoutes {
  "/api/hello": {
    request: { challenge: string };
    answer: { nonce: string; key: string; frame: number; proof: string };
  };
  "/api/session": {
    /** `only`: the canvas whose panel asks, which the link must be for; without it the link is for the whole page. */
    request: { link: string; key?: string; only?: string };
    /** `me`: who came in, where the server knows its people. */
    answer: { session: string | null; pass: string; me?: Person };
  };
  "/api/pass": {
    request: { session: string; key: string; nonce: string; proof: string };
    answer: { pass: string };
  };
  /** From the address that everybody knows to the page's own: where that is, with a link that is good there. */
  "/api/step": { request: { link?: string; session?: string }; answer: { origin: string; link: string } };
  /** What the browser kept at the address that everybody knows goes along, with `Authorization: Bearer LINK`: held for a moment. */
  "/api/carry": { request: TransferredStorage; answer: { ticket: string } };
  "/api/carried": { request: { ticket: string }; answer: TransferredStorage };
  /** On a server that knows its people: with a token of theirs, for this browser's key. */
  "/api/sign-in": { request: { token: string; key: string }; answer: PageRoutes["/api/session"]["answer"] };
  /** The same by the issuer whom the server trusts: where the browser goes to sign in. It comes back to this canvas, by a link. */
  "/api/sign-in/begin": { request: { key: string; canvas?: string }; answer: { url: string } };
  /** The session of this pass has ended, wherever it is shown. */
  "/api/sign-out": { request: Record<string, never>; answer: Record<string, never> };
  "/api/list": { request: PageListQuery; answer: PageList };
  /** Who is signed in; null: this server knows no people. */
  "/api/who": { request: Record<string, never>; answer: { me: Person | null } };
  "/api/share": {
    request: { id: string; change: ShareChange };
    /** `link`: where a link that was just made leads; told once. `access`: null after "leave". */
    answer: PageSharing & { link?: string };
  };
  /** Whom it is shared with. */
  "/api/sharing": { request: { id: string }; answer: PageSharing };
  /** Whoever opens a link that shares a canvas. */
  "/api/join": { request: { id: string; share: string }; answer: { id: string } };
  /** Who did what with the person's own canvases, newest first. */
  "/api/audit": { request: { id?: string; before?: number }; answer: PageAudit };
  /** The page itself took the canvas out: it printed it. */
  "/api/exported": { request: { id: string; form: ExportForm }; answer: Record<string, never> };
  /** `since`: the state that is shown already, of which nothing is sent again. */
  "/api/open": { request: { id: string; since?: string }; answer: OpenedCanvas | UnchangedCanvas };
  "/api/new": { request: { title?: string; content?: string }; answer: { id: string } };
  "/api/duplicate": { request: { id: string }; answer: { id: string } };
  /** Strict for `approved`: refused when the canvas has moved on from `revision`. */
  "/api/status": {
    request: { id: string; to: Status; revision: number; note?: string };
    answer: { canvas: PageCanvas };
  };
  "/api/delete": { request: { id: string }; answer: Record<string, never> };
  "/api/bin": { request: Record<string, never>; answer: PageBin };
  /** Out of the bin, for good: nothing brings it back. Refused for what is not in the bin. */
  "/api/purge": { request: { id: string }; answer: Record<string, never> };
  "/api/undelete": { request: { id: string }; answer: { canvas: PageCanvas } };
  /** What the person says to whoever works on the canvas: told with the next result about it, and it ends a wait. */
  "/api/message": { request: { id: string; text: string }; answer: Record<string, never> };
  /** The person leaves a review without an answer. */
  "/api/close-review": { request: { id: string }; answer: Record<string, never> };
  /** What the page held of its widget's unsaved work, sent as the page goes. Each is saved once, whoever sends it. */
  "/api/left-saves": { request: { saves: readonly LeftSave[] }; answer: Record<string, never> };
}

/** Named texts of a browser's storage: the page's own, and its frame's. */
export interface TransferredStorage {
  page: Record<string, string>;
  frame: Record<string, string>;
}
/** Answers a browser that can find the page by its own name. */
export const REACH_ROUTE = "/api/reach";

/** The page as a client of its own server. */
export const PAGE_CLIENT = "writing-canvas-page";

export type PageRoute = keyof PageRoutes;
/** Those by which a browser comes in, or brings something along. */
export type EntryRoute =
  | "/api/hello"
  | "/api/session"
  | "/api/pass"
  | "/api/step"
  | "/api/carry"
  | "/api/carried"
  | "/api/sign-in"
  | "/api/sign-in/begin"
  | "/api/sign-out";

/** Where the issuer sends browsers back to. */
export const CALLBACK_ROUTE = "/auth/callback";

/** The stream of live updates: server-sent events, read by `fetch` because it needs the session in a header. */
export const EVENTS_ROUTE = "/api/events";
export type PageEvent =
  | { readonly kind: "hello"; readonly version: string; readonly storeId: string }
  /** Canvases that were written, made, deleted or brought back, by anybody, or that an agent began or ceased to wait for. */
  | { readonly kind: "changed"; readonly ids: readonly string[] }
  /** Which programs of assistants are connected now, as they named themselves; said at first, and when it changes. */
  | { readonly kind: "assistants"; readonly connected: readonly string[] };

export interface PageListQuery {
  /** Only their own, or only what others share with them; both when left out. */
  whose?: "own" | "shared";
  query?: string;
  status?: Status;
  /** All but those of this status: archived canvases stand apart. */
  except?: Status;
  cursor?: string;
  limit?: number;
}

/** A canvas as the person's lists show it. */
export interface PageCanvas extends WireEdited<Omit<CanvasListing, "passage" | "owner">> {
  /** The name of its owner, where that is somebody else. */
  readonly sharedBy?: string;
  /** An agent waits for the person's review: by what name, since when. */
  readonly waiting: { readonly client?: string; readonly since: string } | null;
  /** Where what was sought stands in the text. */
  readonly found?: readonly FoundRun[];
}

/** Whom a canvas is shared with, and who is asked to approve it. */
export interface PageSharing {
  /** null: it is not theirs to see any more, or this server knows no people. */
  readonly access: CanvasAccess | null;
  readonly approvers: readonly AskedApprover[];
}

/** A page of the audit. */
export interface PageAudit {
  readonly lines: readonly (AuditLine & { readonly number: number })[];
  readonly more: boolean;
}

/** What was deleted and can be brought back, the last deleted first. */
export interface PageBin {
  readonly canvases: readonly { readonly canvas: PageCanvas; readonly deletedAt: string }[];
  /** For so many days each is kept. */
  readonly days: number;
}

export interface PageList {
  readonly canvases: readonly PageCanvas[];
  readonly next?: string;
  readonly total: number;
  /** With the first page, whatever was asked for: every canvas that an agent waits for. */
  readonly waiting?: readonly PageCanvas[];
  /** What the person must know about the store itself, or null. */
  readonly notice: string | null;
}

/** A canvas for the page to show. */
export interface OpenedCanvas {
  readonly canvas: PageCanvas;
  /** For the widget: a tool's result as any host hands it over, with the canvas in it. */
  readonly result: {
    readonly content: readonly { readonly type: "text"; readonly text: string }[];
    readonly _meta: { readonly [META_KEY]: ViewReply };
  };
  /** The program through which a model last wrote to this canvas, as it named itself. */
  readonly agent?: string;
  /** The program that read or wrote this canvas last, as it named itself; none: nobody has, or it has no name. */
  readonly reader?: string;
  /**
   * The last that the person sent from the page, and the program whose model was given it; null: it is kept for the first
   * that asks. `isNewest`: nothing was changed since.
   */
  readonly lastMessage?: { readonly givenTo: string | null; readonly isNewest: boolean };
  /** The widget's state mark in `result`: live updates with the same mark are its own saves. */
  readonly state: string;
}

/** The widget has its text already; what the page says beside it may be new. */
export type UnchangedCanvas = Omit<OpenedCanvas, "result"> & { readonly result: null };

/** What the page tells people to type, so that it works for whoever runs its server. */
export interface PageCommands {
  /** Opens the page, or prints a link to it. null: only whoever runs this server can. */
  readonly page: string | null;
  /** null: as above. */
  readonly serve: string | null;
  readonly doctor: string;
  /** Names the hosts that it can set up; with a host behind it, sets that up. */
  readonly install: string;
  /** Connects Claude Code. null: this page may be read on another machine, where only the server's address helps. */
  readonly claudeCode: string | null;
  /** What stands in the configuration of most other hosts, as JSON; null: as above. */
  readonly configuration: string | null;
}
/** The `<meta>` that holds them, as JSON. */
export const COMMANDS_META = "canvas-commands";

/** How people sign in; a server that knows none says nothing of it. */
export interface SignInWays {
  /** With a token of the server's own. */
  readonly token: boolean;
  /** The host of the issuer at which they can sign in; null: there is none. */
  readonly issuer: string | null;
}
/** The `<meta>` that holds them, as JSON. */
export const SIGN_IN_META = "canvas-sign-in";

/** Why nobody came back from the issuer signed in: behind `#`, for the page to put into words. */
export const SIGN_IN_PROBLEMS = ["denied", "late", "away", "failed", "elsewhere"] as const;
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

export interface PageError {
  readonly error: { readonly code: ErrorCode | PageOnlyCode; readonly message: string };
}
/** "too_many_requests": the owner has made more than so many a second. "busy": so much is under way that nothing more is begun. */
type PageOnlyCode = "no_session" | "used_link" | "bad_request" | "too_many_requests" | "busy";

/** On answers with 429 that say how many requests a second are served; those to a wrong token have none. */
export const RATE_HEADER = "x-ratelimit-limit";

/** Where a link leads: the list, or one canvas. The one-time token stands behind `#`, which no browser sends or logs. */
export function pageAddress(origin: string, place: { readonly canvas?: string; readonly link?: string }): string {
  const path = place.canvas === undefined ? "/" : `/canvas/${place.canvas}`;
  return `${origin}/#${path}${place.link === undefined ? "" : `?link=${place.link}`}`;
}

/** In the address of a panel: `?panel=HN8B.PERMIT`. */
export const PANEL_PARAMETER = "panel";

/**
 * Where the page shows one canvas in a panel of another program. The permit lets it be framed and lets nobody in; it is sent
 * with every request for the document.
 */
export function panelAddress(
  origin: string,
  canvas: string,
  tokens: { readonly permit: string; readonly link: string },
): string {
  return pageAddress(origin, { canvas, link: tokens.link }).replace("/#", `/?${PANEL_PARAMETER}=${tokens.permit}#`);
}

/** Where a link leads that shares the canvas at this address with whoever opens it, signed in. */
export function shareAddress(canvasAddress: string, secret: string): string {
  return `${canvasAddress}?share=${secret}`;
}

/** What the page asks of its frame's document about the texts that the widget keeps there, and the answer. */
export const FRAME_READ = "canvas/frame-read";
export const FRAME_WRITE = "canvas/frame-write";
export const FRAME_KEPT = "canvas/frame-kept";
/** Somebody else signs in, or nobody does: what is the widget's of before goes; what was typed and not sent is put away. */
export const FRAME_SWITCH = "canvas/frame-switch";

/**
 * What page and server sign, each to show the other that it holds its key. `place` is the page's name and port: whoever
 * passes a challenge on to another server is found out by it. `frame` is the port of the frame's document: whoever has another
 * one is not asked for it.
 */
export function greetingText(said: {
  readonly challenge: string;
  readonly place: string;
  readonly nonce: string;
  readonly frame: number;
}): string {
  return JSON.stringify(["writing-canvas greeting", said.challenge, said.place, said.nonce, said.frame]);
}

export function passText(said: { readonly place: string; readonly nonce: string }): string {
  return JSON.stringify(["writing-canvas pass", said.place, said.nonce]);
}
