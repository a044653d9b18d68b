import type { DefinitionList } from "./blocks/definition-list.ts";
import { type Definition, NONE, type RawBlock, type SavedBlock } from "./blocks/raw-block.ts";
import { footnoteOrder, type KnownReferences } from "./footnote-order.ts";
import { addLabels, hasTooManyCells, projectBlock, projectItem, projectRow } from "./project-block.ts";
import type { Growing, Projection } from "./projection.ts";
import type { LinkPolicy } from "./safe-links.ts";
import type { Block, PlacedBlock } from "./tree.ts";

/**
 * Turns raw blocks into the tree, and remembers what it made: blocks that are final are made once, and made again only
 * when a label that they looked up comes to mean something else.
 */
export class Projector implements Projection {
  text = "";
  steps = 0;
  version = 0;
  repair = false;
  growing: Growing | null = null;
  private readonly root: RawBlock;
  private readonly definitions: DefinitionList;
  private readonly policy: LinkPolicy;
  /** What every projected block was made with. */
  private readonly known = new Map<string, Definition>();
  private numbers: ReadonlyMap<string, number> = new Map();
  private readonly changedAt = new Map<string, number>();
  /** The labels that got the present version. */
  private lastChanged: ReadonlySet<string> = new Set();
  private readonly references: KnownReferences = new WeakMap();
  private placed: PlacedBlock[] = [];
  private adopted: { readonly first: number; readonly nodes: readonly (Block | null)[] } | null = null;

  constructor(root: RawBlock, definitions: DefinitionList, policy: LinkPolicy) {
    this.root = root;
    this.definitions = definitions;
    this.policy = policy;
  }

  definition(label: string): Definition | undefined {
    return this.definitions.get(label);
  }

  footnoteNumber(label: string): number {
    return this.numbers.get(label) ?? 0;
  }

  safeLink(href: string): string {
    return this.policy.link(href);
  }

  safeImage(src: string): string {
    return this.policy.image(src);
  }

  changedSince(labels: ReadonlySet<string> | null, version: number): boolean {
    if (!labels || version === this.version) return false;
    const { lastChanged } = this;
    // Most often few labels of many changed.
    if (version === this.version - 1 && lastChanged.size < labels.size) {
      this.steps += lastChanged.size;
      for (const label of lastChanged) if (labels.has(label)) return true;
      return false;
    }
    this.steps += labels.size;
    for (const label of labels) if ((this.changedAt.get(label) ?? 0) > version) return true;
    return false;
  }

  /** The final nodes of the top-level blocks from `first` on. */
  finishedAfter(first: number): readonly (Block | null)[] {
    return this.root.done.slice(first);
  }

  /** Forgets the final top-level blocks from `count` on. */
  keepFirst(count: number): void {
    this.root.done.length = Math.min(count, this.root.done.length);
    this.placeFinished();
  }

  /** Takes nodes that were final before for the top-level blocks from `first` on. */
  adopt(first: number, nodes: readonly (Block | null)[]): void {
    this.adopted = { first, nodes };
  }

  /** Only now are all definitions known that the blocks before the adopted ones may look up. */
  private settleAdopted(): void {
    const { root, adopted } = this;
    if (!adopted) return;
    this.adopted = null;
    this.settleChildren(root, adopted.first);
    for (const node of adopted.nodes) root.done.push(node);
    this.placeFinished();
  }

  /** The document's blocks. `saved`: the open blocks as they were before the last line was tried. */
  project(text: string, saved: readonly SavedBlock[], repair: boolean): readonly PlacedBlock[] {
    this.text = text;
    this.settleAdopted();
    this.noteChanges(this.changedDefinitions());
    this.settle(saved);
    let blocks = this.blocks(repair);
    if (this.definitions.footnotes > 0 || this.numbers.size > 0) {
      const changed = this.changedNumbers();
      if (changed.size > 0) {
        this.noteChanges(changed);
        blocks = this.blocks(repair);
      }
    }
    return blocks;
  }

  private changedDefinitions(): ReadonlySet<string> {
    const { definitions, known } = this;
    const changed = new Set<string>();
    for (const label of definitions.touched) {
      const before = known.get(label);
      const after = definitions.get(label);
      if (before?.href !== after?.href || before?.title !== after?.title) changed.add(label);
      if (before?.footnote !== after?.footnote) changed.add(`^${label}`);
      if (after) known.set(label, after);
      else known.delete(label);
    }
    definitions.touched.clear();
    return changed;
  }

