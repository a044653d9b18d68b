import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { ANNOUNCED } from "../../protocol/model-tools.ts";

/** The part of JSON Schema that every provider of models takes. */
export interface AnnouncedJson {
  readonly type: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: AnnouncedJson;
  readonly properties?: Readonly<Record<string, AnnouncedJson>>;
  readonly required?: readonly string[];
}

/**
 * The schema as it is announced. One request to Gemini fails whole on a keyword that it does not know (`const`, `oneOf`,
 * `exclusiveMinimum`, `$schema`), so a choice of objects becomes one object with all of their fields, the common ones
 * required; what may be null is announced without. The check at run time stays exact. Throws on what it has no form for.
 */
export function announce(schema: z.ZodType): AnnouncedJson {
  const announced = ANNOUNCED.get(schema);
  const json = announced === undefined ? plainForm(schema) : announce(announced.form);
  const { description } = schema;
  if (description === undefined) return json;
  const { type, ...rest } = json;
  return { type, ...rest, description };
}

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

function plainForm(schema: z.ZodType): AnnouncedJson {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return announce(schema.unwrap() as z.ZodType);
  }
  if (schema instanceof z.ZodString) return { type: "string" };
  if (schema instanceof z.ZodBoolean) return { type: "boolean" };
  if (schema instanceof z.ZodNumber) return numberForm(schema);
  if (schema instanceof z.ZodEnum) return { type: "string", enum: schema.options.map(String) };
  if (schema instanceof z.ZodLiteral) return { type: "string", enum: [...schema.values].map(String) };
  if (schema instanceof z.ZodArray) return { type: "array", items: announce(schema.element as z.ZodType) };
  if (schema instanceof z.ZodObject) return objectForm(schema);
  if (schema instanceof z.ZodUnion) return mergeObjects(schema.options.map((option) => announce(option as z.ZodType)));
  throw new TypeError(`A field of type ${schema.type} has no form that every model takes`);
}

function numberForm(schema: z.ZodNumber): AnnouncedJson {
  const { type, minimum, maximum, exclusiveMinimum } = z.toJSONSchema(schema);
  const least = typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : minimum;
  return {
    type: type === "integer" ? "integer" : "number",
    ...(isBound(least) ? { minimum: least } : {}),
    ...(isBound(maximum) ? { maximum } : {}),
  };
}

/** Every whole number has the widest bounds that there are, which say nothing. */
function isBound(bound: number | undefined): bound is number {
  return bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
}

function objectForm(schema: z.ZodObject): AnnouncedJson {
  const fields = Object.entries(schema.shape).map(([key, field]) => [key, field as z.ZodType] as const);
  const required = fields.filter(([, field]) => !isLeftOut(field)).map(([key]) => key);
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(([key, field]) => [key, announce(field)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** Whether a field may be left out; one that may be null is announced as such. */
function isLeftOut(field: z.ZodType): boolean {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodNullable;
}

function mergeObjects(options: readonly AnnouncedJson[]): AnnouncedJson {
  const properties = new Map<string, AnnouncedJson>();
  for (const option of options) {
    if (option.properties === undefined)
      throw new TypeError(`A choice of ${option.type} has no form that every model takes`);
    for (const [key, field] of Object.entries(option.properties)) {
      const known = properties.get(key);
      properties.set(key, known === undefined ? field : mergeFields(key, known, field));
    }
  }
  const required = [...properties.keys()].filter((key) => options.every((option) => option.required?.includes(key)));
  return { type: "object", properties: Object.fromEntries(properties), ...(required.length === 0 ? {} : { required }) };
}

function mergeFields(key: string, a: AnnouncedJson, b: AnnouncedJson): AnnouncedJson {
  if (a.enum !== undefined && b.enum !== undefined) return { ...a, enum: [...new Set([...a.enum, ...b.enum])] };
  if (JSON.stringify(a) === JSON.stringify(b)) return a;
  throw new TypeError(`${key} means two things in one choice, which has no form that every model takes`);
}
