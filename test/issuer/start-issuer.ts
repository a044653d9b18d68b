import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";

/** Whom the issuer knows. */
export interface IssuerPerson {
  readonly name?: string;
  readonly email?: string;
  readonly isVerified?: boolean;
}

/** A certified issuer of OpenID Connect, in this process. */
export interface RealIssuer {
  readonly url: string;
  readonly clientId: string;
  /** Left out by a client that keeps none. */
  readonly clientSecret: string | undefined;
  readonly people: Map<string, IssuerPerson>;
  /** Who sits in front of it: they sign in without a word. Null: they refuse. */
  signsIn: string | null;
  /** Browsers may come back to this address. */
  register(redirectUri: string): void;
  /** From now on it signs with other keys. */
  rotateKeys(): void;
  /** A browser of its own goes there, and on as it is told, until it is sent away from the issuer: where to. */
  visit(url: string): Promise<string>;
  /** An access token for an MCP server, as an assistant's program gets it for whoever sits in front of it. */
  accessToken(resource: string, scope?: string): Promise<string>;
  stop(): Promise<void>;
}

const ASSISTANT = "assistant";
const ASSISTANT_BACK = "http://127.0.0.1/assistant";

/** On loopback, on any free port unless one is asked for. `clientSecret`: the page's client has one. */
export async function startIssuer({
  clientSecret,
  port = 0,
}: {
  readonly clientSecret?: string;
  readonly port?: number;
} = {}): Promise<RealIssuer> {
  const redirects: string[] = [];
  const people = new Map<string, IssuerPerson>([
    ["ada", { name: "Ada Lovelace", email: "Ada@Example.com", isVerified: true }],
    ["grace", { name: "Grace Hopper", email: "grace@example.com", isVerified: false }],
  ]);
  let provider: Provider | null = null;
  let keys = newKeys();
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const made = (): Provider => {
    provider ??= quiet(() => new Provider(url, configurationOf({ url, keys, redirects, people, clientSecret })));
    return provider;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = made();
    if (!(request.url ?? "").startsWith("/interaction/")) {
      await at.callback()(request, response);
      return;
    }
    const details = await at.interactionDetails(request, response);
    const who = issuer.signsIn;
    if (who === null) {
      const refused = { error: "access_denied", error_description: "<b>They said no</b>" };
      await at.interactionFinished(request, response, refused, { mergeWithLastSubmission: false });
      return;
    }
    const grant = new at.Grant({ accountId: who, clientId: String(details.params.client_id) });
    grant.addOIDCScope("openid profile email canvas:read canvas:write");
    const { resource } = details.params;
    if (typeof resource === "string") grant.addResourceScope(resource, "canvas:read canvas:write");
    const result = { login: { accountId: who }, consent: { grantId: await grant.save() } };
    await at.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };

  const issuer: RealIssuer = {
    url,
    clientId: "page",
    clientSecret,
    people,
    signsIn: "ada",
    register(redirectUri) {
      redirects.push(redirectUri);
      provider = null;
    },
    rotateKeys() {
      keys = newKeys();
      provider = null;
    },
    visit: (address) => visit(url, address),
    async accessToken(resource, scope = "canvas:read canvas:write") {
      const verifier = randomUUID() + randomUUID();
      const asked = new URL(`${url}/auth`);
      const query = {
        client_id: ASSISTANT,
        redirect_uri: ASSISTANT_BACK,
        response_type: "code",
        scope: `openid ${scope}`,
        resource,
        code_challenge: verifier,
        code_challenge_method: "S256",
      };
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
      query.code_challenge = Buffer.from(digest).toString("base64url");
      for (const [name, value] of Object.entries(query)) asked.searchParams.set(name, value);
      const back = new URL(await visit(url, asked.href));
      const code = back.searchParams.get("code");
      if (code === null) throw new Error(`The issuer gave no code: ${back.search}`);
      const { access_token: token } = (await (
        await fetch(`${url}/token`, {
          method: "POST",
          body: new URLSearchParams({
            grant_type: "authorization_code",
            client_id: ASSISTANT,
            redirect_uri: ASSISTANT_BACK,
            code,
            code_verifier: verifier,
            resource,
          }),
        })
      ).json()) as { readonly access_token: string };
      return token;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return issuer;
}

function configurationOf(given: {
  readonly url: string;
  readonly keys: Configuration["jwks"];
  readonly redirects: readonly string[];
  readonly people: ReadonlyMap<string, IssuerPerson>;
  readonly clientSecret: string | undefined;
}): Configuration {
  const { people, clientSecret } = given;
  return {
    jwks: given.keys,
    cookies: { keys: ["of this test"] },
    clients: [
      {
        client_id: "page",
        redirect_uris: given.redirects.length === 0 ? [`${given.url}/nowhere`] : [...given.redirects],
        ...(clientSecret === undefined
          ? { token_endpoint_auth_method: "none" }
          : { client_secret: clientSecret, token_endpoint_auth_method: "client_secret_basic" }),
      },
      {
        client_id: ASSISTANT,
        application_type: "native",
        redirect_uris: [ASSISTANT_BACK],
        token_endpoint_auth_method: "none",
      },
    ],
    scopes: ["openid", "offline_access", "profile", "email", "canvas:read", "canvas:write"],
    claims: { openid: ["sub"], profile: ["name"], email: ["email", "email_verified"] },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async () => {
        const { name, email, isVerified } = people.get(sub) ?? {};
        return { sub, name, email, email_verified: isVerified };
      },
    }),
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      // Assistants' programs register themselves, as MCP says.
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined as unknown as string,
        useGrantedResource: () => false,
        getResourceServerInfo: (_, resource) => ({
          scope: "canvas:read canvas:write",
          audience: resource,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 3_600, Grant: 3_600 },
    renderError: (context, out) => {
      context.type = "json";
      context.body = out;
    },
  };
}

function newKeys(): NonNullable<Configuration["jwks"]> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    keys: [{ ...privateKey.export({ format: "jwk" }), kid: randomUUID(), use: "sig", alg: "RS256" }],
  } as NonNullable<Configuration["jwks"]>;
}

/** It warns of what is meant for tests only: that it keeps everything in memory. */
function quiet<T>(make: () => T): T {
  const { warn, info } = console;
  console.warn = console.info = () => {};
  try {
    return make();
  } finally {
    console.warn = warn;
    console.info = info;
  }
}

/** With cookies, as a browser. */
async function visit(issuer: string, address: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = new URL(address);
  for (let steps = 0; steps < 10; steps += 1) {
    if (!at.href.startsWith(`${issuer}/`)) return at.href;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(at, { redirect: "manual", headers: cookie === "" ? {} : { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split(/=(.*)/s);
      cookies.set(name, value);
    }
    const next = answer.headers.get("location");
    if (next === null) throw new Error(`The issuer answered ${answer.status}: ${await answer.text()}`);
    at = new URL(next, at);
  }
  throw new Error("The issuer sends its visitors round in circles");
}
