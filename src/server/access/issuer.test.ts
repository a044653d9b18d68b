import { createPublicKey } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { firstToKnow, NOT_KNOWN } from "./identify.ts";
import { createIssuer, type Issuer } from "./issuer.ts";
import { AUDIENCE, startIssuer, type TestIssuer } from "./issuer-for-tests.ts";
import { metadataAddresses } from "./issuer-keys.ts";

let real: TestIssuer;
let issuer: Issuer;
let now: number;
let logged: string[];
beforeAll(async () => {
  real = await startIssuer();
});
afterAll(() => real.stop());
beforeEach(() => {
  now = 1_000_000;
  logged = [];
  real.isAway = false;
  real.removed.clear();
  real.asked.length = 0;
  issuer = fresh();
});

const fresh = (change: Partial<Parameters<typeof createIssuer>[0]> = {}): Issuer =>
  createIssuer({
    issuer: real.url,
    audience: AUDIENCE,
    log: (line) => void logged.push(line),
    clock: () => new Date(),
    now: () => now,
    fetch: real.fetch,
    ...change,
  });
const seconds = (from: number) => Math.floor(Date.now() / 1_000) + from;
const kindOf = async (bearer: string) => (await issuer.identify(bearer)).kind;

describe("a token of the issuer's", () => {
  test("says who somebody is", async () => {
    const token = await real.sign({ name: " Ada\nLovelace ", email: "Ada@Example.com", email_verified: true });
    expect(await issuer.identify(token)).toEqual({
      kind: "known",
      identity: {
        subject: "ada",
        name: "Ada Lovelace",
        email: "ada@example.com",
        scopes: ["canvas:read", "canvas:write"],
      },
    });
  });

  test.each<[string, Record<string, unknown>, object]>([
    ["a user name where there is no name", { preferred_username: "ada.l" }, { name: "ada.l" }],
    [
      "a verified e-mail where there is neither",
      { email: "a@b.c", email_verified: true },
      { name: "a@b.c", email: "a@b.c" },
    ],
    ["the subject where there is nothing", {}, { name: "ada" }],
    ["no e-mail that nobody has verified", { email: "a@b.c" }, { name: "ada", email: undefined }],
    ["no e-mail that is verified in another word", { email: "a@b.c", email_verified: "true" }, { email: undefined }],
    ["no e-mail that is none", { email: "a@b@c", email_verified: true }, { email: undefined }],
    ["only our scopes", { scope: "canvas:read admin" }, { scopes: ["canvas:read"] }],
    ["scp as a list", { scope: undefined, scp: ["canvas:write"] }, { scopes: ["canvas:write"] }],
    [
      "scp as a text",
      { scope: undefined, scp: "canvas:read canvas:write" },
      { scopes: ["canvas:read", "canvas:write"] },
    ],
    ["no scope at all", { scope: undefined }, { scopes: [] }],
    ["a scope that only begins like ours", { scope: "canvas:reader" }, { scopes: [] }],
    ["several audiences", { aud: ["https://other.example.com", AUDIENCE] }, { subject: "ada" }],
    ["an hour that has just ended, by a clock a little off", { exp: seconds(-2) }, { subject: "ada" }],
  ])("has %s", async (_, change, expected) => {
    const said = await issuer.identify(await real.sign(change));
    expect(said.kind === "known" ? { email: undefined, ...said.identity } : said).toMatchObject(expected);
  });

  test.each<[string, Record<string, unknown>]>([
    ["for another audience", { aud: "https://other.example.com/mcp" }],
    ["for an audience that only begins like ours", { aud: `${AUDIENCE}/more` }],
    ["for nobody", { aud: undefined }],
    ["of another issuer", { iss: "https://issuer.example.com" }],
    ["of an issuer with a slash more", { iss: "slash" }],
    ["without an issuer", { iss: undefined }],
    ["expired", { exp: seconds(-60) }],
    ["without an end", { exp: undefined }],
    ["with an end that is no time", { exp: "never" }],
    ["not yet valid", { nbf: seconds(60) }],
    ["without a subject", { sub: undefined }],
    ["with an empty subject", { sub: "" }],
    ["with a number as subject", { sub: 7 }],
    ["of the name that is kept", { sub: "local" }],
    ["with a control character in its subject", { sub: "ada\u0000" }],
    ["with a line break in its subject", { sub: "a\nda" }],
    ["with a space before its subject, as the stores' own names have", { sub: " page" }],
    ["with a subject that is too long", { sub: "a".repeat(256) }],
  ])("%s is refused, in the same words as any other", async (_, change) => {
    const given = change.iss === "slash" ? { iss: `${real.url}/` } : change;
    expect(await issuer.identify(await real.sign(given))).toEqual(NOT_KNOWN);
    expect(logged.join()).toContain("A token was refused");
  });

  test.each(["logout+jwt", "dpop+jwt", "secevent+jwt"])("of the kind %s is refused", async (typ) => {
    expect(await kindOf(await real.sign({}, { typ }))).toBe("unknown");
  });

  test.each(["at+jwt", "application/at+jwt", "JWT", undefined])("of the kind %s is good", async (typ) => {
    expect(await kindOf(await real.sign({}, { typ }))).toBe("known");
  });
});

