import {
  defineLanguageFacet,
  HighlightStyle,
  Language,
  languageDataProp,
  syntaxHighlighting,
} from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { styleTags, Tag, tags } from "@lezer/highlight";
import { GFM, parser } from "@lezer/markdown";

const codeInfo = Tag.define();
const fence = Tag.define();

// Not @codemirror/lang-markdown: it brings the HTML, CSS and JavaScript languages along, twice the size of the editor.
const data = defineLanguageFacet({ wordChars: "" });
const markdown = parser.configure([
  GFM,
  {
    props: [
      languageDataProp.add({ Document: data }),
      styleTags({ "FencedCode/CodeMark": fence, CodeInfo: codeInfo, "TableHeader/...": tags.strong }),
    ],
  },
]);
const language = new Language(data, markdown, [], "markdown");

// Classes rather than rules: what they look like stands in editor.css, on the tokens.
const style = HighlightStyle.define([
  { tag: tags.heading1, class: "md-heading md-heading1" },
  { tag: tags.heading2, class: "md-heading md-heading2" },
  { tag: tags.heading3, class: "md-heading md-heading3" },
  { tag: [tags.heading4, tags.heading5, tags.heading6], class: "md-heading" },
  { tag: tags.strong, class: "md-strong" },
  { tag: tags.emphasis, class: "md-emphasis" },
  { tag: tags.strikethrough, class: "md-strike" },
  { tag: tags.monospace, class: "md-code" },
  { tag: tags.link, class: "md-link" },
  { tag: tags.url, class: "md-address" },
  { tag: tags.quote, class: "md-quote" },
  { tag: tags.atom, class: "md-box" },
  { tag: [tags.processingInstruction, tags.contentSeparator, fence], class: "md-sign" },
  { tag: [tags.comment, codeInfo, tags.labelName], class: "md-quiet" },
  { tag: [tags.escape, tags.character], class: "md-quiet" },
]);

/** Markdown with GitHub's additions, and the classes by which editor.css gives it its type. */
export function markdownLanguage(): Extension {
  return [language, syntaxHighlighting(style)];
}
