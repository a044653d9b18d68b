import {
  ExternalHyperlink,
  FootnoteReferenceRun,
  ImageRun,
  type IRunOptions,
  type ParagraphChild,
  Tab,
  TextRun,
} from "docx";
import type { Inline, TextNode } from "../../../core/markdown/tree.ts";
import { pictureFrom } from "./picture.ts";
import type { NotePlacer } from "./place-notes.ts";
import { splitByDirection } from "./split-by-direction.ts";
import { CODE_TEXT, LINK_TEXT, MUTED } from "./styles.ts";
import type { ChangeTracker } from "./track-changes.ts";
import { xmlText } from "./xml-text.ts";

type RunStyle = Omit<IRunOptions, "text" | "children">;

export interface InlineSurroundings {
  /** Where the top-level block that holds the text starts in the source. */
  readonly base: number;
  readonly rightToLeft: boolean;
  /** Null where word processors allow no comments: in footnotes. */
  readonly notes: NotePlacer | null;
  readonly changes: ChangeTracker | null;
  /** The widest that a picture may be, in pixels. */
  readonly width: number;
  /** Whether this reference is the note's first, and may be a real one. */
  readonly referFirst: (number: number) => boolean;
}

/** Inline content as runs. Only http, https and mailto become links; a remote picture becomes a link to it. */
export function inlineRuns(
  nodes: readonly Inline[],
  surroundings: InlineSurroundings,
  style: RunStyle = {},
): ParagraphChild[] {
  return nodes.flatMap((node) => inlineRun(node, surroundings, style));
}

function inlineRun(node: Inline, surroundings: InlineSurroundings, style: RunStyle): readonly ParagraphChild[] {
  switch (node.type) {
    case "text":
      return changedRuns(node, surroundings, style);
    case "strong":
      return inlineRuns(node.children, surroundings, { ...style, bold: true });
    case "emphasis":
      return inlineRuns(node.children, surroundings, { ...style, italics: true });
    case "strike":
      return inlineRuns(node.children, surroundings, { ...style, strike: true });
    case "kbd":
      return inlineRuns(node.children, surroundings, { ...style, style: CODE_TEXT });
    case "sub":
      return inlineRuns(node.children, surroundings, { ...style, subScript: true });
    case "sup":
      return inlineRuns(node.children, surroundings, { ...style, superScript: true });
    case "mark":
      return inlineRuns(node.children, surroundings, { ...style, highlight: "yellow" });
    case "code":
    case "html":
      return textRuns(node.text, surroundings, { ...style, style: CODE_TEXT });
    case "link":
      return linked(node.href, style, (inner) => inlineRuns(node.children, surroundings, inner));
    case "image":
      return imageRuns(node, surroundings, style);
    case "break":
      return [new TextRun(node.hard ? { ...style, break: 1 } : { ...style, text: " " })];
    case "footnoteRef":
      return surroundings.referFirst(node.number)
        ? [new FootnoteReferenceRun(node.number)]
        : [new TextRun({ ...style, text: String(node.number), superScript: true })];
  }
}

function linked(
  href: string,
  style: RunStyle,
  content: (style: RunStyle) => ParagraphChild[],
): readonly ParagraphChild[] {
  // An address within the page has no page here; a link in a link would not open in Word.
  if (!/^(?:https?|mailto):/i.test(href) || style.style === LINK_TEXT) return content(style);
  const children = content({ ...style, style: LINK_TEXT });
  return [new ExternalHyperlink({ link: xmlText(href), children })];
}

function imageRuns(
  node: Inline & { readonly type: "image" },
  surroundings: InlineSurroundings,
  style: RunStyle,
): readonly ParagraphChild[] {
  const picture = pictureFrom(node.src);
  if (!picture) {
    return linked(node.src, style, (inner) =>
      textRuns(node.alt, surroundings, inner === style ? { ...style, italics: true, color: MUTED } : inner),
    );
  }
  const { type, data, width, height } = picture;
  const scale = Math.min(1, surroundings.width / width);
  const alt = xmlText(node.alt.value);
  const transformation = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  return [
    new ImageRun({ type, data, transformation, altText: { name: alt || "picture", description: alt, title: alt } }),
  ];
}

function textRuns(node: TextNode, surroundings: InlineSurroundings, style: RunStyle): ParagraphChild[] {
  return noted(node, surroundings, (value) => plainRuns(value, surroundings.rightToLeft, style));
}

function noted(
  node: TextNode,
  { notes, base }: InlineSurroundings,
  runs: (value: string) => readonly ParagraphChild[],
): ParagraphChild[] {
  return [...(notes ? notes.around(node, base, runs) : runs(node.value))];
}

/** Text with what is suggested in it as changes to take or leave. */
function changedRuns(node: TextNode, surroundings: InlineSurroundings, style: RunStyle): ParagraphChild[] {
  const { changes, base } = surroundings;
  if (!changes) return textRuns(node, surroundings, style);
  return changes.cut(node, base).flatMap((piece) => {
    const { change } = piece;
    if (!change) return textRuns(piece.node, surroundings, style);
    const removed =
      piece.node.value === ""
        ? []
        : noted(piece.node, surroundings, (value) => [changes.removal(value, change, style)]);
    return [...removed, ...changes.insertion(change, style)];
  });
}

/** Text as it is, cut where its direction turns; a tab is a tab. */
export function plainRuns(value: string, rightToLeft: boolean, style: RunStyle = {}): TextRun[] {
  return splitByDirection(xmlText(value), rightToLeft).map(
    (part) =>
      new TextRun({
        ...style,
        ...(part.rightToLeft ? { rightToLeft: true } : {}),
        children: part.text.split("\t").flatMap((text, i) => [...(i > 0 ? [new Tab()] : []), ...(text ? [text] : [])]),
      }),
  );
}
