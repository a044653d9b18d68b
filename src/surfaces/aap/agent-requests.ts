import type { IncomingMessage } from "node:http";
import { canvasFileOf } from "../../core/document/canvas-file.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import { type Outcome, StoreError } from "../../protocol/errors.ts";
import { describeFailure } from "../../server/actions/action.ts";
import type { Call } from "../../server/actions/call.ts";
import type { NamedListing } from "../../server/actions/canvas-view.ts";
import { interact } from "../../server/actions/interactions/interact.ts";
import { listInteractions, MOST_LISTED } from "../../server/actions/interactions/list-interactions.ts";
import { list } from "../../server/actions/listing/list.ts";
import { load } from "../../server/actions/reading/load.ts";
import { invalidField, type Refused, refusedBy } from "./aap-answers.ts";
import type { Agent } from "./agents.ts";
import { readFileName, readPosted } from "./read-posted.ts";

/** One request of somebody who was let in, for an agent that is there. */
export interface AgentRequest {
  readonly call: Call;
  readonly agent: Agent;
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
}

export type Answered = { readonly status: 200 | 201; readonly body: object } | Refused;

const DEFAULT_LIMIT = 50;
/** Of files: each of an agent's is looked at. */
const MOST_FILES = 200;

/** What somebody did in a dashboard, noted. */
export async function postInteraction({ call, agent, request }: AgentRequest): Promise<Answered> {
  const posted = await readPosted(request);
  if (!posted.ok) return posted.refused;
  const { canvasFile, ...did } = posted.value;
  if (agent.client !== undefined) {
    const found = await findFor(call, agent, did.canvasId);
    if (!found.ok) return refusedBy(found.error, canvasFile);
  }
  const done = await tried(call, "interact", () => interact.run(call, did));
  if (!done.ok) return refusedBy(done.error, canvasFile);
  const { id, summary } = done;
  return { status: 201, body: { id, summary } };
}

/** What people did, the newest first. */
export async function getInteractions({ call, agent, query }: AgentRequest): Promise<Answered> {
  const limit = readLimit(query, MOST_LISTED);
  if (limit === null) return badLimit(MOST_LISTED);
  const file = query.get("file");
  const named = file === null ? null : readFileName(file);
  if (named?.ok === false) return named.refused;
  const cursor = query.get("cursor");
  const asked = {
    limit,
    ...(named === null ? {} : { canvasId: named.value.canvasId }),
    ...(agent.client === undefined ? {} : { client: agent.client }),
    ...(cursor === null ? {} : { cursor }),
  };
  const listed = await tried(call, "list_interactions", () => listInteractions.run(call, asked));
  if (!listed.ok) return refusedBy(listed.error, file ?? "");
  const { interactions, next } = listed;
  return { status: 200, body: { interactions, ...(next === undefined ? {} : { next }) } };
}

/** The agent's canvases as files, the last changed first; or one of them with its text. */
export async function getFiles({ call, agent, query }: AgentRequest): Promise<Answered> {
  const file = query.get("file");
  return file === null ? listFiles(call, agent, query) : readFile(call, agent, file);
}

async function listFiles(call: Call, agent: Agent, query: URLSearchParams): Promise<Answered> {
  const limit = readLimit(query, MOST_FILES);
  if (limit === null) return badLimit(MOST_FILES);
  const cursor = query.get("cursor");
  const page = await tried(call, "list", () => list.run(call, { limit, ...(cursor === null ? {} : { cursor }) }));
  if (!page.ok) return page.error.code === "invalid_input" ? badCursor : refusedBy(page.error, "");
  const files: object[] = [];
  for (const canvas of page.canvases) {
    const isTheirs = agent.client === undefined || (await findFor(call, agent, canvas.id)).ok;
    if (isTheirs) files.push(fileOf(canvas));
  }
  return { status: 200, body: { files, ...(page.next === undefined ? {} : { next: page.next }) } };
}

function fileOf({ id, updatedAt, title, status, version }: NamedListing): object {
  const name = canvasFileOf(id);
  return { name, path: name, modifiedAt: updatedAt, title, status, version };
}

async function readFile(call: Call, agent: Agent, file: string): Promise<Answered> {
  const named = readFileName(file);
  if (!named.ok) return named.refused;
  const found = await findFor(call, agent, named.value.canvasId);
  if (!found.ok) return refusedBy(found.error, file);
  const { id, title, status, version, updatedAt, content } = found.record.document;
  return {
    status: 200,
    body: {
      file: canvasFileOf(id),
      size: Buffer.byteLength(content),
      title,
      status,
      version,
      modifiedAt: updatedAt,
      content,
    },
  };
}

/** The canvas, where the agent has to do with it. */
async function findFor(
  call: Call,
  agent: Agent,
  canvasId: string,
): Promise<Outcome<{ readonly record: CanvasRecord }>> {
  const found = await tried(call, "load", () => load.run(call, { canvasId }));
  if (!found.ok || isAgents(agent, found.record)) return found;
  return { ok: false, error: { code: "unknown_canvas", message: "The agent's program does not work on this canvas." } };
}

function isAgents({ client }: Agent, { books }: CanvasRecord): boolean {
  return client === undefined || books.some((book) => book.client === client);
}

/** A store that fails is an answer, too. */
async function tried<T extends object>(call: Call, name: string, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { ok: false, error: describeFailure(name, error, call.deps.log) };
  }
}

function readLimit(query: URLSearchParams, most: number): number | null {
  const given = query.getAll("limit");
  if (given.length === 0) return DEFAULT_LIMIT;
  const [text = ""] = given;
  const limit = given.length === 1 && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : Number.NaN;
  return limit <= most ? limit : null;
}

const badCursor = invalidField(
  "The cursor is none of this server's. List again without one, and pass on `next` as it comes.",
);

function badLimit(most: number): Refused {
  return invalidField(`limit must be a number from 1 to ${most}.`);
}
