import { DOCUMENTS } from "./legitimate-documents.ts";
import { PAIRS } from "./legitimate-pairs.ts";

/** A rewrite that a person may well have asked for. */
export interface LegitimateRewrite {
  readonly name: string;
  readonly content: string;
  readonly given: string;
}

/** What can be done to any document without harm to it. null: there is nothing to do. */
const TRANSFORMATIONS: Readonly<Record<string, (text: string) => string | null>> = {
  "with one word changed": (text) => text.replace(/\b(?:the|und|の|is)\b/, "THE"),
  "with every line end as on Windows": (text) => text.replaceAll("\n", "\r\n"),
  "without its last line break": (text) => text.trimEnd(),
  "with headings one level down": (text) => text.replace(/^(#{1,5}) /gm, "#$1 "),
  "with headings in bold": (text) => text.replace(/^#{1,6} (.*)$/gm, "**$1**"),
  "with headings underlined": (text) => (hasFrontMatter(text) ? null : text.replace(/^#{1,2} (.*)$/gm, "$1\n---")),
  "with numbered headings": (text) => {
    let n = 0;
    return text.replace(/^## /gm, () => `## ${++n}. `);
  },
  "with every second heading gone": (text) => {
    let n = 0;
    return text.replace(/^#{1,6} .*\n\n?/gm, (heading) => (n++ % 2 === 0 ? heading : ""));
  },
  "with its sections in another order": (text) => {
    const [head = "", ...sections] = text.split(/^(?=## )/m);
    return sections.length < 2 ? null : [head, ...sections.map((one) => `${one.trimEnd()}\n\n`).reverse()].join("");
  },
  "shortened by a third": (text) => shorten(text, 0.67),
  "shortened to half": (text) => shorten(text, 0.5),
  "with long lines": (text) => text.replace(/([^\n|>`:]{60,})\n(?=[A-Za-z])/g, "$1 "),
  "with short lines": (text) => text.replace(/^([A-Z][^\n|`]{40,}?) /gm, "$1\n"),
  "with other bullets": (text) => text.replace(/^- /gm, "* "),
  "with a table of contents": (text) => {
    const titles = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => `- [${title}](#x)`);
    return titles.length === 0 || hasFrontMatter(text) ? null : `${titles.join("\n")}\n\n${text}`;
  },
  "with front matter": (text) => (hasFrontMatter(text) ? null : `---\ntitle: A text\nstate: draft\n...\n\n${text}`),
  "with a diff of itself in a code block": (text) =>
    `${text}\n## What changed\n\n~~~~diff\n--- a\n+++ b\n@@ -1 +1 @@\n${text.replace(/^/gm, "-")}~~~~\n`,
  "with placeholders in code": (text) =>
    `${text}\nNever send \`(rest unchanged)\` or \`...\`:\n\n    (rest unchanged)\n    ...\n\n\`\`\`\n[existing content]\n...\n\`\`\`\n`,
  "with placeholders in quotation marks": (text) =>
    `${text}\nNever send "(rest unchanged)", “… continues as before” or "[existing content]" in place of the text.\n`,
  "with a section on LaTeX and paths": (text) =>
    `${text}\n## Signs\n\n$\\nabla \\nu \\neq \\neg n$ and C:\\new\\notes and \\\\nas\\new are no line breaks; \\n is one.\n`,
  "between an introduction and a remark": (text) =>
    hasFrontMatter(text)
      ? null
      : `Somebody wrote this, and I agree:\n\n${text}\n> […]\n> as they say.\n\nNothing is to be added.\n`,
  "twice as long": (text) => (hasFrontMatter(text) ? null : `${text}\n\n${text.replace(/^#+ .*$/gm, "")}`),
};

const hasFrontMatter = (text: string): boolean => text.startsWith("---");

/** Cuts paragraphs, never headings, until just `share` of the text is left. */
function shorten(text: string, share: number): string | null {
  const blocks = text.split(/\n\n/);
  let length = text.length;
  const kept = blocks.map((block, i) => {
    if (i % 2 === 0 || /^(?:#|<|```|---|=)/.test(block) || /\n(?:---|===|```)/.test(block)) return block;
    const cut = block.slice(0, Math.ceil(block.length * 0.4)).replace(/\s+\S*$/, "");
    if (length - (block.length - cut.length) < text.length * share) return block;
    length -= block.length - cut.length;
    return cut;
  });
  const given = kept.join("\n\n");
  return given === text ? null : given;
}

/** Every document with everything that can be done to it, and the pairs written by hand; no two the same. */
export function legitimateRewrites(): readonly LegitimateRewrite[] {
  const made = Object.entries(DOCUMENTS).flatMap(([document, content]) =>
    Object.entries(TRANSFORMATIONS).flatMap(([how, transform]) => {
      const given = transform(content);
      return given === null || given === content ? [] : [{ name: `${document} ${how}`, content, given }];
    }),
  );
  const all = new Map([...made, ...PAIRS].map((one) => [`${one.content}\0${one.given}`, one]));
  return [...all.values()];
}
