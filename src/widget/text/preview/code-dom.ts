import { isCanvasBlock } from "../../../core/blocks/canvas-block.ts";
import type { Block, TextNode } from "../../../core/markdown/tree.ts";
import { fenceRest } from "../../../core/markdown/unseen-parts.ts";
import { mayHoldUnseen, unseenRuns } from "../../../core/text/unseen-characters.ts";
import { blockWords, previewWords } from "../../words.ts";
import type { BlockCard } from "./blocks/block-card.ts";
import { type Token as Colored, type Grammar, highlightLine } from "./highlight/highlight-line.ts";
import { setText } from "./inline-dom.ts";
import { type BuildContext, element, type Mounted, ownButton, ownElement, type TreeNode } from "./mounted.ts";
import { patchKids } from "./patch-kids.ts";
import { visibleText } from "./safe-address.ts";
import { unseenElement } from "./unseen-dom.ts";

type CodeNode = Extract<Block, { type: "code" }>;

/** A line's DOM pieces are at most this long: the browser lays out one huge text node in seconds. */
const LONGEST_PIECE = 2000;

/** A piece of a line: of one colour, or characters that nobody sees. */
interface Token {
  readonly kind: Colored["kind"] | "unseen";
  readonly text: string;
}

export interface MountedLine extends Mounted<TextNode> {
  /** Colours the line again when what stands before it has changed; gives the state after it. */
  readonly color: (language: Grammar | null, startState: number) => number;
}

/**
 * A code block: its language, a copy button, and one element a line, coloured line by line. One that can be run has its own bar
 * besides; the lines stay in the page while it runs.
 */
export function mountCode(context: BuildContext, first: CodeNode): Mounted {
  const dom = element(context, "div", "preview-code");
  const bar = ownElement(context, "div", "preview-code-bar");
  const label = element(context, "span", "preview-code-language");
  const copy = ownButton(context, "preview-button", previewWords.copy);
  copy.setAttribute("aria-label", previewWords.copyCode);
  bar.append(label, copy);
  const pre = element(context, "pre", "preview-code-lines");
  pre.tabIndex = 0;
  pre.setAttribute("role", "region");
  const host = element(context, "code");
  pre.append(host);
  dom.append(bar, pre);

  const blocks = isCanvasBlock(first) ? context.blocks : undefined;
  let card: BlockCard | null = null;
  let language: Grammar | null = null;
  const setInfo = (node: CodeNode) => {
    const { language: name } = node;
    language = context.languageOf(name);
    const rest = fenceRest(node);
    label.textContent = blocks ? blockWords.label : visibleText(rest === "" ? name : `${name} ${rest}`);
    if (rest === "" || blocks) label.removeAttribute("title");
    else label.title = label.textContent;
    pre.setAttribute("aria-label", previewWords.codeIn(name));
  };
  const colorFrom = (index: number) => {
    let state = (kids[index - 1] as MountedLine | undefined)?.color(language, -1) ?? 0;
    for (let line = index; line < kids.length; line++) state = (kids[line] as MountedLine).color(language, state);
  };
  const kids: Mounted[] = [];
  const mounted: Mounted = {
    node: first,
    dom,
    kids,
    host,
    patch(node) {
      if (node.type !== "code" || !("lines" in node)) return false;
      if (context.blocks && isCanvasBlock(node) !== (blocks !== undefined)) return false;
      const before = mounted.node as CodeNode;
      mounted.node = node;
      const isOtherLanguage = before.language !== node.language;
      if (before.info !== node.info) setInfo(node);
      const changed = patchKids(host, kids, node.lines, (line) => mountLine(context, line) as Mounted);
      if (isOtherLanguage) colorFrom(0);
      else if (changed) colorFrom(changed.start);
      if (blocks) card?.show(blocks.htmlOf(node));
      return true;
    },
    ...(blocks && {
      keeps: (node: TreeNode) =>
        node.type === "code" && "lines" in node && isCanvasBlock(node) && card?.keeps(blocks.htmlOf(node)) === true,
    }),
  };
  setInfo(first);
  context.owners.set(copy, mounted);
  patchKids(host, kids, first.lines, (line) => mountLine(context, line) as Mounted);
  colorFrom(0);
  if (blocks) card = blocks.dress({ dom, bar, label, pre }, blocks.htmlOf(first));
  return mounted;
}