  private changedNumbers(): ReadonlySet<string> {
    const before = this.numbers;
    const { numbers: after, seen } = footnoteOrder(this.root.children, this.references);
    this.steps += seen * 4;
    const changed = new Set<string>();
    for (const [label, number] of after) {
      if (before.get(label) !== number) changed.add(label).add(`^${label}`);
    }
    for (const label of before.keys()) if (!after.has(label)) changed.add(label).add(`^${label}`);
    this.numbers = after;
    return changed;
  }

  private noteChanges(changed: ReadonlySet<string>): void {
    if (changed.size === 0) return;
    this.version++;
    for (const label of changed) this.changedAt.set(label, this.version);
    this.lastChanged = changed;
    this.steps += changed.size;
    const { root } = this;
    for (let i = 0; i < root.done.length; i++) {
      const child = root.children[i]!;
      if (!this.changedSince(child.labels, this.version - 1)) continue;
      this.refresh(child, child.base);
      root.done[i] = projectBlock(child, child.base, this);
    }
    this.placeFinished();
    const open = root.children[root.done.length];
    if (open) this.refresh(open, open.base);
  }

  /** Makes those final parts of a block again that looked up a label that changed. */
  private refresh(raw: RawBlock, base: number): void {
    const before = this.version - 1;
    for (let i = 0; i < raw.doneRows.length; i++) {
      if (!this.changedSince(raw.rowLabels[i]!, before)) continue;
      const { row, labels } = projectRow(raw, i, base, this);
      raw.doneRows[i] = row;
      raw.rowLabels[i] = labels;
    }
    for (let i = 0; i < raw.children.length; i++) {
      const child = raw.children[i]!;
      if (!this.changedSince(child.labels, before)) continue;
      this.refresh(child, base);
      if (i < raw.doneItems.length) raw.doneItems[i] = projectItem(child, base, this);
      else if (i < raw.done.length) raw.done[i] = projectBlock(child, base, this);
    }
  }

  /** Makes the parts that no later line can change, in the order of the text. */
  private settle(saved: readonly SavedBlock[]): void {
    const base = saved[1]?.raw.base ?? 0;
    for (let i = 0; i < saved.length; i++) {
      const { raw, fields, children, segments } = saved[i]!;
      const finished = i + 1 < saved.length ? children - 1 : children;
      if (raw === this.root) this.settleChildren(raw, finished);
      else if (fields.kind === "table") this.settleRows(raw, segments / 2, base);
      else if (fields.kind === "list") {
        for (let k = raw.doneItems.length; k < finished; k++) {
          const child = raw.children[k]!;
          raw.doneItems.push(projectItem(child, base, this));
          addLabels(raw, child.labels);
        }
      } else {
        for (let k = raw.done.length; k < finished; k++) {
          const child = raw.children[k]!;
          raw.done.push(projectBlock(child, base, this));
          addLabels(raw, child.labels);
        }
      }
    }
  }

  private settleRows(raw: RawBlock, count: number, base: number): void {
    if (raw.doneRows === NONE) {
      raw.doneRows = [];
      raw.rowLabels = [];
    }
    if (hasTooManyCells(raw)) return;
    for (let i = raw.doneRows.length; i < count; i++) {
      const { row, labels } = projectRow(raw, i, base, this);
      raw.doneRows.push(row);
      raw.rowLabels.push(labels);
      addLabels(raw, labels);
    }
  }

  private settleChildren(root: RawBlock, count: number): void {
    for (let i = root.done.length; i < count; i++) {
      const child = root.children[i]!;
      const node = projectBlock(child, child.base, this);
      root.done.push(node);
      if (node) this.placed.push(this.place(child, node));
    }
  }

  private place(raw: RawBlock, node: Block): PlacedBlock {
    if (raw.place?.node !== node || raw.place.from !== raw.base) raw.place = { from: raw.base, node };
    return raw.place;
  }

  private placeFinished(): void {
    const { root } = this;
    this.placed = [];
    for (let i = 0; i < root.done.length; i++) {
      const node = root.done[i];
      if (node) this.placed.push(this.place(root.children[i]!, node));
    }
  }

  /** All blocks. Only those that are still open are shown repaired: what is final is exact. */
  private blocks(repair: boolean): readonly PlacedBlock[] {
    const { root } = this;
    const blocks = this.placed.slice();
    this.repair = repair;
    for (let i = root.done.length; i < root.children.length; i++) {
      const child = root.children[i]!;
      const node = projectBlock(child, child.base, this);
      if (node) blocks.push(this.place(child, node));
    }
    this.repair = false;
    return blocks;
  }
}
