import { z } from "zod";
import { snakeCase } from "./snake-case.ts";

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** The JSON schema of an input, in the names that models know. Whatever it does not name is refused: a typo must not pass for nothing. */
export function inputSchemaOf(input: z.ZodObject): JsonValue {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input", target: "draft-2020-12" });
  return renamed(schema) as JsonValue;
}

function renamed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(renamed);
  if (typeof schema !== "object" || schema === null) return schema;
  const { properties, required, ...rest } = schema as {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly required?: readonly string[];
  };
  const kept = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, renamed(part)]));
  if (properties === undefined) return kept;
  return {
    ...kept,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [snakeCase(name), renamed(property)]),
    ),
    ...(required === undefined ? {} : { required: required.map(snakeCase) }),
    additionalProperties: false,
  };
}
