import { BorderStyle, type IBaseParagraphStyleOptions, type IStylesOptions } from "docx";

/** Names of our own styles, so that a reader can change the looks of all code at once. */
export const CODE_TEXT = "CodeText";
export const CODE_BLOCK = "CodeBlock";
export const QUOTE = "QuoteText";
export const LINK_TEXT = "Hyperlink";

export const INK = "1F2328";
export const MUTED = "59636E";
export const LINE = "D1D9E0";
export const SHADE = "F6F8FA";

// East Asian text takes the reader's own fonts: these have none of its characters.
const BODY_FONT = { ascii: "Calibri", hAnsi: "Calibri", cs: "Calibri" };
const CODE_FONT = { ascii: "Consolas", hAnsi: "Consolas", cs: "Courier New" };

/** Lengths are twentieths of a point, sizes half points: Word's own units. */
export const DOCX_STYLES: IStylesOptions = {
  default: {
    document: {
      run: { font: BODY_FONT, size: 22, color: INK },
      paragraph: { spacing: { after: 140, line: 288 } },
    },
    heading1: heading(36, 160, 160),
    heading2: heading(28, 360, 120),
    heading3: heading(24, 300, 100),
    heading4: heading(22, 260, 80),
    heading5: heading(22, 240, 80),
    heading6: heading(22, 240, 80, MUTED),
    hyperlink: { run: { color: "0969DA", underline: { color: "0969DA" } } },
    footnoteText: { run: { size: 18 }, paragraph: { spacing: { after: 60, line: 252 } } },
  },
  paragraphStyles: [
    {
      id: CODE_BLOCK,
      name: "Code Block",
      basedOn: "Normal",
      quickFormat: true,
      run: { font: CODE_FONT, size: 18, noProof: true },
      paragraph: {
        spacing: { before: 60, after: 200, line: 264 },
        shading: { fill: SHADE },
        border: { top: frame(), bottom: frame(), left: frame(), right: frame() },
      },
    },
    { id: QUOTE, name: "Quote Text", basedOn: "Normal", quickFormat: true, run: { color: MUTED } },
  ],
  characterStyles: [
    {
      id: CODE_TEXT,
      name: "Code Text",
      quickFormat: true,
      run: { font: CODE_FONT, size: 20, noProof: true, shading: { fill: SHADE } },
    },
  ],
};

function heading(size: number, before: number, after: number, color = INK): IBaseParagraphStyleOptions {
  return {
    run: { font: BODY_FONT, size, bold: true, color },
    paragraph: { spacing: { before, after, line: 264 }, keepNext: true, keepLines: true },
  };
}

function frame() {
  return { style: BorderStyle.SINGLE, color: SHADE, size: 4, space: 6 };
}
