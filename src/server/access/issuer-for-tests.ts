import type { JWTPayload } from "jose";
import { OAuth2Server } from "oauth2-mock-server";

export interface TestIssuer {
  readonly url: string;
  /** Of the key that signs unless another is named. */
  readonly kid: string;
  /** A token of Ada's that is right in everything, but for what is changed; undefined takes a claim away. */
  sign(
    change?: Readonly<Record<string, unknown>>,
    header?: Readonly<Record<string, unknown>>,
    kid?: string,
  ): Promise<string>;
  /** Another key, named so. */
  addKey(kid: string): Promise<void>;
  /** Keys that it does not show any more. */
  readonly removed: Set<string>;
  /** It does not answer. */
  isAway: boolean;
  /** What was asked of it, by path. */
  readonly asked: string[];
  /** As its callers reach it. */
  readonly fetch: typeof fetch;
  /** The key that it shows, as JSON. */
  publicKey(): Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

export const AUDIENCE = "https://canvas.example.com/mcp";

/** A real issuer on this machine. */
export async function startIssuer(): Promise<TestIssuer> {
  const server = new OAuth2Server();
  const kid = "first";
  await server.issuer.keys.generate("RS256", { kid });
  await server.start(0, "127.0.0.1");
  const url = `http://127.0.0.1:${server.address().port}`;
  server.issuer.url = url;
  const removed = new Set<string>();
  const asked: string[] = [];
  const made: TestIssuer = {
    url,
    kid,
    removed,
    asked,
    isAway: false,
    sign: (change = {}, header = {}, key = kid) =>
      server.issuer.buildToken({
        kid: key,
        scopesOrTransform: (head, payload) => {
          Object.assign(head, header);
          Object.assign(payload, { aud: AUDIENCE, sub: "ada", scope: "openid canvas:read canvas:write", ...change });
          for (const [name, value] of Object.entries(change))
            if (value === undefined) delete payload[name as keyof JWTPayload];
        },
      }),
    addKey: async (key) => {
      await server.issuer.keys.generate("RS256", { kid: key });
    },
    fetch: async (address, init) => {
      asked.push(new URL(String(address)).pathname);
      if (made.isAway)
        throw new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) });
      const answer = await fetch(address, init);
      if (removed.size === 0 || !String(address).endsWith("/jwks")) return answer;
      const { keys } = (await answer.json()) as { readonly keys: readonly { readonly kid: string }[] };
      return Response.json({ keys: keys.filter((each) => !removed.has(each.kid)) });
    },
    publicKey: () => server.issuer.keys.toJSON()[0] ?? {},
    stop: () => server.stop(),
  };
  return made;
}