/** One line of code or of raw text. It shows nothing until it is coloured. */
export function mountLine(context: BuildContext, first: TextNode): MountedLine {
  const dom = element(context, "span", "preview-code-line");
  let shown: Token[] = [];
  let colored: { value: string; language: Grammar | null; start: number; end: number } | null = null;
  const mounted: MountedLine = {
    node: first,
    dom,
    kids: [],
    host: dom,
    patch(node) {
      if (node.type !== "text") return false;
      mounted.node = node;
      return true;
    },
    color(language, startState) {
      const { value } = mounted.node;
      const isSame = colored !== null && colored.value === value && colored.language === language;
      if (colored !== null && isSame && (startState === -1 || colored.start === startState)) return colored.end;
      const start = Math.max(startState, 0);
      const { tokens, endState } = language
        ? highlightLine(language, value, start)
        : { tokens: [{ kind: null, text: value }], endState: 0 };
      const pieces = shortPieces(mayHoldUnseen(value) ? partUnseen(tokens, value) : tokens);
      showTokens(context, dom, shown, pieces);
      shown = pieces;
      colored = { value, language, start, end: endState };
      return endState;
    },
  };
  return mounted;
}

function showTokens(context: BuildContext, dom: Element, before: readonly Token[], after: readonly Token[]): void {
  let same = 0;
  while (same < before.length && same < after.length && isEqual(before[same]!, after[same]!)) same++;
  const next = after[same]?.kind;
  if (same < before.length && same < after.length && before[same]!.kind === next && next !== UNSEEN) {
    const child = dom.childNodes[same]!;
    setText(context, (child.firstChild ?? child) as Text, before[same]!.text, after[same]!.text);
    same++;
  }
  while (dom.childNodes.length > same) dom.lastChild!.remove();
  for (let index = same; index < after.length; index++) {
    const { kind, text } = after[index]!;
    const piece = context.document.createTextNode(text);
    if (kind === null) dom.append(piece);
    else if (kind === UNSEEN) dom.append(unseenElement(context, text, piece));
    else {
      const colored = element(context, "span", `code-${kind}`);
      colored.append(piece);
      dom.append(colored);
    }
  }
}

const UNSEEN = "unseen";

/** The tokens with characters that nobody sees as tokens of their own. */
function partUnseen(tokens: readonly Token[], value: string): readonly Token[] {
  const runs = unseenRuns(value);
  if (runs.length === 0) return tokens;
  const parted: Token[] = [];
  let at = 0;
  let next = 0;
  for (const token of tokens) {
    const end = at + token.text.length;
    for (let from = at; from < end; ) {
      while (next < runs.length && runs[next]!.to <= from) next++;
      const run = runs[next];
      const isInside = run !== undefined && run.from <= from;
      const to = Math.min(end, run === undefined ? end : isInside ? run.to : run.from);
      parted.push({ kind: isInside ? UNSEEN : token.kind, text: value.slice(from, to) });
      from = to;
    }
    at = end;
  }
  return parted;
}

function isEqual(one: Token, other: Token): boolean {
  return one.kind === other.kind && one.text === other.text;
}

function shortPieces(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => {
    if (token.text.length <= LONGEST_PIECE) return token.text === "" ? [] : [token];
    const pieces: Token[] = [];
    for (let at = 0; at < token.text.length; ) {
      const end = borderAfter(token.text, at + LONGEST_PIECE);
      pieces.push({ kind: token.kind, text: token.text.slice(at, end) });
      at = end;
    }
    return pieces;
  });
}

/** `offset`, or one more where it would cut a character in two. */
function borderAfter(text: string, offset: number): number {
  const isInsidePair = (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800;
  return isInsidePair ? offset + 1 : offset;
}
