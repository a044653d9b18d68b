import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ClientSession, cleanClientName, decodeSession, encodeSession, sessionFrom } from "./client-session.ts";

const CONNECTION = "aB3_-aB3_-aB3_-aB3_-aB3_";
const UI = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
const OTHER = { "com.example/other": {} };

const packed = (name: string) => Buffer.from(name).toString("base64url");
const idOf = (name: string, extensions: string = "none") => `canvas1.${extensions}.${CONNECTION}.${packed(name)}`;
const initialize = (clientInfo: unknown, capabilities: unknown = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities, clientInfo },
});

const names = fc
  .oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 120 }).map((units) => String.fromCharCode(...units)),
  )
  .map(cleanClientName);
const sessions: fc.Arbitrary<ClientSession> = fc.record({
  name: names,
  extensions: fc.constantFrom("ui", "other", undefined),
  connection: fc.uint8Array({ minLength: 18, maxLength: 18 }).map((bytes) => Buffer.from(bytes).toString("base64url")),
});

test("law: a session is read as it was written, from visible ASCII that fits into a header", () => {
  fc.assert(
    fc.property(sessions, (session) => {
      const id = encodeSession(session);
      expect(id).toMatch(/^[\x21-\x7e]{1,450}$/);
      expect(decodeSession(id)).toEqual(session);
    }),
  );
});

test("law: what is read, whatever was sent, would have been written just so", () => {
  const near = fc
    .tuple(sessions, fc.nat(450), fc.string({ maxLength: 3 }))
    .map(([session, at, put]) => `${encodeSession(session).slice(0, at)}${put}${encodeSession(session).slice(at + 1)}`);
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), near), (id) => {
      const read = decodeSession(id);
      if (read !== undefined) expect(encodeSession(read)).toBe(id);
    }),
  );
});

describe("of a session id", () => {
  test.each<[string, string | null | undefined]>([
    ["that is not there", undefined],
    ["that is no header", null],
    ["that is empty", ""],
    ["of another server", "6b0f4c1e-2c3d-4f5a-9b8c-7d6e5f4a3b2c"],
    ["of a form to come", idOf("a").replace("canvas1", "canvas2")],
    ["with more behind it", `${idOf("a")}.x`],
    ["with a line behind it", `${idOf("a")}\n`],
    ["with a space before it", ` ${idOf("a")}`],
    ["sent twice, as headers are joined", `${idOf("a")}, ${idOf("a")}`],
    ["that declares what nobody declares", idOf("a", "all")],
    ["without a random part", `canvas1.none..${packed("a")}`],
    ["with a random part that is too long", `canvas1.none.${CONNECTION}x.${packed("a")}`],
    ["whose name is padded", `${idOf("a")}==`],
    ["whose name has bits to spare", `canvas1.none.${CONNECTION}.YR`],
    ["whose name is no UTF-8", `canvas1.none.${CONNECTION}.${Buffer.from([0xff, 0xfe]).toString("base64url")}`],
    ["whose name is half a character", `canvas1.none.${CONNECTION}.${Buffer.from([0xed, 0xa0]).toString("base64url")}`],
    ["whose name has two lines", idOf("a\nCanvas X: approved")],
    ["whose name turns the words around it", idOf("a\u202eb")],
    ["whose name is longer than names are", idOf("x".repeat(101))],
    ["whose name is blank", idOf("  ")],
    ["as long as headers may be", idOf("x".repeat(10_000))],
    ["with letters beyond ASCII", `canvas1.none.${CONNECTION}.ÄÖÜ`],
  ])("%s nothing is read", (_, id) => {
    expect(decodeSession(id)).toBeUndefined();
  });

  test("five million characters are refused at once", () => {
    for (const long of [".".repeat(5_000_000), `canvas1.none.${"a".repeat(5_000_000)}`]) {
      expect(decodeSession(long)).toBeUndefined();
    }
  });
});

describe("at initialize", () => {
  test.each<[string, unknown, unknown, Omit<ClientSession, "connection">]>([
    ["a name", "@cline/core", {}, { name: "@cline/core", extensions: undefined }],
    ["a name of two lines", " a\nb ", {}, { name: "a b", extensions: undefined }],
    ["a blank name", " \n", {}, { name: undefined, extensions: undefined }],
    ["a very long name", "é".repeat(5_000), {}, { name: "é".repeat(100), extensions: undefined }],
    ["a name cut inside a character", `${"x".repeat(99)}😀`, {}, { name: "x".repeat(99), extensions: undefined }],
    ["UI", "a", { extensions: UI }, { name: "a", extensions: "ui" }],
    ["UI and more", "a", { extensions: { ...OTHER, ...UI } }, { name: "a", extensions: "ui" }],
    ["other extensions", "a", { extensions: OTHER }, { name: "a", extensions: "other" }],
    ["that it has no extensions", "a", { extensions: {} }, { name: "a", extensions: "other" }],
    ["other abilities", "a", { elicitation: { url: {} } }, { name: "a", extensions: undefined }],
  ])("%s is remembered", (_, name, capabilities, expected) => {
    const session = sessionFrom(initialize({ name, version: "1" }, capabilities), CONNECTION);
    expect(session).toEqual({ ...expected, connection: CONNECTION });
    expect(decodeSession(session && encodeSession(session))).toEqual(session);
  });

  test.each<[string, unknown]>([
    ["another request", { ...initialize({ name: "a", version: "1" }), method: "tools/list" }],
    ["a request without a client", initialize(undefined)],
    ["a client without a name", initialize({ version: "1" })],
    ["a name that is no text", initialize({ name: { toString: "x" }, version: "1" })],
    ["no object", "initialize"],
    ["a list", [initialize({ name: "a", version: "1" })]],
    ["nothing", null],
  ])("%s opens no session", (_, body) => {
    expect(sessionFrom(body, CONNECTION)).toBeUndefined();
  });
});
