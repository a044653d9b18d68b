import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/server";
import type { z } from "zod";
import type { Arrival, Moment } from "../../core/document/draft.ts";
import { OPEN_FOR_MS } from "../../core/document/draft.ts";
import type { Author } from "../../core/records/canvas.ts";
import type { After } from "../clock/timer.ts";
import type { Assistants } from "../live/assistants.ts";
import type { Store } from "../storage/ports.ts";
import type { PagePort } from "./page-port.ts";
import type { PersonsPage } from "./persons-page.ts";
import type { Ui, UiWish } from "./ui-clients.ts";

/** What the tools stand on. All of it outlives a connection. */
export interface ServerDeps {
  readonly store: Store;
  /** Told of every program that speaks MCP; left out for our own page. */
  readonly assistants?: Assistants;
  /** The page for people whose host shows no widget; none when left out. */
  readonly page?: PagePort;
  /** Whether every client shows the widget, or none does; left out: by what is known of each. */
  readonly ui?: UiWish;
  /** The widget: one HTML file with everything inside. */
  readonly widgetHtml: () => Promise<string>;
  readonly clock: () => Date;
  /** How to wait; by Node's own timers when left out. */
  readonly after?: After;
  /** A random text of this length from the id alphabet, from a cryptographic source. */
  readonly randomId: (length: number) => string;
  /** Never given content. */
  readonly log: (message: string) => void;
  readonly owner: string;
  readonly version: string;
  /** How often texts are kept without a key, by owner; left out: each connection has its own. */
  readonly keeps?: KeepLimit;
  /** Where long calls run, so that others need not wait for them; here when left out. */
  readonly heavyCalls?: HeavyCalls;
}

/** A limit that may be kept in another process. */
export interface KeepLimit {
  readonly take: (owner: string, now: Date) => number | Promise<number>;
  readonly giveBack: (owner: string) => void;
}

export interface HeavyCalls {
  /** The result of the call, which runs by `here` unless it is long. `args` are checked; `given` is what they were made from. */
  run(asked: {
    readonly tool: string;
    readonly given: unknown;
    readonly args: Readonly<Record<string, unknown>>;
    readonly call: Call;
    readonly here: () => Promise<CallToolResult>;
  }): Promise<CallToolResult>;
}

/** When a call came, among the others of its connection. */
export interface Received {
  /** Random, the same for all calls of one connection; undefined over stateless HTTP, where none lasts. */
  readonly connection: string | undefined;
  readonly order: number;
  /** The numbers of earlier calls that were not answered yet. */
  readonly unanswered: readonly number[];
  readonly at: Date;
}

/** One call of a tool. */
export interface Call {
  readonly deps: ServerDeps;
  /** The program that calls, as it named itself. */
  readonly client: string | undefined;
  /**
   * The same for all calls of one connection, or of one session over HTTP. Left out where nothing tells whether two calls
   * of equal programs come from one conversation.
   */
  readonly session?: string | undefined;
  /** How a model's call came in; left out where whoever calls is sure to get every answer before it calls again. */
  readonly received?: Received;
  /** Whether the client shows the widget. Left out where no client calls. */
  readonly ui?: Ui;
  /** Where the host shows no widget, or nobody knows: the page for the person. */
  readonly page?: PersonsPage | undefined;
  /** Aborted when the client takes the call back. */
  readonly signal?: AbortSignal;
  /** It would not be noticed if the client had given up: an older one over stateless HTTP can only hang up. */
  readonly mayBeUnread?: boolean;
  /**
   * Canvases that this connection waited for without an answer, with the number of the last answer then. The next wait goes
   * on from there; whatever else it is shown of the canvas ends that.
   */
  readonly waited?: Map<string, number>;
  /** Canvases whose link to the page this connection has been given. */
  readonly linked?: Set<string>;
  /** Tells the client how many seconds the call has taken so far, where it asked for that. */
  readonly progress?: ((seconds: number, message: string) => void) | undefined;
}

/** A tool: what the model reads about it, and what it does. One a file. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly annotations: ToolAnnotations;
  /** "widget": shows the canvas; "app": for the widget alone, never for the model. */
  readonly shows?: "widget" | "app";
  readonly run: (args: z.infer<Input>, call: Call) => Promise<CallToolResult>;
}

/**
 * For tools that show the model a canvas. Being shown seals the open version, so that its number stands for one text, and
 * notes what was told: books that are kept about the reading. No text, comment, status or title changes, the person loses
 * nothing and has nothing to undo. What hosts decide by this hint is whether to ask the person first, and a read that has
 * to be allowed each time is a read that does not happen.
 */
export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** Keeps the input's type inside the tool's own file, and forgets it outside. */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}

export function momentOf(call: Call, kind: Author["kind"]): Moment {
  const now = call.deps.clock();
  return {
    by: { kind, ...(call.client === undefined ? {} : { client: call.client }) },
    now: now.toISOString(),
    sealOpenedBefore: new Date(now.getTime() - OPEN_FOR_MS).toISOString(),
    randomId: call.deps.randomId,
    ...(kind === "model" && call.received !== undefined ? { arrival: arrivalOf(call.received) } : {}),
  };
}

function arrivalOf({ connection, order, unanswered, at }: Received): Arrival {
  return { order, unanswered, at: at.toISOString(), ...(connection === undefined ? {} : { connection }) };
}
