import { escapeHtml } from "../../core/markdown/escape-html.ts";
import { parseMarkdown } from "../../core/markdown/parse-markdown.ts";
import { printHtml } from "../../core/markdown/print-html.ts";
import { createCodeColors } from "../../widget/text/preview/highlight/color-lines.ts";
import type { Paper } from "./paper.ts";

const INK = "color-mix(in srgb, currentColor";
const STYLE = `
:root { color-scheme: light dark; }
body { max-inline-size: 44rem; margin: 3rem auto; padding-inline: 1.25rem; font: 1.0625rem/1.65 system-ui, "Segoe UI", "Helvetica Neue", Arial, "Noto Sans", sans-serif; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin-block: 1.8em 0.6em; }
h1 { font-size: 1.9em; } h2 { font-size: 1.4em; } h3 { font-size: 1.15em; } h4, h5, h6 { font-size: 1em; }
h6 { color: ${INK} 70%, transparent); }
body > :first-child { margin-block-start: 0; }
ul, ol { padding-inline-start: 1.7em; }
li > ul, li > ol, li > p { margin-block: 0.3em; }
li:has(> input, > p:first-child > input) { list-style: none; }
input { appearance: none; box-sizing: border-box; inline-size: 1em; block-size: 1em; margin: 0; margin-inline: -1.5em 0.5em; vertical-align: -0.12em; border: 1px solid ${INK} 55%, transparent); border-radius: 3px; }
input:checked { background: ${INK} 75%, transparent); border-color: transparent; }
input:checked::before { content: ""; display: block; inline-size: 0.26em; block-size: 0.52em; margin: 0.08em auto 0; border: solid Canvas; border-width: 0 0.14em 0.14em 0; rotate: 45deg; }
pre { overflow-x: auto; padding: 0.9em 1em; background: ${INK} 5%, transparent); border-radius: 6px; line-height: 1.5; tab-size: 4; }
.code-keyword { color: light-dark(#8a2c8f, #dda2e6); }
.code-string, .code-added { color: light-dark(#1a6b34, #93d4a3); }
.code-number, .code-literal { color: light-dark(#94480a, #eab077); }
.code-comment, .code-meta { color: light-dark(#66645d, #a3a096); }
.code-comment { font-style: italic; }
.code-function, .code-name { color: light-dark(#1d5fa8, #8fc0f8); }
.code-type { color: light-dark(#0b6a70, #7fd0d6); }
.code-removed { color: light-dark(#a8261d, #ff9f94); }
.code-strong { font-weight: 650; }
code, pre { font-family: ui-monospace, "SF Mono", Consolas, "Liberation Mono", monospace; font-size: 0.9em; }
pre code { font-size: 1em; }
:not(pre) > code { padding: 0.1em 0.3em; background: ${INK} 7%, transparent); border-radius: 4px; }
blockquote { margin-inline: 0; padding-inline-start: 1em; border-inline-start: 3px solid ${INK} 20%, transparent); color: ${INK} 75%, transparent); }
blockquote blockquote { color: inherit; }
table { border-collapse: collapse; display: block; overflow-x: auto; margin-block: 1.2em; }
th, td { border: 1px solid ${INK} 22%, transparent); padding: 0.4em 0.75em; vertical-align: top; }
th { background: ${INK} 5%, transparent); }
th:not([align]) { text-align: start; }
hr { border: 0; border-block-start: 1px solid ${INK} 22%, transparent); margin-block: 2em; }
img { max-inline-size: 100%; block-size: auto; }
.footnotes { margin-block-start: 3em; padding-block-start: 1em; border-block-start: 1px solid ${INK} 22%, transparent); font-size: 0.875em; }
.footnotes p { margin-block: 0.3em; }
.alert { --alert: light-dark(#2558c4, #8db3ff); }
.alert-tip { --alert: light-dark(#1f6f43, #7fd3a0); }
.alert-important { --alert: light-dark(#8a2c8f, #dda2e6); }
.alert-warning { --alert: light-dark(#8a5a00, #f0c264); }
.alert-caution { --alert: light-dark(#b3261e, #ff9a8f); }
blockquote.alert { padding: 0.6em 1em; border-color: var(--alert); background: color-mix(in srgb, var(--alert) 7%, transparent); color: inherit; }
.alert > :last-child { margin-block-end: 0; }
.alert > .alert-label { margin-block: 0; color: var(--alert); font-weight: 600; font-size: 0.9em; }
.alert > .alert-label + * { margin-block-start: 0.2em; }
sup, sub { line-height: 0; }
kbd { padding: 0.1em 0.4em; border: 1px solid ${INK} 25%, transparent); border-block-end-width: 2px; border-radius: 4px; font-family: ui-monospace, "SF Mono", Consolas, "Liberation Mono", monospace; font-size: 0.85em; }
mark { padding-inline: 0.1em; border-radius: 3px; background: color-mix(in srgb, #c026d3 16%, transparent); color: inherit; }
details { margin-block: 1em; padding: 0.5em 1em; border: 1px solid ${INK} 22%, transparent); border-radius: 6px; }
summary { font-weight: 600; cursor: pointer; }
sup a { text-decoration: none; }
`;
const PRINT_STYLE = `
@page { margin: 20mm 20mm 22mm; @bottom-center { content: counter(page) " / " counter(pages); font: 8.5pt system-ui, sans-serif; color: #6b7280; } }
@media print {
  :root { color-scheme: light; print-color-adjust: exact; }
  body { max-inline-size: none; margin: 0; padding: 0; font-size: 10.5pt; line-height: 1.55; color: #1f2328; }
  h1, h2, h3, h4, h5, h6 { break-after: avoid; break-inside: avoid; }
  p, li, blockquote { orphans: 3; widows: 3; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; overflow: visible; box-decoration-break: clone; orphans: 4; widows: 4; }
  table { display: table; inline-size: 100%; overflow: visible; }
  thead { display: table-header-group; }
  tr, img, .alert-label, summary { break-inside: avoid; }
  .alert-label, summary { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
  img { max-block-size: 230mm; }
  a { color: #0550ae; text-decoration-thickness: 0.5pt; text-underline-offset: 0.15em; }
  .footnotes a[href^="#footnote-ref"] { display: none; }
}
`;

export interface HtmlPageOptions {
  /** The sheet that it is printed on; without, the printer's own. */
  readonly paper?: Paper;
}

/**
 * A markdown text as a document on its own: one file that opens anywhere and prints well, in which no script can run. A
 * picture from elsewhere is a link to it: whoever opens the page asks nobody for anything until they press it.
 */
export function htmlPage(title: string, markdown: string, { paper }: HtmlPageOptions = {}): string {
  const body = printHtml(parseMarkdown(markdown), {
    directions: true,
    remotePictures: false,
    colorCode: createCodeColors(),
    // On paper nothing can be opened.
    openDetails: paper !== undefined,
  });
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
  const sheet = paper === undefined ? "" : `@page { size: ${paper === "a4" ? "A4" : "letter"}; }\n`;
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${STYLE}${PRINT_STYLE}${sheet}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
