import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { Decide, Decided } from "./ports.ts";

/** Asks for a decision until it needs no more texts. A version that cannot be rebuilt (null) keeps nobody from the text of today. */
export function decideWithTexts<Answer>(
  record: CanvasRecord,
  { versions, decide }: { readonly versions: readonly number[]; readonly decide: Decide<Answer> },
  textOf: (version: number) => string | null,
): Decided<Answer> {
  const sought = new Set<number>();
  const texts = new Map<number, string>();
  for (let needs = versions; ; ) {
    for (const version of needs) {
      const text = sought.has(version) ? null : textOf(version);
      sought.add(version);
      if (text !== null) texts.set(version, text);
    }
    const decision = decide(record, texts, sought);
    if (!("needs" in decision)) return decision;
    needs = decision.needs;
    assertFurther(needs, sought);
  }
}

/** A decision that asks for nothing new would ask for ever. */
export function assertFurther(needs: readonly number[], sought: ReadonlySet<number>): void {
  if (needs.every((version) => sought.has(version)))
    throw new RangeError("A decision asks again for texts that it was given");
}
