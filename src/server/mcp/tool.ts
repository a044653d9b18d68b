import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/server";
import type { z } from "zod";
import type { Identity } from "../access/identity.ts";
import { whoOf } from "../access/who.ts";
import type { ActionDeps, Call, Received } from "../actions/call.ts";
import type { Assistants } from "../live/assistants.ts";
import type { CallObserver } from "../observe/observer.ts";
import { roomOf } from "./client-room.ts";
import type { PagePort, PersonsPage } from "./page-links.ts";
import type { Ui, UiWish } from "./ui-clients.ts";

/** What an MCP server stands on. All of it outlives a connection. */
export interface ServerDeps extends ActionDeps {
  /** Whose canvases these are. */
  readonly owner: string;
  /** Who that is, where the server knows its people: then the owner is their subject. */
  readonly identity?: Identity | undefined;
  /** The one canvas that the caller was let in for; left out: all of the owner's. */
  readonly only?: string | undefined;
  readonly version: string;
  /** The widget: one HTML file with everything inside. */
  readonly widgetHtml: () => Promise<string>;
  /** Told of every program that speaks MCP; left out for our own page. */
  readonly assistants?: Assistants;
  /** The page for people whose host shows no widget; none when left out. */
  readonly page?: PagePort;
  /** Whether every client shows the widget, or none does; left out: by what is known of each. */
  readonly ui?: UiWish;
  /** The client is sent lines by MCP's log: then the server says that it has one. */
  readonly sendsLines?: boolean;
  /** Told of every call and what came of it; nobody when left out. */
  readonly observe?: CallObserver;
  /** Where long calls run, so that others need not wait for them; here when left out. */
  readonly heavyCalls?: HeavyCalls;
}

export interface HeavyCalls {
  /** The result of the call, which runs by `here` unless it is long. `args` are checked; `given` is what they were made from. */
  run(asked: {
    readonly tool: string;
    readonly given: unknown;
    readonly args: Readonly<Record<string, unknown>>;
    readonly call: ToolCall;
    readonly here: () => Promise<CallToolResult>;
  }): Promise<CallToolResult>;
}

/** One call of a tool. */
export interface ToolCall {
  readonly deps: ServerDeps;
  /** The program that calls, as it named itself. */
  readonly client: string | undefined;
  readonly session?: Call["session"];
  readonly received?: Received;
  /** Whether the client shows the widget. Left out where no client calls. */
  readonly ui?: Ui;
  /** Where the host shows no widget, or nobody knows: the page for the person. */
  readonly page?: PersonsPage | undefined;
  /** Aborted when the client takes the call back. */
  readonly signal?: AbortSignal;
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

/** The call of an action by the model behind this one. */
export function asModel({ deps, client, session, received, signal, mayBeUnread }: ToolCall): Call {
  const who = { ...whoOf(deps), kind: "model", client } as const;
  return { deps, who, session, received, signal, mayBeUnread, room: roomOf(client) };
}

/** The call of an action by the person, whose widget shows the key of the canvas that it is about. */
export function asPerson({ deps, client, session }: ToolCall, key: string | undefined): Call {
  return { deps, who: { ...whoOf(deps), kind: "person", client, proof: { key } }, session };
}

/** A tool: what the model reads about it, and what it does: its schema, an action, its words. One a file. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly annotations: ToolAnnotations;
  /** "widget": shows the canvas; "app": for the widget alone, never for the model. */
  readonly shows?: "widget" | "app";
  readonly run: (args: z.infer<Input>, call: ToolCall) => Promise<CallToolResult>;
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