describe("what only looks like a token", () => {
  const claims = () => ({ iss: real.url, aud: AUDIENCE, sub: "ada", exp: seconds(60), scope: "canvas:read" });

  test("is refused without a signature", async () => {
    const none = new UnsecuredJWT(claims()).encode();
    expect(await kindOf(none)).toBe("unknown");
    expect(await kindOf(`${none}AAAA`)).toBe("unknown");
  });

  test("is refused when signed with the public key as a secret", async () => {
    const jwk = real.publicKey();
    const pem = createPublicKey({ key: { ...jwk }, format: "jwk" }).export({ type: "spki", format: "pem" });
    for (const secret of [pem, JSON.stringify(jwk), String(jwk.n)]) {
      const forged = await new SignJWT(claims())
        .setProtectedHeader({ alg: "HS256", kid: real.kid })
        .sign(Buffer.from(secret));
      expect(await kindOf(forged)).toBe("unknown");
    }
  });

  test("is refused when somebody else signed it, brings its own key, or changed a letter", async () => {
    const other = await startIssuer();
    try {
      expect(await kindOf(await other.sign({ iss: real.url }))).toBe("unknown");
      const own = { jwk: other.publicKey(), jku: `${other.url}/jwks` };
      expect(await kindOf(await other.sign({ iss: real.url }, own))).toBe("unknown");
    } finally {
      await other.stop();
    }
    const [head, body = "", signature] = (await real.sign()).split(".");
    const more = Buffer.from(body, "base64url").toString().replace('"ada"', '"bob"');
    expect(await kindOf([head, Buffer.from(more).toString("base64url"), signature].join("."))).toBe("unknown");
  });

  test("is refused when it is huge or no token at all, without asking anybody", async () => {
    const known = firstToKnow([issuer.identify]);
    const huge = await real.sign({ padding: "x".repeat(16 * 1024) });
    for (const bearer of ["", "a", "a.b", "a.b.c.d", "..", "a..c", "é.b.c", huge])
      expect(await known(bearer)).toEqual(NOT_KNOWN);
    expect(real.asked).toEqual([]);
  });
});

