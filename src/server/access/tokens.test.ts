import { describe, expect, test } from "vitest";
import { hashOf, newToken, readTokens, shortId, tokenHolders, tokenLine } from "./tokens.ts";

const ADA = hashOf("wct_ada");
const BOB = hashOf("wct_bob");

describe("a file of tokens", () => {
  test("has names, hashes, scopes, shown names and comments", () => {
    const text = [
      "\ufeff# people of this server",
      "",
      `ada sha256:${ADA}`,
      `bob\tsha256:${BOB}  read   Bob   C# Builder # his laptop # made 2026-11-16T12:00:00.000Z`,
      "   # the end",
    ].join("\r\n");
    expect(readTokens(text)).toEqual({
      broken: [],
      tokens: [
        { subject: "ada", name: null, scopes: ["canvas:read", "canvas:write"], hash: ADA, madeAt: null, line: 3 },
        {
          subject: "bob",
          name: "Bob C# Builder",
          scopes: ["canvas:read"],
          hash: BOB,
          madeAt: "2026-11-16T12:00:00.000Z",
          line: 4,
        },
      ],
    });
  });

  test.each<[string, string, RegExp]>([
    ["no hash", "ada", /hash is missing/],
    ["a token in place of its hash", "ada wct_0123456789012345678901234567890123456789012", /no sha256:/],
    ["another hash", `ada sha512:${ADA}`, /no sha256:/],
    ["a hash that is too short", `ada sha256:${ADA.slice(1)}`, /no sha256:/],
    ["a hash with bits that say nothing", `ada sha256:${"B".repeat(43)}`, /no sha256:/],
    ["other scopes", `ada sha256:${ADA} all`, /neither read nor read,write/],
    ["a scope of every object", `ada sha256:${ADA} constructor`, /neither read nor read,write/],
    ["the name that is kept", `local sha256:${ADA}`, /local is kept/],
    ["a name that cannot be seen", `a\u200bda sha256:${ADA}`, /cannot be seen/],
    ["a name that is too long", `${"a".repeat(256)} sha256:${ADA}`, /too long/],
    ["the same token again", `ada sha256:${BOB}`, /token of line 1 again/],
  ])("%s lets nobody in, and is said without what stands there", (_, line, why) => {
    const { tokens, broken } = readTokens(`bob sha256:${BOB}\n${line}\n`);
    expect(tokens.map(({ subject }) => subject)).toEqual(["bob"]);
    expect(broken).toEqual([{ line: 2, why: expect.stringMatching(why) }]);
    expect(broken[0]?.why).not.toContain("wct_0");
  });

  test("is read as it was written", () => {
    const { hash } = newToken();
    const given = { subject: "ada", name: "Ada Lovelace", scopes: ["canvas:read"], hash } as const;
    const madeAt = "2026-11-16T12:00:00.000Z";
    expect(readTokens(tokenLine(given, madeAt)).tokens).toEqual([{ ...given, madeAt, line: 1 }]);
  });
});

test("a new token is long, no two are the same, and its short id can be typed", () => {
  const made = Array.from({ length: 200 }, newToken);
  expect(new Set(made.map(({ token }) => token)).size).toBe(200);
  for (const each of made) {
    expect(each.token).toMatch(/^wct_[\w-]{32}$/);
    expect(shortId(each)).toMatch(/^\w[\w-]{7}$/);
  }
});

test("whoever shows a token is the one in its line; one person has one name", () => {
  const holders = tokenHolders(
    readTokens(
      [`ada sha256:${ADA} read`, `ada sha256:${hashOf("wct_two")} read,write Ada Lovelace`, `bob sha256:${BOB}`].join(
        "\n",
      ),
    ).tokens,
  );
  const holder = (bearer: string) => holders.show(bearer)?.identity ?? null;
  expect(holders.show("wct_ada")?.hash).toBe(ADA);
  expect([holders.ofHash(ADA)?.subject, holders.ofHash(hashOf("other"))]).toEqual(["ada", null]);
  expect(holder("wct_ada")).toEqual({ subject: "ada", name: "Ada Lovelace", scopes: ["canvas:read"] });
  expect(holder("wct_two")?.scopes).toContain("canvas:write");
  expect(holder("wct_bob")?.name).toBe("bob");
  for (const wrong of ["", "wct_", "wct_adb", "wct_ada ", ADA, `sha256:${ADA}`]) expect(holder(wrong)).toBeNull();
});
