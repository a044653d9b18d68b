import type { IncomingMessage, ServerResponse } from "node:http";
import { SCOPES } from "../access/identity.ts";
import { type Access, checkHost, type Verdict } from "./access.ts";
import { answerError, answerJson } from "./answer.ts";

/** Where clients of OAuth look what a server wants of them (RFC 9728): for the whole host, and for MCP. */
const AT_ROOT = "/.well-known/oauth-protected-resource";
const AT_MCP = `${AT_ROOT}/mcp`;
/** It is for everybody, pages of other sites too: clients in browsers read it. */
const FOR_ALL = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, HEAD, OPTIONS",
  "access-control-allow-headers": "mcp-protocol-version",
  "access-control-max-age": "86400",
};

interface ResourceRoute {
  readonly check: (request: IncomingMessage, access: Access) => Verdict;
  readonly methods: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>>;
}

/** Who issues the tokens of this server, for whoever asks. None where nobody is asked who they are. */
export function resourceRoutes(access: Access): Readonly<Record<string, ResourceRoute>> {
  if (access.identify === undefined) return {};
  const tell = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const origin = originOf(request, access);
    if (access.issuer === undefined)
      answerError(response, 404, "No OAuth here: send the header Authorization: Bearer TOKEN.", FOR_ALL);
    else if (origin === null) answerError(response, 400, "The Host header names no machine.", FOR_ALL);
    else answerJson(response, 200, metadataOf(origin, access.issuer), FOR_ALL);
  };
  const allow = async (_: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.writeHead(204, FOR_ALL).end();
  };
  const route: ResourceRoute = { check: checkHost, methods: { GET: tell, HEAD: tell, OPTIONS: allow } };
  return { [AT_ROOT]: route, [AT_MCP]: route };
}

function metadataOf(origin: string, issuer: string): object {
  return {
    resource: `${origin}/mcp`,
    authorization_servers: [issuer],
    scopes_supported: SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: "Writing Canvas",
  };
}

/** Where that is told, for whoever is turned away; null: clients cannot get a token by OAuth. */
export function resourceMetadataAt(request: IncomingMessage, access: Pick<Access, "issuer" | "public">): string | null {
  const origin = access.issuer === undefined ? null : originOf(request, access);
  return origin === null ? null : `${origin}${AT_MCP}`;
}

/** By which this caller reaches the server. */
function originOf({ headers }: IncomingMessage, access: Pick<Access, "public">): string | null {
  if (access.public !== undefined) return access.public.origin;
  const asked = `http://${headers.host ?? ""}`;
  return URL.canParse(asked) ? new URL(asked).origin : null;
}
