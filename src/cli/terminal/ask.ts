import { createInterface } from "node:readline";
import type { Surroundings } from "../surroundings.ts";

/**
 * Asks whoever sits at the terminal, on stderr: stdout is for answers. Anything but yes is no, the end of the input too.
 * Null: nobody is there to ask.
 */
export async function ask(
  { stdin, stderr, onStop }: Pick<Surroundings, "stdin" | "stderr" | "onStop">,
  question: string,
): Promise<boolean | null> {
  if (!stdin.isTTY) return null;
  stderr.write(`${question} [y/N] `);
  const lines = createInterface({ input: stdin });
  onStop(() => lines.close());
  try {
    const answer = await new Promise<string>((resolve) => {
      lines.once("line", resolve);
      lines.once("close", () => resolve(""));
    });
    return /^\s*y(es)?\s*$/i.test(answer);
  } finally {
    lines.close();
  }
}
