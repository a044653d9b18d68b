import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type { z } from "zod";

/**
 * The schema as hosts and models see it, letting every value through: the tool itself then says what is wrong in words
 * that help, where the SDK would print the validator's.
 */
export function announcedSchema(schema: z.ZodObject): StandardSchemaWithJSON {
  const standard = schema["~standard"] as StandardSchemaWithJSON["~standard"];
  return {
    "~standard": { ...standard, validate: (value: unknown) => ({ value: value as Record<string, unknown> }) },
  } as StandardSchemaWithJSON;
}

/**
 * The arguments, or a sentence for everything that is wrong with them. Unknown keys are dropped, but not one that is a
 * known key misspelt: `canvasId` for `canvas_id` would make a new canvas instead of changing one.
 */
export function readArguments(
  schema: z.ZodObject,
  given: unknown,
): { readonly ok: true; readonly args: Record<string, unknown> } | { readonly ok: false; readonly message: string } {
  const parsed = schema.safeParse(unpackLists(schema, given ?? {}));
  const misspelt = misspeltKeys(schema, given);
  if (parsed.success && misspelt.length === 0) return { ok: true, args: parsed.data };
  const sentences = [...misspelt, ...(parsed.error?.issues.slice(0, 5).map((issue) => sentence(issue, given)) ?? [])];
  return {
    ok: false,
    message: `${[...new Set(sentences)].join(" ")} Nothing was written: correct this and call again.`,
  };
}

/** Models and hosts write lists as JSON text now and then. */
function unpackLists(schema: z.ZodObject, given: unknown): unknown {
  if (!isRecord(given)) return given;
  const lists = Object.entries(given).flatMap(([key, value]): [string, unknown][] => {
    const field = Object.hasOwn(schema.shape, key) ? schema.shape[key] : undefined;
    if (field === undefined || typeof value !== "string" || !value.trimStart().startsWith("[")) return [];
    if (field.safeParse(value).success) return [];
    try {
      return [[key, JSON.parse(value)]];
    } catch {
      // Not JSON after all: the check that follows says that it is no list.
      return [];
    }
  });
  return lists.length === 0 ? given : { ...given, ...Object.fromEntries(lists) };
}

function misspeltKeys(schema: z.ZodObject, given: unknown): string[] {
  if (!isRecord(given)) return [];
  const letters = (key: string) => key.toLowerCase().replace(/[^a-z]/g, "");
  const known = Object.keys(schema.shape);
  return Object.keys(given).flatMap((key) => {
    if (known.includes(key)) return [];
    const meant = known.find((name) => letters(name) === letters(key));
    return meant === undefined ? [] : [`${key} is not an argument: it is called ${meant}.`];
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sentence(issue: z.core.$ZodIssue, given: unknown): string {
  const path = pathName(issue.path);
  const value = valueAt(given, issue.path);
  const got = value === undefined ? "" : `, not ${kindOf(value)}`;
  switch (issue.code) {
    case "invalid_type":
      if (value === undefined) return `${path} is missing: it must be ${article(issue.expected)}.`;
      return `${path} must be ${article(issue.expected)}${got}.`;
    case "invalid_value": {
      const allowed = issue.values.map((allowedValue) => `"${String(allowedValue)}"`).join(", ");
      return `${path} is ${short(value)}, but must be one of ${allowed}.`;
    }
    case "too_small":
      return `${path} is ${short(value)}, but must be at least ${issue.minimum}.`;
    case "too_big":
      return `${path} is ${short(value)}, but must be at most ${issue.maximum}.`;
    case "invalid_union":
      if (value === undefined) return `${path} is missing.`;
      return `${path} has the wrong form${got}.`;
    default:
      return `${path}: ${issue.message}.`;
  }
}

/** `edits[2].find`, as a program would write it. */
function pathName(path: readonly PropertyKey[]): string {
  const name = path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text === "" ? String(key) : `${text}.${String(key)}`),
    "",
  );
  return name === "" ? "The arguments" : name;
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  let value = given;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number" && !Number.isInteger(value)) return `${value}`;
  return article(typeof value);
}

function article(kind: string): string {
  if (kind === "int") return "a whole number";
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "missing";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
