import type { LinkHolder, Panels } from "../server/links.ts";
import type { Answerer, Asking } from "./ask-leader.ts";
import type { LeaderRecord } from "./leader-record.ts";
import type { LeaderEnd } from "./leader-route.ts";

/** The page as this process serves it. */
export interface ServedPage {
  readonly origin: string;
  readonly port: number;
  readonly sandboxPort: number;
  /** Stops listening at once, tells whoever follows, and ends every connection. */
  close(end: LeaderEnd): Promise<void>;
}
/** Serves the page on exactly this port (0: any free one); the sandbox's is a wish. */
export type StartPage = (ports: {
  readonly port: number;
  readonly sandboxPort?: number;
  /** Called when another process of the folder asks for the port. */
  readonly onYield: () => void;
}) => Promise<{ readonly ok: true; readonly page: ServedPage } | { readonly ok: false; readonly reason: "taken" }>;

export interface PageManagerPorts {
  readonly storeId: string;
  readonly version: string;
  readonly pid: number;
  /** Tried first where nothing is remembered; 0: any free one. */
  readonly firstPort: number;
  readonly startPage: StartPage;
  /** Where the page is for browsers, on a port of this machine. */
  readonly originAt: (port: number) => string;
  readonly ask: (asking: Asking) => Promise<Answerer>;
  readonly readRecord: () => Promise<LeaderRecord | null>;
  readonly writeRecord: (record: LeaderRecord) => Promise<void>;
  /** A fresh one-time token. */
  readonly mintLink: (holder?: LinkHolder) => string;
  readonly panels: Pick<Panels, "mintPanel" | "endPanel">;
  /** Calls back later, unless cancelled. */
  readonly after: (ms: number, act: () => void) => () => void;
  readonly log: (line: string) => void;
}
