import { z } from "zod";

/**
 * An object with at least these fields. What a newer release adds stays in it, so that an older one can hand it on; the type
 * names only what this release knows.
 */
export function atLeast<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  return z.looseObject(shape) as unknown as z.ZodObject<Shape>;
}

/** What `schema` checks of a `Value` is enough for this release to go on with it; the rest is taken as it comes. */
export function enoughOf<Value>(schema: z.ZodType): z.ZodType<Value> {
  return schema as z.ZodType<Value>;
}
