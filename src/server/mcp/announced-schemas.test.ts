import { describe, expect, test } from "vitest";
import { z } from "zod";
import { startHarness } from "../../../test/loop/harness.ts";
import { SCHEMAS_BUDGET } from "../../protocol/limits.ts";
import { MODEL_TOOLS, PEOPLE_TOOLS, WIDGET_TOOLS } from "../../protocol/names.ts";
import type { Identity } from "../access/identity.ts";
import { announce } from "./announce-schema.ts";

/**
 * What is announced, against the published rules of those who take it: Claude's tool use, OpenAI's function calling
 * (strict mode after the transformation that its SDKs make), and Gemini's `Schema`, which is a part of OpenAPI 3.0 and
 * refuses the whole request on a keyword that it does not know.
 */
type Json = Readonly<Record<string, unknown>>;

async function listedBy(identity?: Identity) {
  const harness = await startHarness(undefined, identity === undefined ? {} : { identity });
  const { tools: listed } = await harness.client.listTools();
  await harness.close();
  return listed;
}
const tools = await listedBy({ subject: "ada", name: "Ada", scopes: ["canvas:read", "canvas:write"] });
const rows = tools.map(({ name, inputSchema }) => [name, inputSchema as Json] as const);

test("all tools are listed; those for people only where the server knows some, and they cannot be called elsewhere", async () => {
  const all = [...MODEL_TOOLS, ...WIDGET_TOOLS].sort();
  expect(tools.map(({ name }) => name).sort()).toEqual(all);
  const alone = await listedBy();
  expect(alone.map(({ name }) => name).sort()).toEqual(all.filter((name) => !PEOPLE_TOOLS.includes(name)));
  const harness = await startHarness();
  for (const name of PEOPLE_TOOLS)
    await expect(harness.client.callTool({ name, arguments: {} })).rejects.toThrow(/not found/);
  await harness.close();
});

/** Every schema within a schema, with its path. */
function* nodes(schema: Json, path = "$"): Generator<readonly [string, Json]> {
  yield [path, schema];
  for (const [key, field] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
    yield* nodes(field, `${path}.${key}`);
  }
  if (schema.items !== undefined) yield* nodes(schema.items as Json, `${path}[]`);
  for (const option of (schema.anyOf ?? []) as Json[]) yield* nodes(option, `${path}|`);
}

type Rule = readonly [what: string, holds: (node: Json, path: string) => boolean];

const hasOnly = (keys: readonly string[]) => (node: Json) => Object.keys(node).every((key) => keys.includes(key));
const typed: Rule = ["has one type", ({ type }) => typeof type === "string" && TYPES.includes(type)];
const TYPES = ["object", "array", "string", "integer", "number", "boolean"];
const requiredExist: Rule = [
  "requires only what it has",
  ({ required, properties }) => ((required ?? []) as string[]).every((key) => Object.hasOwn(properties ?? {}, key)),
];
const typedItems: Rule = ["says what a list holds", ({ type, items }) => (type === "array") === (items !== undefined)];

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  Claude: [
    ["is an object at the top", ({ type }, path) => path !== "$" || type === "object"],
    ["has no choice at the top", (node, path) => path !== "$" || hasNone(node, ["oneOf", "anyOf", "allOf"])],
    typed,
    requiredExist,
  ],
  OpenAI: [
    ["is an object at the top", ({ type, properties }, path) => path !== "$" || (type === "object" && !!properties)],
    typed,
    typedItems,
    requiredExist,
    [
      "has no choice at the top",
      (node, path) => path !== "$" || hasNone(node, ["oneOf", "anyOf", "allOf", "enum", "not"]),
    ],
  ],
  Gemini: [
    [
      "has only what its Schema has",
      hasOnly([
        ...["type", "format", "title", "description", "nullable", "enum", "items", "properties", "required"],
        ...["minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength", "anyOf", "propertyOrdering"],
      ]),
    ],
    typed,
    typedItems,
    requiredExist,
    [
      "has texts in an enum, each once, none empty",
      ({ type, enum: values }) =>
        values === undefined ||
        (type === "string" &&
          (values as unknown[]).every((value) => typeof value === "string" && value !== "") &&
          new Set(values as unknown[]).size === (values as unknown[]).length),
    ],
    [
      "has fields in an object, except at the top",
      ({ type, properties }, path) => type !== "object" || path === "$" || Object.keys(properties ?? {}).length > 0,
    ],
    ["has fields in an object only", ({ type, properties }) => properties === undefined || type === "object"],
  ],
  "our own": [
    ["names no dialect", (node) => hasNone(node, ["$schema", "$ref", "$defs", "default", "additionalProperties"])],
    [
      "bounds whole numbers by what means something",
      ({ minimum, maximum }) => [minimum, maximum].every((bound) => Math.abs(Number(bound ?? 0)) <= 3_600),
    ],
  ],
};

function hasNone(node: Json, keys: readonly string[]): boolean {
  return keys.every((key) => !Object.hasOwn(node, key));
}

