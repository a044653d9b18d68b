import { commonPrefix, commonSuffix } from "../text/common-ends.ts";
import { frontMatterEnd } from "../text/front-matter-end.ts";
import { lineEnd, nextLine } from "../text/split-lines.ts";
import { BlockParser } from "./blocks/block-parser.ts";
import { DefinitionList } from "./blocks/definition-list.ts";
import { RawBlock, restoreOpen, saveOpen } from "./blocks/raw-block.ts";
import { rebaseEdits } from "./carry-over.ts";
import { frontMatterBlock, openFrontMatter } from "./front-matter.ts";
import { shownEnd } from "./hold-back.ts";
import { Projector } from "./projector.ts";
import type { LinkPolicy } from "./safe-links.ts";
import type { MarkdownDocument, PlacedBlock } from "./tree.ts";

/** A document that remembers the engine it came from, so that the next text can be read as a change of this one. */
export interface EngineDocument extends MarkdownDocument {
  readonly engine: Engine;
  /** The engine's count of documents when this was made: an engine serves only its latest. */
  readonly stamp: number;
  /** Its tail was completed for display. */
  readonly repaired: boolean;
  /** Its blocks are those of an earlier, shorter text: the rest is shown with one of the next updates. */
  readonly behind: boolean;
}

/**
 * Streaming may work so many steps in each update, and for each character that arrived. An update that cost more is paid
 * for by the next ones, which show nothing new until then: a long paragraph that has to be read again as a whole with
 * every character is so shown less often.
 */
const STEPS_AN_UPDATE = 1500;
const STEPS_A_CHARACTER = 5;
/** What it costs to show a block that is still open and to take its last line back, counted in the same steps. */
const OPEN_BLOCK_STEPS = 32;

/**
 * Keeps what is known of a text so that a changed text costs its change. Lines that ended are read for good; the last one
 * may still grow, so it is tried on the open blocks, shown, and taken back. A change further up starts again from its
 * top-level block and stops where an old block starts with the same text after it.
 */
export class Engine {
  private text = "";
  private readonly root = new RawBlock("root", null, 0, 0);
  private readonly definitions = new DefinitionList();
  private readonly parser = new BlockParser(this.root, this.definitions);
  private readonly projector: Projector;
  /** Everything before this offset was read for good. */
  private committed = 0;
  private frontMatter = 0;
  private stamp = 0;
  private blocks: readonly PlacedBlock[] = [];
  /** Steps that were worked beyond what streaming may. */
  private owed = 0;

  constructor(policy: LinkPolicy) {
    this.projector = new Projector(this.root, this.definitions, policy);
  }

  /** Whether a document is the latest of this engine. */
  owns(document: EngineDocument): boolean {
    return document.engine === this && document.stamp === this.stamp;
  }

  /** The work done so far: about as many as characters of inline text that were looked at. */
  get steps(): number {
    return this.parser.steps + this.projector.steps;
  }

  /** Reads a text. With `repair` what its end leaves open is shown as if it were closed. */
  update(text: string, repair = false): EngineDocument {
    const frontMatter = frontMatterEnd(text);
    const { committed } = this;
    const before = this.steps;
    const allowed = STEPS_AN_UPDATE + STEPS_A_CHARACTER * Math.max(0, text.length - this.text.length);
    const isGrowth = frontMatter === this.frontMatter && text.slice(0, this.text.length) === this.text;
    this.owed = repair && isGrowth ? Math.max(0, this.owed - allowed) : 0;
    if (frontMatter !== this.frontMatter) this.reset(text, frontMatter);
    else if (!isGrowth) {
      this.projector.growing = null;
      const halved = text.charCodeAt(committed - 1) === 13 && text.charCodeAt(committed) === 10;
      if (halved || text.slice(0, committed) !== this.text.slice(0, committed)) this.edit(text);
    }
    this.text = text;
    this.parser.text = text;
    this.commitLines(() => false);
    this.stamp++;
    const behind = this.owed > 0;
    if (!behind) this.blocks = this.readBlocks(repair);
    if (repair) this.owed += Math.max(0, this.steps - before - allowed);
    return { text, blocks: this.blocks, engine: this, stamp: this.stamp, repaired: repair, behind };
  }

  private reset(text: string, frontMatter: number): void {
    const { root, parser } = this;
    this.definitions.clear();
    this.projector.growing = null;
    this.projector.keepFirst(0);
    root.children = frontMatter > 0 ? [frontMatterBlock(text, frontMatter, root)] : [];
    parser.stack = [root];
    parser.idleLine = -1;
    this.frontMatter = frontMatter;
    this.committed = frontMatter;
  }

