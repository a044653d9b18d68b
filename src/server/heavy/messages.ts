import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Outcome } from "../../protocol/errors.ts";
import type { Identity } from "../access/identity.ts";
import type { Who } from "../access/who.ts";
import type { Limits } from "../actions/limits.ts";
import type { ToolCall } from "../mcp/tool.ts";
import type { StoreAddress } from "../storage/open-store.ts";

/** What a worker is started with. */
export interface WorkerStart {
  readonly address: StoreAddress;
  readonly limits: Limits;
}

/** What crosses to the worker of one call of a tool: values only. */
export interface SentTool extends Pick<ToolCall, "client" | "session" | "received" | "ui" | "mayBeUnread"> {
  readonly kind: "tool";
  readonly name: string;
  readonly given: unknown;
  readonly owner: string;
  readonly identity: Identity | undefined;
  readonly only: string | undefined;
  readonly version: string;
  /** The caller's time when it was sent, in milliseconds: its clock goes on from there. */
  readonly now: number;
  /** Whether there is a page to ask for links, and a limit to ask before a text is kept. */
  readonly hasPage: boolean;
  readonly hasKeepLimit: boolean;
  /** As in `ToolCall`; undefined where the connection keeps none. */
  readonly linked: readonly string[] | undefined;
  readonly waited: readonly (readonly [string, number])[] | undefined;
}

/** The same of an action that came by a door of its own. */
export interface SentAction {
  readonly kind: "action";
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly who: Who;
  readonly now: number;
}

export type SentCall = SentTool | SentAction;

/** What came of it, and what the connection has to note. */
export type SentAnswer =
  | {
      readonly kind: "tool";
      readonly result: CallToolResult;
      readonly linked: readonly string[];
      readonly noLongerWaited: readonly string[];
    }
  | { readonly kind: "action"; readonly outcome: Outcome<object> };

/** What only the server itself can answer, while the worker runs its call. */
export type Question =
  | { readonly about: "link"; readonly canvasId: string | undefined }
  | { readonly about: "keep"; readonly owner: string; readonly now: number };

export type ToWorker =
  | { readonly kind: "call"; readonly call: SentCall }
  | { readonly kind: "told"; readonly question: number; readonly answer: string | number | null };

export type FromWorker =
  /** It has its own store open. */
  | { readonly kind: "ready" }
  | { readonly kind: "answer"; readonly answer: SentAnswer }
  | { readonly kind: "question"; readonly number: number; readonly question: Question }
  | { readonly kind: "offer"; readonly canvasId: string }
  | { readonly kind: "kept_nothing"; readonly owner: string }
  /** Something was committed just now. */
  | { readonly kind: "wrote" }
  | { readonly kind: "log"; readonly message: string };
