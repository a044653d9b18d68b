import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { quoted } from "../../core/text/quote-text.ts";
import { ANNOUNCED } from "../../protocol/model-tools.ts";
import { announce } from "./announce-schema.ts";
import { fitArguments } from "./fit-arguments.ts";

/**
 * The schema as hosts and models see it, letting every value through: the tool itself then says what is wrong in words
 * that help, where the SDK would print the validator's.
 */
export function announcedSchema(schema: z.ZodObject): StandardSchemaWithJSON {
  const standard = schema["~standard"] as StandardSchemaWithJSON["~standard"];
  const json = announce(schema) as unknown as Record<string, unknown>;
  return {
    "~standard": {
      ...standard,
      validate: (value: unknown) => ({ value: value as Record<string, unknown> }),
      jsonSchema: { input: () => json, output: () => json },
    },
  } as StandardSchemaWithJSON;
}

type ReadArguments =
  | {
      readonly ok: true;
      readonly args: Record<string, unknown>;
      /** Sentences for the model: what it sent that nobody reads. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

/**
 * The arguments, or a sentence for everything that is wrong with them. Where only one thing can be meant, another form of
 * it is taken (`fitArguments`). Unknown keys are left out and named, but one that is a known key misspelt is refused:
 * `canvasId` for `canvas_id` would make a new canvas instead of changing one.
 */
export function readArguments(schema: z.ZodObject, given: unknown): ReadArguments {
  const { value, unknown, misspelt } = fitArguments(schema, given ?? {});
  const parsed = schema.safeParse(value);
  const notes = unknown.length === 0 ? [] : [`Ignored unknown arguments: ${listed(unknown)}.`];
  if (parsed.success && misspelt.length === 0) return { ok: true, args: parsed.data, notes };
  const sentences = [
    ...misspelt.slice(0, 5).map(({ path, meant }) => `${shownKey(path)} is not an argument: it is called ${meant}.`),
    ...(parsed.error?.issues.slice(0, 5).map((issue) => sentence(schema, issue, value)) ?? []),
    ...notes,
  ];
  return {
    ok: false,
    message: `${[...new Set(sentences)].join(" ")} Nothing was written: correct this and call again.`,
  };
}

const MOST_NAMED = 10;

function listed(paths: readonly string[]): string {
  const rest = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : "";
  return `${paths.slice(0, MOST_NAMED).map(shownKey).join(", ")}${rest}`;
}

/** A key as it is, unless it could be taken for something else. */
function shownKey(path: string): string {
  return /^[\w$.[\]-]{1,60}$/.test(path) ? path : quoted(path, 60);
}

function sentence(schema: z.ZodObject, issue: z.core.$ZodIssue, given: unknown): string {
  const path = pathName(issue.path);
  const value = valueAt(given, issue.path);
  const got = value === undefined ? "" : `, not ${kindOf(value)}`;
  switch (issue.code) {
    case "invalid_type":
      if (value === undefined) return `${path} is missing: it must be ${article(issue.expected)}.`;
      return `${path} must be ${article(issue.expected)}${got}.`;
    case "invalid_value": {
      const allowed = (announcedValues(schema, issue.path) ?? issue.values)
        .map((each) => `"${String(each)}"`)
        .join(", ");
      return `${path} is ${short(value)}, but must be one of ${allowed}.`;
    }
    case "too_small": {
      const least = issue.inclusive === false ? "more than" : "at least";
      return `${path} is ${short(value)}, but must be ${least} ${issue.minimum}.`;
    }
    case "too_big":
      return `${path} is ${short(value)}, but must be at most ${issue.maximum}.`;
    case "invalid_union":
      if (value === undefined) return `${path} is missing.`;
      return `${path} has the wrong form${got}.`;
    default:
      return `${path}: ${issue.message}.`;
  }
}

/** The values that a field is announced with, where that are fewer than are understood. */
function announcedValues(schema: z.ZodObject, path: readonly PropertyKey[]): readonly unknown[] | undefined {
  const [key] = path;
  const field: unknown = path.length === 1 && typeof key === "string" ? schema.shape[key] : undefined;
  const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
  const form = ANNOUNCED.get(inner as z.ZodType)?.form;
  return form instanceof z.ZodEnum ? form.options : undefined;
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
  // An object may be nested deeper than JSON.stringify can follow.
  if (typeof value === "object") return kindOf(value);
  const text = typeof value === "string" ? quoted(value, 60) : String(value);
  return text === "undefined" ? "missing" : text;
}