  /** Reads the lines that have ended, until `stop` says so after one of them. */
  private commitLines(stop: (start: number) => boolean): boolean {
    const { parser } = this;
    const { text } = parser;
    const { length } = text;
    let start = this.committed;
    let feed = text.indexOf("\n", start);
    let carriage = text.indexOf("\r", start);
    while (feed >= 0 || carriage >= 0) {
      let end: number;
      let next: number;
      if (carriage >= 0 && (feed < 0 || carriage < feed)) {
        // A carriage return at the very end may be the first half of a line ending.
        if (carriage + 1 >= length) break;
        end = carriage;
        next = feed === carriage + 1 ? feed + 1 : carriage + 1;
      } else {
        end = feed;
        next = feed + 1;
      }
      parser.line(start, end);
      const stopped = stop(start);
      start = next;
      this.committed = start;
      if (stopped) return true;
      if (feed >= 0 && feed < start) feed = text.indexOf("\n", start);
      if (carriage >= 0 && carriage < start) carriage = text.indexOf("\r", start);
    }
    return false;
  }

  /** Reads a text that differs from the last one before `committed`. */
  private edit(text: string): void {
    const { root, parser, definitions, projector } = this;
    const old = this.text;
    const prefix = commonPrefix(old, text);
    if (prefix < this.frontMatter) {
      this.reset(text, this.frontMatter);
      return;
    }
    const suffix = commonSuffix(old, text, Math.min(old.length, text.length) - prefix);
    const delta = text.length - old.length;
    const first = this.restartAt(old, text, prefix);
    const rest = root.children.slice(first);
    const { stack, lineNumber } = parser;
    const oldCommitted = this.committed;
    const finished = projector.finishedAfter(first);
    projector.keepFirst(first);
    root.children = root.children.slice(0, first);
    definitions.clear();
    for (const raw of root.children) for (const definition of raw.definitions) definitions.add(definition);
    parser.stack = [root];
    parser.idleLine = -1;
    parser.text = text;
    this.committed = rest[0] && first > (this.frontMatter > 0 ? 1 : 0) ? rest[0].base : this.frontMatter;
    const changeEnd = text.length - suffix;
    let next = 0;
    const met = this.commitLines((start) => {
      if (start < changeEnd) return false;
      while (next < rest.length && rest[next]!.base + delta < start) next++;
      const raw = rest[next];
      const started = root.children.at(-1);
      return (
        raw?.base === start - delta && raw.clean && started?.base === start && started.startLine === parser.lineNumber
      );
    });
    parser.pending = [];
    for (let i = 0; i < rest.length; i++) {
      const again = root.children[first + i];
      if (again?.base !== rest[i]!.base || again.base >= prefix) break;
      rebaseEdits(rest[i]!, again, prefix - again.base);
    }
    if (!met) return;
    const replaced = root.children.pop()!;
    for (const definition of replaced.definitions) definitions.remove(definition);
    for (const raw of rest.slice(next)) {
      raw.base += delta;
      root.children.push(raw);
      for (const definition of raw.definitions) definitions.add(definition);
    }
    projector.adopt(root.children.length - (rest.length - next), finished.slice(next));
    parser.stack = stack;
    parser.idleLine = -1;
    parser.lineNumber = lineNumber;
    this.committed = oldCommitted + delta;
  }

  /** The index of the last top-level block that starts the same way in both texts and that a parse can start from. */
  private restartAt(old: string, text: string, prefix: number): number {
    const { children } = this.root;
    let low = 0;
    let high = children.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (children[middle]!.base < prefix) low = middle + 1;
      else high = middle;
    }
    for (let i = low - 1; i >= 0; i--) {
      const raw = children[i]!;
      if (!raw.clean) continue;
      const end = lineEnd(old, raw.base, prefix);
      const next = end < prefix ? nextLine(old, end) : prefix + 1;
      if (next < prefix || (next === prefix && text.charCodeAt(next - 1) === 10)) return i;
    }
    return this.frontMatter > 0 ? 1 : 0;
  }

  private shown(blocks: readonly PlacedBlock[]): readonly PlacedBlock[] {
    const { text } = this;
    const lines = text.charCodeAt(0) === 45 ? openFrontMatter(text) : null;
    if (!lines) return blocks;
    this.parser.steps += text.length;
    return lines.length === 0 ? [] : [{ from: 0, node: { type: "frontMatter", from: 0, to: text.length, lines } }];
  }

  /** The blocks of the whole text; its last line is read for now only. */
  private readBlocks(repair: boolean): readonly PlacedBlock[] {
    const { parser, text, definitions, projector } = this;
    parser.pending = [];
    const saved = saveOpen(parser.stack);
    parser.steps += saved.length * OPEN_BLOCK_STEPS;
    const { lineNumber } = parser;
    if (this.committed < text.length) {
      const ended = text.charCodeAt(text.length - 1) === 13;
      const whole = ended ? text.length - 1 : text.length;
      const end = repair && !ended ? shownEnd(text, this.committed, parser.stack) : whole;
      if (end > this.committed || whole === this.committed) parser.line(this.committed, end);
    }
    parser.finish();
    const blocks = repair ? this.shown(projector.project(text, saved, true)) : projector.project(text, saved, false);
    parser.stack = restoreOpen(saved);
    parser.lineNumber = lineNumber;
    for (const definition of parser.pending) definitions.remove(definition);
    return blocks;
  }
}
