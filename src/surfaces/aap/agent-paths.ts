import type { IncomingMessage, ServerResponse } from "node:http";
import { quoted } from "../../core/text/quote-text.ts";
import type { Caller } from "../../server/access/who.ts";
import { type ActionDeps, personCall } from "../../server/actions/call.ts";
import type { Admitted } from "../../server/http/access.ts";
import type { PathFamily } from "../../server/http/http-server.ts";
import { answerAap, answerAapError, answerRefused, notFound, type Refused } from "./aap-answers.ts";
import { type AgentRequest, type Answered, getFiles, getInteractions, postInteraction } from "./agent-requests.ts";
import { type Agents, findAgent } from "./agents.ts";

/** What people do through this door, as whoever reads of it later is told. */
export const AAP_CLIENT = "aap";
const PREFIX = "/api/agents/";
const PATH = /^([^/]{1,1000})\/canvas(\/interactions)?$/;
const LONGEST_SHOWN = 64;

type Method = (asked: AgentRequest) => Promise<Answered>;

const INTERACTIONS: Readonly<Record<string, Method>> = {
  GET: getInteractions,
  HEAD: getInteractions,
  POST: postInteraction,
};
const FILES: Readonly<Record<string, Method>> = { GET: getFiles, HEAD: getFiles };

/**
 * The protocol's HTTP: what people did with canvases is posted and listed by agent. Whoever calls acts as the person whom the
 * server takes them for, on that person's canvases alone.
 */
export function createAgentPaths({
  deps,
  agents,
}: {
  /** `owner`: whose canvases those see who are not asked who they are. */
  readonly deps: ActionDeps & Pick<Caller, "owner">;
  readonly agents: Agents;
}): PathFamily {
  const answer = async (request: IncomingMessage, response: ServerResponse, admitted: Admitted): Promise<void> => {
    const asked = await answerTo({ deps, agents }, request, admitted);
    if ("error" in asked) answerRefused(response, asked);
    else answerAap(response, asked.status, asked.body);
  };
  return { prefix: PREFIX, label: "/api/agents", answer, answerError: answerAapError };
}

async function answerTo(
  { deps, agents }: { readonly deps: ActionDeps & Pick<Caller, "owner">; readonly agents: Agents },
  request: IncomingMessage,
  { identity, only }: Admitted,
): Promise<Answered> {
  const [path = "", search = ""] = splitOnce(request.url ?? "/", "?");
  const [, encoded = "", interactions] = PATH.exec(path.slice(PREFIX.length)) ?? [];
  if (encoded === "")
    return notFound("There is nothing here. Use /api/agents/AGENT/canvas or /api/agents/AGENT/canvas/interactions.");
  const methods = interactions === undefined ? FILES : INTERACTIONS;
  const { method = "" } = request;
  const act = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (act === undefined) return wrongMethod(Object.keys(methods));
  const call = personCall({ ...deps, identity, only }, AAP_CLIENT);
  const id = decoded(encoded);
  const agent = id === null ? null : findAgent(id, call.who.owner, agents);
  if (agent === null) return notFound(`Agent '${shown(id ?? encoded)}' not found`);
  return act({ call, agent, query: new URLSearchParams(search), request });
}

function wrongMethod(methods: readonly string[]): Refused {
  const allow = methods.join(", ");
  const message = `This path takes ${allow}. Use one of them.`;
  return { status: 405, error: "method_not_allowed", message, headers: { allow } };
}

/** Null: it is not encoded as paths are. */
function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** On one line, however it was written. */
function shown(name: string): string {
  return quoted(name, LONGEST_SHOWN).slice(1, -1);
}

function splitOnce(text: string, at: string): readonly [string, string] {
  const place = text.indexOf(at);
  return place < 0 ? [text, ""] : [text.slice(0, place), text.slice(place + at.length)];
}
