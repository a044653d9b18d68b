import { z } from "zod";

/** Whether fields can be asked of a value that came from outside. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * An object with at least these fields. What a newer release adds stays in it, so that an older one can hand it on; the type
 * names only what this release knows.
 */
export function atLeast<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  return z.looseObject(shape) as unknown as z.ZodObject<Shape>;
}

/** What `schema` checks of a `Value` is enough for this release to go on with it. It is taken as it came: the very object, not a copy. */
export function enoughOf<Value>(schema: z.ZodType): z.ZodType<Value> {
  return z.custom<Value>((value) => schema.safeParse(value).success);
}
