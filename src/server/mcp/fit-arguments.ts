import { z } from "zod";
import { ANNOUNCED } from "../../protocol/model-tools.ts";

/** Arguments in the form that their schema asks for, and the keys that it does not have. */
export interface Fitted {
  readonly value: unknown;
  /** Paths such as `edits[0].bar`. */
  readonly unknown: readonly string[];
  readonly misspelt: readonly { readonly path: string; readonly meant: string }[];
}

interface Heard {
  readonly unknown: string[];
  readonly misspelt: { readonly path: string; readonly meant: string }[];
}

/**
 * Models and hosts send null for what they leave out, "3" for 3, "true" for true, one thing for a list of one, and JSON
 * text for a list or an object: where only one thing can be meant, that is taken. Everything else stays as it was given,
 * for the check that follows to refuse.
 */
export function fitArguments(schema: z.ZodObject, given: unknown): Fitted {
  const heard: Heard = { unknown: [], misspelt: [] };
  return { value: fitValue(schema, given, "", heard), ...heard };
}

function fitValue(schema: z.ZodType, value: unknown, path: string, heard: Heard): unknown {
  const announced = ANNOUNCED.get(schema);
  if (announced?.form instanceof z.ZodArray) return fitList(announced.form, value, path, heard, announced.alsoKnown);
  if (isWrapper(schema)) return fitValue(schema.unwrap() as z.ZodType, value, path, heard);
  if (schema instanceof z.ZodArray) return fitList(schema, value, path, heard);
  if (schema instanceof z.ZodObject) return fitObject(schema, value, path, heard);
  if (typeof value !== "string") return value;
  if (schema instanceof z.ZodNumber && /^-?(?:0|[1-9]\d{0,14})$/.test(value)) return Number(value);
  if (schema instanceof z.ZodBoolean && (value === "true" || value === "false")) return value === "true";
  return value;
}

function fitList(
  schema: z.ZodArray,
  given: unknown,
  path: string,
  heard: Heard,
  alsoKnown: readonly string[] = [],
): unknown {
  const element = schema.element as z.ZodType;
  const parsed = fromJson(given, /^\s*[[{]/);
  const list = asList(element, parsed);
  if (!Array.isArray(list)) return list;
  return list.map((item, index) =>
    element instanceof z.ZodObject
      ? fitObject(element, item, `${path}[${index}]`, heard, alsoKnown)
      : fitValue(element, item, `${path}[${index}]`, heard),
  );
}

function asList(element: z.ZodType, value: unknown): unknown {
  if (isRecord(value)) return [value];
  if (typeof value !== "string" || !(element instanceof z.ZodString)) return value;
  return value.trim() === "" ? [] : [value];
}

function fitObject(
  schema: z.ZodObject,
  given: unknown,
  path: string,
  heard: Heard,
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
      if (each !== null || takesNull(field)) fields.push([key, fitValue(field, each, name, heard)]);
      continue;
    }
    if (alsoKnown.includes(key)) fields.push([key, each]);
    else hearUnknown(schema, key, name, each, heard);
  }
  return Object.fromEntries(fields);
}

/** What models call the id now and then: unheard, a rewrite would become a new canvas. */
const CALLED_OTHERWISE: ReadonlyMap<string, string> = new Map([
  ["id", "canvas_id"],
  ["canvas", "canvas_id"],
]);

function hearUnknown(schema: z.ZodObject, key: string, path: string, value: unknown, heard: Heard): void {
  const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");
  const otherwise = CALLED_OTHERWISE.get(letters(key));
  const meant = Object.keys(schema.shape).find((name) => letters(name) === letters(key) || name === otherwise);
  if (meant !== undefined) heard.misspelt.push({ path, meant });
  else if (value !== null) heard.unknown.push(path);
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
