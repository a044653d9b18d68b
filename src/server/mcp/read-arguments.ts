import { z } from "zod";
import { quoted } from "../../core/text/quote-text.ts";
import { ANNOUNCED } from "../../protocol/model-tools.ts";
import { isRecord } from "../../protocol/partial-check.ts";

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
 * it is taken (`repairArguments`). Unknown keys are left out and named, but one that is a known key misspelt is refused:
 * `canvasId` for `canvas_id` would make a new canvas instead of changing one.
 */
export function readArguments(schema: z.ZodObject, given: unknown): ReadArguments {
  const { value, unknown, misspelt } = repairArguments(schema, given ?? {});
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

/** Arguments in the form that their schema asks for, and the keys that it does not have. */
export interface Repaired {
  readonly value: unknown;
  /** Paths such as `edits[0].bar`. */
  readonly unknown: readonly string[];
  readonly misspelt: readonly { readonly path: string; readonly meant: string }[];
}

interface UnknownKeys {
  readonly unknown: string[];
  readonly misspelt: { readonly path: string; readonly meant: string }[];
}

/**
 * Models and hosts send null for what they leave out, "3" for 3, "true" for true, one thing for a list of one, and JSON
 * text for a list or an object: where only one thing can be meant, that is taken. Everything else stays as it was given,
 * for the check that follows to refuse.
 */
export function repairArguments(schema: z.ZodObject, given: unknown): Repaired {
  const keys: UnknownKeys = { unknown: [], misspelt: [] };
  return { value: repairValue(schema, given, "", keys), ...keys };
}

function repairValue(schema: z.ZodType, value: unknown, path: string, keys: UnknownKeys): unknown {
  const announced = ANNOUNCED.get(schema);
  if (announced?.form instanceof z.ZodArray) return repairList(announced.form, value, path, keys, announced.alsoKnown);
  if (isWrapper(schema)) return repairValue(schema.unwrap() as z.ZodType, value, path, keys);
  if (schema instanceof z.ZodArray) return repairList(schema, value, path, keys);
  if (schema instanceof z.ZodObject) return repairObject(schema, value, path, keys);
  if (typeof value !== "string") return value;
  if (schema instanceof z.ZodNumber && /^-?(?:0|[1-9]\d{0,14})$/.test(value)) return Number(value);
  if (schema instanceof z.ZodBoolean && (value === "true" || value === "false")) return value === "true";
  return value;
}

function repairList(
  schema: z.ZodArray,
  given: unknown,
  path: string,
  keys: UnknownKeys,
  alsoKnown: readonly string[] = [],
): unknown {
  const element = schema.element as z.ZodType;
  const parsed = fromJson(given, /^\s*[[{]/);
  const list = asList(element, parsed);
  if (!Array.isArray(list)) return list;
  return list.map((item, index) =>
    element instanceof z.ZodObject
      ? repairObject(element, item, `${path}[${index}]`, keys, alsoKnown)
      : repairValue(element, item, `${path}[${index}]`, keys),
  );
}

function asList(element: z.ZodType, value: unknown): unknown {
  if (isRecord(value)) return [value];
  if (typeof value !== "string" || !(element instanceof z.ZodString)) return value;
  return value.trim() === "" ? [] : [value];
}

function repairObject(
  schema: z.ZodObject,
  given: unknown,
  path: string,
  keys: UnknownKeys,
  alsoKnown: readonly string[] = [],
): unknown {
  const value = fromJson(given, /^\s*\{/);
  if (!isRecord(value)) return value;
  const fields: [string, unknown][] = [];
  for (const [key, each] of Object.entries(value)) {
    const field = Object.hasOwn(schema.shape, key) ? (schema.shape[key] as z.ZodType) : undefined;
    const name = path === "" ? key : `${path}.${key}`;
    if (field !== undefined) {
      // Null is "left out" wherever it is not a value of its own.
      if (each !== null || takesNull(field)) fields.push([key, repairValue(field, each, name, keys)]);
      continue;
    }
    if (alsoKnown.includes(key)) fields.push([key, each]);
    else noteUnknown(schema, key, name, each, keys);
  }
  return Object.fromEntries(fields);
}

/** What models call the id now and then: not understood, a rewrite would become a new canvas. */
const CALLED_OTHERWISE: ReadonlyMap<string, string> = new Map([
  ["id", "canvas_id"],
  ["canvas", "canvas_id"],
]);

function noteUnknown(schema: z.ZodObject, key: string, path: string, value: unknown, keys: UnknownKeys): void {
  const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");
  const otherwise = CALLED_OTHERWISE.get(letters(key));
  const meant = Object.keys(schema.shape).find((name) => letters(name) === letters(key) || name === otherwise);
  if (meant !== undefined) keys.misspelt.push({ path, meant });
  else if (value !== null) keys.unknown.push(path);
}

/** The value of JSON text that begins as asked; anything else as it is. */
function fromJson(value: unknown, beginning: RegExp): unknown {
  if (typeof value !== "string" || !beginning.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    // Not JSON after all: the check that follows says what it must be.
    return value;
  }
}

type Wrapper = z.ZodOptional | z.ZodDefault | z.ZodNullable;

function isWrapper(schema: z.ZodType): schema is Wrapper {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable;
}

function takesNull(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodNullable) return true;
  return isWrapper(schema) && takesNull(schema.unwrap() as z.ZodType);
}
