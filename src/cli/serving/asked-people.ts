import { firstToKnow } from "../../server/access/identify.ts";
import type { Identify } from "../../server/access/identity.ts";
import { createIssuer } from "../../server/access/issuer.ts";
import { isSafeAddress } from "../../server/access/issuer-keys.ts";
import type { Access } from "../../server/http/access.ts";
import { WRITING_TOOLS } from "../../server/mcp/register-tools.ts";
import { type Invocation, UsageError } from "../surroundings.ts";
import type { Log } from "../terminal/printable.ts";
import { longEnough } from "./asked-token.ts";
import { type Said, said } from "./serving-options.ts";
import { askedTokensFile, openTokensFile } from "./tokens-file.ts";

const EXAMPLE = "https://login.example.com/realms/team";

/** How people say who they are, checked as a whole; empty: the server knows none. */
export async function askedPeople(
  invocation: Invocation,
  { public: address, token }: Pick<Access, "public" | "token">,
  log: Log,
): Promise<Pick<Access, "identify" | "issuer" | "writingTools">> {
  const { surroundings } = invocation;
  const tokens = askedTokensFile(invocation);
  const issuer = askedIssuer(invocation);
  const audience = askedAudience(invocation, issuer, address?.origin);
  const asked = tokens ?? issuer;
  if (asked === null) return {};
  if (token !== undefined)
    throw new UsageError(
      `With ${asked.from} everybody who calls is somebody, and a token by --token-file, --token or WRITING_CANVAS_TOKEN would be nobody's. Leave out one of the two: \`token add NAME\` makes a token that is somebody's.`,
    );
  const ways: Identify[] = [];
  if (tokens !== null)
    ways.push(await openTokensFile(tokens.text, { place: surroundings, log, clock: surroundings.now }));
  if (issuer !== null && audience !== null) {
    const trusted = createIssuer({ issuer: issuer.text, audience, log, clock: surroundings.now });
    // An issuer that is away for a moment keeps no server from starting.
    void trusted.prepare();
    ways.push(trusted.identify);
  }
  return {
    identify: firstToKnow(ways),
    writingTools: WRITING_TOOLS,
    ...(issuer === null ? {} : { issuer: issuer.text }),
  };
}

/** As it is to stand in tokens, to the letter. */
function askedIssuer(invocation: Invocation): Said | null {
  const asked = said(invocation, "issuer", "WRITING_CANVAS_ISSUER");
  if (asked === null) return null;
  const { text, from } = asked;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || /\s/.test(text))
    throw new UsageError(`${from} is no address. Write it as the issuer does in its tokens, like ${EXAMPLE}.`);
  if (url.username !== "" || url.password !== "" || text.includes("@"))
    throw new UsageError(`${from} has a name or a password before the host. Give the address alone, like ${EXAMPLE}.`);
  if (/[?#]/.test(text)) throw new UsageError(`${from} has something behind ? or #, which no issuer's name has.`);
  if (text.includes("/.well-known/"))
    throw new UsageError(`${from} is where an issuer describes itself. Give its name alone, like ${EXAMPLE}.`);
  if (!isSafeAddress(text))
    throw new UsageError(
      `${from} is ${url.origin}: whoever stands between could give keys of their own over http. Use https.`,
    );
  return asked;
}

function askedAudience(invocation: Invocation, issuer: Said | null, origin: string | undefined): string | null {
  const asked = said(invocation, "audience", "WRITING_CANVAS_AUDIENCE");
  if (issuer === null) {
    if (asked === null) return null;
    throw new UsageError(
      `${asked.from} says whom an issuer's tokens are for, and there is no issuer. Give --issuer URL (or WRITING_CANVAS_ISSUER) too.`,
    );
  }
  if (asked !== null) return asked.text;
  if (origin !== undefined) return `${origin}/mcp`;
  throw new UsageError(
    `${issuer.from} needs --audience AUD (or WRITING_CANVAS_AUDIENCE) too: whom its tokens are for, as it writes into aud. Else a token that it gave for any other service would be good here. With --public-url URL it is URL/mcp.`,
  );
}

/** Lets whoever looks after the server see its numbers. */
export function askedOperatorToken({ surroundings }: Invocation): Pick<Access, "operatorToken"> {
  const { WRITING_CANVAS_OPERATOR_TOKEN: given } = surroundings.env;
  if (!given) return {};
  if (!/^[\x21-\x7e]+$/.test(given))
    throw new UsageError(
      "WRITING_CANVAS_OPERATOR_TOKEN has a space or a letter that cannot stand in a header. Use letters, digits and signs of ASCII.",
    );
  return { operatorToken: longEnough(given, "WRITING_CANVAS_OPERATOR_TOKEN") };
}
