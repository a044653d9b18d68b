import type { Definition } from "./raw-block.ts";

/** The definitions in force: of equal labels the first one counts. Remembers which labels were touched. */
export class DefinitionList {
  private readonly byLabel = new Map<string, Definition>();
  readonly touched = new Set<string>();
  footnotes = 0;

  get(label: string): Definition | undefined {
    return this.byLabel.get(label);
  }

  /** Whether the definition is now in force. */
  add(definition: Definition): boolean {
    if (this.byLabel.has(definition.label)) return false;
    this.byLabel.set(definition.label, definition);
    this.touched.add(definition.label);
    if (definition.footnote) this.footnotes++;
    return true;
  }

  remove(definition: Definition): void {
    if (this.byLabel.get(definition.label) !== definition) return;
    this.byLabel.delete(definition.label);
    this.touched.add(definition.label);
    if (definition.footnote) this.footnotes--;
  }

  clear(): void {
    for (const label of this.byLabel.keys()) this.touched.add(label);
    this.byLabel.clear();
    this.footnotes = 0;
  }
}