describe("the issuer's keys", () => {
  const keysAsked = () => real.asked.filter((path) => path === "/jwks").length;

  test("are asked for once for many tokens", async () => {
    const token = await real.sign();
    await Promise.all(Array.from({ length: 20 }, () => kindOf(token)));
    expect(keysAsked()).toBe(1);
  });

  test("that were removed are good for no longer than a minute", async () => {
    const token = await real.sign();
    expect(await kindOf(token)).toBe("known");
    real.removed.add(real.kid);
    now += 59_999;
    // Whoever asks now is answered by what is known, and new keys are asked for meanwhile.
    await issuer.identify(token);
    now += 1;
    expect(await kindOf(token)).toBe("unknown");
  });

  test("that were removed are refused after a minute although nobody called meanwhile", async () => {
    const token = await real.sign();
    expect(await kindOf(token)).toBe("known");
    real.removed.add(real.kid);
    now += 60_000;
    expect(await kindOf(token)).toBe("unknown");
  });

  test("that are new are good at once, for all who come with them", async () => {
    expect(await kindOf(await real.sign())).toBe("known");
    await real.addKey("second");
    const tokens = await Promise.all(Array.from({ length: 20 }, () => real.sign({}, {}, "second")));
    expect(new Set(await Promise.all(tokens.map(kindOf)))).toEqual(new Set(["known"]));
    expect(keysAsked()).toBe(2);
  });

  test("are not asked for by each token with a key that nobody knows", async () => {
    const forged = await Promise.all(Array.from({ length: 50 }, (_, n) => real.sign({}, { kid: `made up ${n}` })));
    for (const each of forged) expect(await kindOf(each)).toBe("unknown");
    expect(keysAsked()).toBe(1 + 5);
    now += 5_000;
    await kindOf(forged[0] ?? "");
    expect(keysAsked()).toBe(7);
    expect(await kindOf(await real.sign())).toBe("known");
  });

  test("are found without a name in the token, among several", async () => {
    const token = await real.sign({}, { kid: undefined }, real.kid);
    expect(await kindOf(token)).toBe("known");
  });

  test("that cannot be had make nobody unknown: it cannot be told, and is when the issuer is back", async () => {
    real.isAway = true;
    const token = await real.sign();
    expect(await issuer.identify(token)).toMatchObject({
      kind: "unavailable",
      why: expect.stringMatching(/Try again/),
    });
    const asked = real.asked.length;
    expect(await kindOf(token)).toBe("unavailable");
    // It is not asked by each of them.
    expect(real.asked.length).toBe(asked);
    expect(logged).toEqual([expect.stringMatching(/cannot be had.*ECONNREFUSED/)]);
    real.isAway = false;
    now += 2_000;
    expect(await kindOf(token)).toBe("known");
  });

  test("are good while the issuer is away for less than a minute, and no longer", async () => {
    const token = await real.sign();
    expect(await kindOf(token)).toBe("known");
    real.isAway = true;
    now += 59_000;
    expect(await kindOf(token)).toBe("known");
    now += 1_000;
    expect(await kindOf(token)).toBe("unavailable");
  });

  test("are asked for beforehand, and that they cannot be had keeps no server from starting", async () => {
    await issuer.prepare();
    expect(keysAsked()).toBe(1);
    real.isAway = true;
    await expect(fresh().prepare()).resolves.toBeUndefined();
  });

  test("of an issuer that calls itself something else are not used, and the log says what it calls itself", async () => {
    issuer = fresh({ issuer: `${real.url}/` });
    expect(await kindOf(await real.sign())).toBe("unavailable");
    expect(logged.join()).toContain(`it says there that it is "${real.url}"`);
  });

  test.each<[string, unknown]>([
    ["no metadata", "hello"],
    ["keys over http", { jwks_uri: "http://keys.example.com" }],
    ["no address of keys", {}],
  ])("are not taken from %s", async (_, said) => {
    const answer = async () => Response.json(typeof said === "object" ? { issuer: real.url, ...said } : said);
    issuer = fresh({ fetch: answer });
    expect(await kindOf(await real.sign())).toBe("unavailable");
  });

  test("are not read without an end", async () => {
    const answer = async (address: unknown) =>
      String(address).endsWith("/jwks") ? new Response("[".repeat(2_000_000)) : real.fetch(String(address));
    issuer = fresh({ fetch: answer });
    expect(await kindOf(await real.sign())).toBe("unavailable");
    expect(logged.join()).toContain("more than");
  });
});

test.each([
  ["https://id.example.com", ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"]],
  ["https://id.example.com/", ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"]],
  [
    "https://id.example.com/realms/x",
    [
      "/.well-known/oauth-authorization-server/realms/x",
      "/.well-known/openid-configuration/realms/x",
      "/realms/x/.well-known/openid-configuration",
    ],
  ],
])("what %s says of itself is looked for where MCP clients look", (url, paths) => {
  expect(metadataAddresses(url)).toEqual(paths.map((path) => `https://id.example.com${path}`));
});
