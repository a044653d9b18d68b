import type { TypedCommand } from "../../protocol/names.ts";
import { CALLBACK_ROUTE } from "../../protocol/page.ts";
import type { Access } from "../../server/http/access.ts";
import { ownName } from "../../surfaces/page/server/own-origin.ts";
import { storeInWords } from "../asked-store.ts";
import { namedFolder } from "../data-folder.ts";
import type { Invocation } from "../surroundings.ts";
import { hostCommand, quoteWord, typedFor } from "../typed-command.ts";
import { proxyWords } from "./asked-address.ts";
import { hostConfigurations } from "./host-configurations.ts";
import type { OpenCanvas } from "./open-canvas.ts";
import { said } from "./serving-options.ts";
import { askedTokensFile } from "./tokens-file.ts";

/** Where it is served, as far as that is told. */
export interface ServedAt {
  readonly port: number;
  readonly sandboxPort?: number;
  /** The page's; null: there is none. */
  readonly origin: string | null;
  /** A link that lets in whoever has it; null: none is given. */
  readonly link: string | null;
}

/** Where everything is, and what to tell each host. */
export function greeting(invocation: Invocation, canvas: OpenCanvas, access: Access, served: ServedAt): string {
  const { surroundings } = invocation;
  const { port, link } = served;
  const { public: address } = access;
  const endpoint = `${address?.origin ?? `http://${ownName(access.host)}:${port}`}/mcp`;
  // What is typed in another terminal is to find the same canvases.
  const data = namedFolder(invocation);
  const typed = typedFor(surroundings, data);
  const another = typed(address === undefined ? "page" : `page --no-browser --public-url ${address.origin}`);
  return [
    `Writing Canvas ${surroundings.version} serves MCP at ${endpoint}`,
    ...(link === null ? [] : [`Page: ${link}`, `      good for one use within a day; for another: ${another}`]),
    ...(access.identify === undefined || served.origin === null
      ? []
      : [`Page: ${served.origin}/, where people sign in`, ...returnWords(invocation, served.origin, access)]),
    ...(address === undefined ? [] : proxyWords(address, served)),
    `AHP:  ${endpoint.replace(/^http/, "ws").replace(/mcp$/, "ahp")}, for hosts of the Agent Host Protocol`,
    `Data: ${storeInWords(canvas.address)}`,
    "",
    ...(access.identify === undefined ? ownTokenWords(access, typed) : peopleWords(invocation, access)),
    hostConfigurations({
      endpoint,
      hasToken:
        access.identify === undefined
          ? access.token !== undefined || access.user === undefined
          : access.issuer === undefined,
      // With a database it would need the password, and would know neither its owner nor the others; nor would it know people.
      start: canvas.folder === null || access.identify !== undefined ? null : hostCommand(surroundings, { data }),
    }),
    "Ctrl+C stops it.",
    "",
  ].join("\n");
}

/** What the issuer has to be told of the page. */
function returnWords(invocation: Invocation, origin: string, { issuer }: Access): readonly string[] {
  const isClient = said(invocation, "client-id", "WRITING_CANVAS_CLIENT_ID") !== null;
  return issuer === undefined || !isClient
    ? []
    : [`      which ${issuer} sends people back to: ${origin}${CALLBACK_ROUTE}`];
}

/** How each person's host says who they are. */
function peopleWords(invocation: Invocation, { issuer }: Access): readonly string[] {
  const tokens = askedTokensFile(invocation);
  const typed = typedFor(invocation.surroundings, null);
  return [
    ...(issuer === undefined ? [] : [`Hosts that speak OAuth need the address alone: people sign in at ${issuer}.`]),
    ...(tokens === null
      ? []
      : [
          `Each person has a token of their own, which hosts send in the header Authorization: Bearer TOKEN.`,
          `A new one: ${typed(`token add NAME --tokens ${quoteWord(tokens.text, invocation.surroundings.platform)}`)}`,
        ]),
    "",
  ];
}

/** Where callers cannot be told apart, each has to show the data folder's own token. */
function ownTokenWords({ token, ownToken, user }: Access, typed: TypedCommand): readonly string[] {
  if (token !== undefined || user !== undefined) return [];
  if (ownToken === undefined)
    return [
      "This system does not say which user calls, so programs need a token: start this with WRITING_CANVAS_TOKEN.",
      "",
    ];
  return [
    `This system does not say which user calls, so programs need a token here: \`${typed("token")}\` prints it.`,
    "Set WRITING_CANVAS_TOKEN to it where a host runs. Servers over stdio need none.",
    "",
  ];
}