describe.each(Object.entries(RULES))("by %s rules", (_, rules) => {
  test.each(rows)("%s", (_name, schema) => {
    const broken = [...nodes(schema)].flatMap(([path, node]) =>
      rules.filter(([, holds]) => !holds(node, path)).map(([what]) => `${path}: ${what}`),
    );
    expect(broken).toEqual([]);
  });
});

/** What OpenAI's SDKs do to a schema for strict mode: nothing may be added, everything is required, what was not may be null. */
function strict(schema: Json): Json {
  if (schema.items !== undefined) return { ...schema, items: strict(schema.items as Json) };
  if (schema.type !== "object") return schema;
  const required = (schema.required ?? []) as readonly string[];
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([key, field]) => {
    const inner = strict(field);
    if (required.includes(key)) return [key, inner] as const;
    const values = inner.enum === undefined ? {} : { enum: [...(inner.enum as unknown[]), null] };
    return [key, { ...inner, type: [inner.type, "null"], ...values }] as const;
  });
  const properties = Object.fromEntries(fields);
  return { ...schema, properties, required: Object.keys(properties), additionalProperties: false };
}

describe("by OpenAI's rules for strict mode", () => {
  const SUPPORTED = [
    ...["type", "description", "enum", "properties", "required", "additionalProperties", "items", "anyOf"],
    ...["minimum", "maximum", "minItems", "maxItems", "pattern", "format"],
  ];
  test.each(rows)("%s", (_name, schema) => {
    const all = [...nodes(strict(schema))];
    for (const [path, node] of all) {
      const types = [node.type].flat();
      expect([path, hasOnly(SUPPORTED)(node)]).toEqual([path, true]);
      expect([path, types.filter((type) => type !== "null").length]).toEqual([path, 1]);
      if (!types.includes("object")) continue;
      expect([path, node.additionalProperties]).toEqual([path, false]);
      expect(node.required).toEqual(Object.keys(node.properties as Json));
    }
    const fields = all.filter(([path]) => path.includes("."));
    expect(fields.length).toBeLessThanOrEqual(5_000);
    expect(Math.max(...all.map(([path]) => path.split(/[.[]/).length))).toBeLessThanOrEqual(10);
  });
});

test.each(tools.map(({ name }) => name))("%s is a name that all of them take", (name) => {
  expect(name).toMatch(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/);
});

test("the model's schemas stay short", () => {
  const schemas = tools.filter(({ name }) => (MODEL_TOOLS as readonly string[]).includes(name));
  const size = schemas.reduce((sum, { inputSchema }) => sum + JSON.stringify(inputSchema).length, 0);
  expect(size).toBeLessThanOrEqual(SCHEMAS_BUDGET);
});

describe("the model is told", () => {
  const field = (tool: string, key: string): Json => {
    const schema = rows.find(([name]) => name === tool)?.[1];
    return ((schema?.properties ?? {}) as Record<string, Json>)[key] ?? {};
  };
  test.each(["write_canvas", "edit_canvas"])("by %s that it cannot approve", (tool) => {
    expect(field(tool, "status").enum).toEqual(["draft", "in_review", "archived"]);
  });
  test.each(["list_canvases", "show_board"])("by %s that it can look for what is approved", (tool) => {
    expect(field(tool, "status").enum).toContain("approved");
  });
  test.each(["write_canvas", "edit_canvas"])("by %s what a comment is", (tool) => {
    expect(field(tool, "comments")).toMatchObject({
      type: "array",
      items: { type: "object", properties: { quote: {}, body: {}, reply_to: {} }, required: ["body"] },
    });
  });
  test("that versions and lines count from 1", () => {
    for (const key of ["version", "from_line", "to_line"]) {
      expect(field("read_canvas", key)).toMatchObject({ type: "integer", minimum: 1 });
    }
  });
});

describe("a schema for every model is made of", () => {
  test.each<[string, z.ZodType, Json]>([
    ["a whole number", z.number().int(), { type: "integer" }],
    ["a positive one", z.number().int().positive(), { type: "integer", minimum: 1 }],
    ["one between", z.number().int().min(1).max(9), { type: "integer", minimum: 1, maximum: 9 }],
    [
      "what may be null",
      z.object({ a: z.string().nullable() }),
      { type: "object", properties: { a: { type: "string" } } },
    ],
    [
      "a choice of objects",
      z.discriminatedUnion("op", [
        z.object({ op: z.literal("add"), id: z.string(), body: z.string() }),
        z.object({ op: z.enum(["drop", "keep"]), id: z.string() }),
      ]),
      {
        type: "object",
        properties: {
          op: { type: "string", enum: ["add", "drop", "keep"] },
          id: { type: "string" },
          body: { type: "string" },
        },
        required: ["op", "id"],
      },
    ],
  ])("%s", (_, schema, json) => expect(announce(schema)).toEqual(json));

  test.each<[string, z.ZodType]>([
    ["anything", z.unknown()],
    ["a text or a number", z.union([z.string(), z.number()])],
    ["a field of two types", z.union([z.object({ a: z.string() }), z.object({ a: z.number() })])],
  ])("not of %s", (_, schema) => expect(() => announce(schema)).toThrow(TypeError));
});
