import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { ID_ALPHABET } from "../../src/core/document/ids.ts";
import { type CanvasView, type PackedView, unpackView } from "../../src/protocol/canvas-view.ts";
import { META_KEY } from "../../src/protocol/names.ts";
import type { WidgetReply } from "../../src/protocol/widget-tools.ts";
import type { Identity } from "../../src/server/access/identity.ts";
import type { Limits } from "../../src/server/actions/limits.ts";
import type { FakeTimer } from "../../src/server/clock/fake-timer.ts";
import type { PagePort } from "../../src/server/mcp/page-links.ts";
import type { ServerDeps } from "../../src/server/mcp/tool.ts";
import { createMemoryStore } from "../../src/server/storage/memory/store.ts";
import type { Store } from "../../src/server/storage/ports.ts";
import { createCanvasServer } from "../../src/server.ts";

/** A tool's answer, as a test reads it. */
export interface Answer {
  readonly isError: boolean;
  readonly text: string;
  /** As the last lines of a result about a canvas say; empty and 0 in other results. */
  readonly canvasId: string;
  readonly version: number;
  readonly status: string;
  /** What await_review says that the person decided. */
  readonly outcome?: "approved" | "changes" | "closed" | "waiting";
  readonly reply: WidgetReply | undefined;
  /** The content that the call passed, which the view in its answer may refer to. */
  readonly input: string | null;
}

export interface Harness {
  readonly store: Store;
  readonly client: Client;
  /** Moves the clock on. */
  readonly wait: (milliseconds: number) => void;
  readonly call: (tool: string, args?: Record<string, unknown>) => Promise<Answer>;
  readonly log: readonly string[];
  readonly close: () => Promise<void>;
}

let started = 1;

/** A real MCP client and the real server, joined in memory, on a memory store with a clock and ids of its own. */
export async function startHarness(
  store: Store = createMemoryStore(),
  {
    page,
    client = new Client({ name: "test-host", version: "1.0.0" }),
    timer,
    limits,
    closing,
    identity,
  }: {
    page?: PagePort;
    client?: Client;
    timer?: FakeTimer;
    limits?: Limits;
    closing?: AbortSignal;
    identity?: Identity;
  } = {},
): Promise<Harness> {
  let now = Date.parse("2026-11-16T12:00:00.000Z");
  let seed = started++;
  const log: string[] = [];
  const timing = timer === undefined ? {} : { after: timer.after };
  const deps: ServerDeps = {
    store,
    ...(page === undefined ? {} : { page }),
    ...(closing === undefined ? {} : { closing }),
    widgetHtml: async () => "<!doctype html><title>widget</title>",
    clock: () => (timer === undefined ? new Date(now) : timer.clock()),
    ...timing,
    ...(limits === undefined ? {} : { limits }),
    randomId: (length) =>
      Array.from({ length }, () => {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
        return ID_ALPHABET[(seed >>> 8) % ID_ALPHABET.length];
      }).join(""),
    log: (message) => log.push(message),
    owner: identity?.subject ?? "local",
    identity,
    version: "0.0.0-test",
  };
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const server = createCanvasServer(deps);
  await server.connect(serverSide);
  await client.connect(clientSide);
  return {
    store,
    client,
    log,
    wait: (milliseconds) => {
      now += milliseconds;
    },
    call: async (tool, args = {}) => readAnswer(await client.callTool({ name: tool, arguments: args }), args),
    close: () => client.close(),
  };
}

/** `args`: what the call passed; without it no view can be read that refers to it. */
export function readAnswer(
  result: {
    readonly content?: unknown;
    readonly isError?: unknown;
    readonly structuredContent?: unknown;
    readonly _meta?: unknown;
  },
  args: Readonly<Record<string, unknown>> = {},
): Answer {
  const blocks = (result.content ?? []) as readonly { readonly type: string; readonly text?: string }[];
  const meta = (result._meta ?? {}) as Readonly<Record<string, unknown>>;
  const text = blocks.map((block) => block.text ?? "").join("\n");
  if (result.structuredContent !== undefined)
    throw new Error(`Some hosts would hide this text from the model: ${text}`);
  return {
    isError: result.isError === true,
    text,
    ...factsIn(text),
    reply: meta[META_KEY] as WidgetReply | undefined,
    input: typeof args.content === "string" ? args.content : null,
  };
}

/** What a model reads of the canvas in a result. */
function factsIn(text: string): Pick<Answer, "canvasId" | "version" | "status" | "outcome"> {
  const [, canvasId = "", version = "0", status = ""] = /^Canvas (\w+) v(\d+), (\w+)/m.exec(text) ?? [];
  const outcome = OUTCOMES.find(([words]) => words.test(text))?.[1];
  return { canvasId, version: Number(version), status, ...(outcome === undefined ? {} : { outcome }) };
}

const OUTCOMES = [
  [/^The person approved canvas/, "approved"],
  [/^The person (sent|answered in) canvas/, "changes"],
  [/^The person closed the review/, "closed"],
  [/^(Still|No longer) waiting/, "waiting"],
] as const;

/** The checkpoint that an answer carries, as it is on the wire. */
export function wireIn(answer: Answer): PackedView["checkpoint"] {
  if (answer.reply?.kind !== "view") throw new Error(`No view in: ${answer.text}`);
  return answer.reply.view.checkpoint;
}

/** The view that an answer carries; throws with the answer's words when it carries none. */
export function viewIn(answer: Answer): CanvasView {
  const view = answer.reply?.kind === "view" ? unpackView(answer.reply.view, answer.input) : null;
  if (view === null) throw new Error(`No view in: ${answer.text}`);
  return view;
}
