import type { z } from "zod";
import type { CanvasError } from "../../protocol/errors.ts";

/** Where an input is not as it should be; `next` says what to do. */
export function badInput({ issues }: z.ZodError, next: string): CanvasError {
  const words = issues.map(({ path, message }) => `${path.length === 0 ? "input" : path.join(".")}: ${message}`);
  return { code: "invalid_input", message: `${words.join("; ")}. ${next}` };
}
