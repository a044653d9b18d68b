import { firstToKnow } from "../../server/access/identify.ts";
import type { Identify, Identity } from "../../server/access/identity.ts";
import { createIssuer } from "../../server/access/issuer.ts";
import { isSafeAddress } from "../../server/access/issuer-keys.ts";
import type { Access } from "../../server/http/access.ts";
import { WRITING_TOOLS } from "../../server/mcp/register-tools.ts";
import { createSignIns, refuseSignIns } from "../../surfaces/page/server/sign-in/create-sign-ins.ts";
import type { SignIns } from "../../surfaces/page/server/sign-in/sign-ins.ts";
import { type Invocation, UsageError } from "../surroundings.ts";
import type { Log } from "../terminal/printable.ts";
import { longEnough, secretIn } from "./asked-token.ts";
import { type Said, said } from "./serving-options.ts";
import { askedTokensFile, openTokensFile } from "./tokens-file.ts";

const EXAMPLE = "https://login.example.com/realms/team";

/** How people say who they are. */
export interface AskedPeople {
  readonly access: Pick<Access, "identify" | "issuer" | "writingTools">;
  /** At the page; null: there is none, or the server knows no people. */
  readonly signIns: SignIns | null;
  /**
   * From now on whoever signed in is out as soon as that is taken back; until what it returns is called. `onHolders` is told
   * who has a token of the server's own.
   */
  readonly watch: (onHolders: (holders: readonly Identity[]) => void) => () => void;
}

const NOBODY: AskedPeople = { access: {}, signIns: null, watch: () => () => undefined };

/** What was asked, checked as a whole. Nothing asked: the server knows no people. */
export async function askedPeople(
  invocation: Invocation,
  given: Pick<Access, "host" | "public" | "token">,
  { withPage, log }: { readonly withPage: boolean; readonly log: Log },
): Promise<AskedPeople> {
  const { surroundings } = invocation;
  const tokens = askedTokensFile(invocation);
  const issuer = askedIssuer(invocation);
  const audience = askedAudience(invocation, issuer, given.public?.origin);
  const client = await askedClient(invocation, { issuer, tokens, withPage });
  const asked = tokens ?? issuer;
  if (asked === null) return NOBODY;
  if (given.token !== undefined)
    throw new UsageError(
      `With ${asked.from} everybody who calls is somebody, and a token by --token-file, --token or WRITING_CANVAS_TOKEN would be nobody's. Leave out one of the two: \`token add NAME\` makes a token that is somebody's.`,
    );
  const page = { access: given, ...(client === null ? {} : { issuer: client }) };
  const refusal = withPage ? refuseSignIns(page) : null;
  if (refusal !== null) throw new UsageError(refusal);
  const file =
    tokens === null ? null : await openTokensFile(tokens.text, { place: surroundings, log, clock: surroundings.now });
  const ways: Identify[] = file === null ? [] : [file.identify];
  if (issuer !== null && audience !== null) {
    const trusted = createIssuer({ issuer: issuer.text, audience, log, clock: surroundings.now });
    // An issuer that is away for a moment keeps no server from starting.
    void trusted.prepare();
    ways.push(trusted.identify);
  }
  return {
    access: {
      identify: firstToKnow(ways),
      writingTools: WRITING_TOOLS,
      ...(issuer === null ? {} : { issuer: issuer.text }),
    },
    signIns: withPage ? createSignIns({ ...page, ...(file === null ? {} : { tokens: file }), log }) : null,
    watch: (onHolders) => file?.watch(onHolders) ?? (() => undefined),
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

/** As what the page is known to the issuer; null: nobody signs in there at the page. */
async function askedClient(
  invocation: Invocation,
  given: { readonly issuer: Said | null; readonly tokens: Said | null; readonly withPage: boolean },
): Promise<{ readonly url: string; readonly clientId: string; readonly clientSecret?: string } | null> {
  const { issuer, tokens, withPage } = given;
  const asked = said(invocation, "client-id", "WRITING_CANVAS_CLIENT_ID");
  const { surroundings, options } = invocation;
  const file = options["client-secret-file"];
  const secret =
    typeof file === "string"
      ? await secretIn(file, surroundings, "secret")
      : surroundings.env.WRITING_CANVAS_CLIENT_SECRET;
  const from = typeof file === "string" ? "--client-secret-file" : "WRITING_CANVAS_CLIENT_SECRET";
  if (asked === null && secret) throw new UsageError(`${from} needs --client-id ID (or WRITING_CANVAS_CLIENT_ID) too.`);
  if (asked !== null && issuer === null)
    throw new UsageError(
      `${asked.from} is how an issuer knows the page, and there is no issuer. Give --issuer URL (or WRITING_CANVAS_ISSUER) too.`,
    );
  if (asked !== null && !withPage)
    throw new UsageError(
      `${asked.from} is for signing in at the page, and --no-page (or WRITING_CANVAS_NO_PAGE) turns it off. Leave out one of the two.`,
    );
  if (issuer !== null && asked === null && tokens === null && withPage)
    throw new UsageError(
      `${issuer.from} needs --client-id ID (or WRITING_CANVAS_CLIENT_ID) too: as what the page is registered there, for people to sign in. Or serve MCP alone with --no-page.`,
    );
  if (issuer === null || asked === null) return null;
  return { url: issuer.text, clientId: asked.text, ...(secret ? { clientSecret: secret } : {}) };
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
