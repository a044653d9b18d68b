import { AlignmentType, Document, Footer, Packer, PageNumber, Paragraph, TextRun } from "docx";
import { parseMarkdown } from "../../../core/markdown/parse-markdown.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { Paper } from "../paper.ts";
import { BlockWriter } from "./block-writer.ts";
import { docxComments, nameOf } from "./docx-comments.ts";
import { NotePlacer } from "./place-notes.ts";
import { DOCX_STYLES, MUTED } from "./styles.ts";
import { ChangeTracker } from "./track-changes.ts";
import { xmlText } from "./xml-text.ts";

/** Twentieths of a point. */
const SHEETS = { a4: { width: 11_906, height: 16_838 }, letter: { width: 12_240, height: 15_840 } };
const MARGIN = 1_300;

export interface DocxOptions {
  readonly paper: Paper;
  /** Whether open comments and suggestions come along, as Word's comments and changes to take or leave. */
  readonly comments: boolean;
}

/** The canvas as a Word document. */
export async function docxFile(record: CanvasRecord, { paper, comments: wanted }: DocxOptions): Promise<Buffer> {
  const { id, title, version, content } = record.document;
  const markdown = parseMarkdown(content);
  const changes = wanted ? new ChangeTracker(markdown, record.proposals, nameOf) : null;
  const { comments, places } = changes
    ? docxComments(record, (proposal) => changes.tracked.has(proposal))
    : { comments: [], places: [] };
  const size = SHEETS[paper];
  const writer = new BlockWriter(new NotePlacer(places), changes, size.width - 2 * MARGIN);
  const children = writer.document(markdown);
  const document = new Document({
    title: xmlText(title),
    description: `Canvas ${id}, version ${version}`,
    creator: "Writing Canvas",
    lastModifiedBy: "Writing Canvas",
    styles: DOCX_STYLES,
    numbering: { config: writer.numberings },
    footnotes: writer.footnotes,
    ...(comments.length > 0 ? { comments: { children: comments } } : {}),
    sections: [
      {
        properties: { page: { size, margin: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN } } },
        footers: { default: pageNumbers() },
        children,
      },
    ],
  });
  return Packer.toBuffer(document);
}

function pageNumbers(): Footer {
  const number = new TextRun({ children: [PageNumber.CURRENT, " / ", PageNumber.TOTAL_PAGES], color: MUTED, size: 18 });
  return new Footer({ children: [new Paragraph({ alignment: AlignmentType.CENTER, children: [number] })] });
}
