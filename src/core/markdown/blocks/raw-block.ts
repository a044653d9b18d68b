import type { Alignment, Block, ListItem, PlacedBlock, TableRow, TextNode } from "../tree.ts";

export type RawKind =
  | "root"
  | "quote"
  | "list"
  | "item"
  | "footnote"
  | "details"
  | "summary"
  | "paragraph"
  | "heading"
  | "fence"
  | "indented"
  | "html"
  | "table"
  | "rule"
  | "frontMatter"
  /** A paragraph that held nothing but definitions: renders as nothing, but its source is known. */
  | "definitions";

/** A link's target, or (with a label that starts with "^") the footnote that a label names. */
export interface Definition {
  readonly label: string;
  readonly href: string;
  readonly title: string;
  readonly footnote: RawBlock | null;
  /** A link definition's own source, relative to its top-level block. */
  readonly from: number;
  readonly to: number;
}

/** Shared by all blocks that have none of a kind: a long document has tens of thousands of blocks. Never written to. */
export const NONE: never[] = Object.freeze([] as never[]) as never[];

/**
 * A block as the line parser knows it: where its lines are, not what they say. Offsets are relative to `base` of its
 * top-level block. One shape for every kind keeps the engine's property access fast.
 */
export class RawBlock {
  kind: RawKind;
  readonly parent: RawBlock | null;
  /** Where the top-level block starts in the text. Only that block's own value is kept up to date. */
  base = 0;
  from: number;
  to: number;
  readonly startLine: number;
  endLine: number;
  /** Began as a new block on its own first line, so that parsing can start again from here. */
  clean = true;
  closed = false;
  tooDeep = false;
  children: RawBlock[];
  /** Paragraph, heading: from, to of each line's content. Table: of the head and each row. */
  segments: number[];
  /** Code, HTML, front matter: the lines as shown. A foldable part: its opening tag. */
  lines: TextNode[];
  /** How many of `lines` there are up to the last that is not blank. */
  solidLines = 0;
  /** Link definitions and footnotes inside a top-level block, in order. */
  definitions: Definition[] = NONE;

  /** A heading's level; 1 for a fence or a foldable part whose closing line has come. */
  level = 0;
  /** Of a foldable part: it says that it is open. */
  ordered = false;
  listStart = 0;
  /** The list's marker character, the fence's character, the kind of HTML block. */
  marker = 0;
  /** Columns that continue an item, or that a fence was indented by. */
  padding = 0;
  markerIndent = 0;
  fenceLength = 0;
  info = "";
  loose = false;
  /** The last line of the last child, to see blank lines between children. -1: no child yet. */
  lastEndLine = -1;
  align: readonly Alignment[] = [];
  /** A footnote's label, or what kind of alert a quote is. */
  label = "";
  /** An item's "[ ]": offset of the bracket, or -1. */
  taskAt = -1;
  checked = false;

  /** What was projected: children (or rows) that are final, the last projection, and the labels that both looked up. */
  done: (Block | null)[];
  doneItems: ListItem[];
  doneRows: TableRow[] = NONE;
  rowLabels: (ReadonlySet<string> | null)[] = NONE;
  node: Block | null = null;
  item: ListItem | null = null;
  nodeKey = "";
  nodeFrom = -1;
  /** Whether `node` was made with its end completed for display; "same" if that makes no difference. */
  nodeMode: "exact" | "repaired" | "same" = "exact";
  nodeVersion = -1;
  labels: Set<string> | null = null;
  /** The part whose labels were added to `labels` last, and how many it had: they are not added again. */
  addedLabels: ReadonlySet<string> | null = null;
  addedCount = 0;
  place: PlacedBlock | null = null;

  constructor(kind: RawKind, parent: RawBlock | null, from: number, line: number) {
    this.kind = kind;
    this.parent = parent;
    this.from = from;
    this.to = from;
    this.startLine = line;
    this.endLine = line;
    const container =
      kind === "item" ||
      kind === "list" ||
      kind === "quote" ||
      kind === "footnote" ||
      kind === "details" ||
      kind === "root";
    this.children = container ? [] : NONE;
    this.done = container && kind !== "list" ? [] : NONE;
    this.doneItems = kind === "list" ? [] : NONE;
    this.segments = kind === "paragraph" || kind === "heading" || kind === "summary" ? [] : NONE;
    this.lines = kind === "fence" || kind === "indented" || kind === "html" || kind === "details" ? [] : NONE;
  }
}

/** A value of an open block before a line is tried on it. */
export interface SavedBlock {
  readonly raw: RawBlock;
  readonly fields: Pick<
    RawBlock,
    | "kind"
    | "from"
    | "to"
    | "endLine"
    | "closed"
    | "tooDeep"
    | "children"
    | "segments"
    | "lines"
    | "solidLines"
    | "definitions"
    | "level"
    | "loose"
    | "lastEndLine"
    | "align"
    | "taskAt"
    | "checked"
  >;
  readonly children: number;
  readonly segments: number;
  readonly lines: number;
  readonly definitions: number;
}

/** Remembers the open blocks, so that a line that may still grow can be taken back. */
export function saveOpen(stack: readonly RawBlock[]): readonly SavedBlock[] {
  return stack.map((raw) => ({
    raw,
    fields: {
      kind: raw.kind,
      from: raw.from,
      to: raw.to,
      endLine: raw.endLine,
      closed: raw.closed,
      tooDeep: raw.tooDeep,
      children: raw.children,
      segments: raw.segments,
      lines: raw.lines,
      solidLines: raw.solidLines,
      definitions: raw.definitions,
      level: raw.level,
      loose: raw.loose,
      lastEndLine: raw.lastEndLine,
      align: raw.align,
      taskAt: raw.taskAt,
      checked: raw.checked,
    },
    children: raw.children.length,
    segments: raw.segments.length,
    lines: raw.lines.length,
    definitions: raw.definitions.length,
  }));
}

export function restoreOpen(saved: readonly SavedBlock[]): RawBlock[] {
  return saved.map(({ raw, fields, children, segments, lines, definitions }) => {
    Object.assign(raw, fields);
    if (raw.children.length > children) raw.children.length = children;
    if (raw.segments.length > segments) raw.segments.length = segments;
    if (raw.lines.length > lines) raw.lines.length = lines;
    if (raw.definitions.length > definitions) raw.definitions.length = definitions;
    return raw;
  });
}
