import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { parseMarkdown } from "../../../core/markdown/parse-markdown.ts";
import { plainText } from "../../../core/markdown/plain-text.ts";
import { EXAMPLES, markdownText } from "../../../core/markdown/testing/random-markdown.ts";
import type { CanvasComment, CanvasRecord, Proposal } from "../../../core/records/canvas.ts";
import { sampleRecord } from "../../../server/storage/sample-change.ts";
import { docxFile } from "./docx-file.ts";
import { pictureFrom } from "./picture.ts";
import { splitByDirection } from "./split-by-direction.ts";
import { xmlText } from "./xml-text.ts";

interface Opened {
  readonly files: Readonly<Record<string, string>>;
  readonly document: string;
  /** The text of each paragraph of the body, in order. */
  readonly lines: readonly string[];
}

async function opened(content: string, change: Partial<CanvasRecord> = {}, comments = false): Promise<Opened> {
  const record = { ...sampleRecord("AAAA", content, { title: "A <plan> & more" }), ...change };
  const zip = unzipSync(new Uint8Array(await docxFile(record, { paper: "a4", comments })));
  const files: Record<string, string> = {};
  for (const [name, bytes] of Object.entries(zip)) {
    if (!/\.(xml|rels)$/.test(name)) continue;
    files[name] = strFromU8(bytes);
    expectWellFormed(name, files[name]);
  }
  const document = files["word/document.xml"] ?? "";
  return { files, document, lines: paragraphs(document) };
}

/** The reverse of what was written: text, tabs and breaks of every paragraph. */
function paragraphs(xml: string): string[] {
  const lines: string[] = [];
  for (const [token, text] of xml.matchAll(/<w:p[ >/]|<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<w:tab\/>|<w:br\/>/g)) {
    if (token.startsWith("<w:p")) lines.push("");
    else lines[lines.length - 1] += token === "<w:tab/>" ? "\t" : token === "<w:br/>" ? "\n" : unescaped(text ?? "");
  }
  return lines;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&amp;": "&",
};
const unescaped = (text: string): string => text.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);

function expectWellFormed(name: string, xml: string): void {
  const open: string[] = [];
  for (const [, closing, tag = "", empty] of xml.matchAll(/<(\/)?([\w:]+)(?:\s[^<>]*?)?(\/)?>/g)) {
    if (closing) expect([name, open.pop()]).toEqual([name, tag]);
    else if (!empty) open.push(tag);
  }
  expect([name, open]).toEqual([name, []]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
}

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

test("every example of the standard says the same words in Word", async () => {
  for (let at = 0; at < EXAMPLES.length; at += 40) {
    const together = EXAMPLES.slice(at, at + 40);
    const markdown = together.map((example) => example.markdown).join("\n\n");
    const { lines } = await opened(markdown);
    expect(words(lines.join("\n"))).toEqual(words(xmlText(plainText(parseMarkdown(markdown)))));
  }
});

test("law: no text makes a file that is not well formed, and no word is lost", async () => {
  await fc.assert(
    fc.asyncProperty(markdownText, async (markdown) => {
      const { lines, files } = await opened(markdown);
      const written = words([...lines, ...paragraphs(files["word/footnotes.xml"] ?? "")].join("\n"));
      const missing = new Map<string, number>();
      for (const word of written) missing.set(word, (missing.get(word) ?? 0) - 1);
      for (const word of words(xmlText(plainText(parseMarkdown(markdown))))) {
        missing.set(word, (missing.get(word) ?? 0) + 1);
      }
      // A reference stands right behind its word: such words are compared above, without references.
      if (!markdown.includes("[^")) expect([...missing].filter(([, count]) => count > 0)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

describe("looks", () => {
  test("headings, marks and links are Word's own; only allowed addresses are links", async () => {
    const { document, files, lines } = await opened(
      "# One\n\n**b** *i* ~~s~~ `c` [l](https://e.x/?a=1&b=2) [m](mailto:a@b.c) [j](javascript:alert(1)) [h](#x)\n",
    );
    expect(lines).toEqual(["One", "b i s c l m j h"]);
    expect(document).toContain('<w:pStyle w:val="Heading1"/>');
    for (const mark of ["<w:b/>", "<w:i/>", "<w:strike/>", '<w:rStyle w:val="CodeText"/>'])
      expect(document).toContain(mark);
    const targets = [...(files["word/_rels/document.xml.rels"] ?? "").matchAll(/hyperlink" Target="([^"]*)"/g)];
    expect(targets.map((match) => match[1])).toEqual(["https://e.x/?a=1&amp;b=2", "mailto:a@b.c"]);
  });

  test("keys, small letters, marks, breaks, alerts and parts that fold", async () => {
    const { document, lines } = await opened(
      "a<br>b <kbd>k</kbd> <sub>l</sub> <sup>m</sup> <mark>n</mark>\n\n<details>\n<summary>More</summary>\n\ntext\n\n</details>\n\n> [!NOTE]\n> said\n",
    );
    expect(lines).toEqual(["a\nb k l m n", "More", "text", "Note", "said"]);
    for (const mark of ["subscript", "superscript"]) expect(document).toContain(`<w:vertAlign w:val="${mark}"/>`);
    expect(document).toContain('<w:highlight w:val="yellow"/>');
    expect(document.match(/<w:b\/>/g)).toHaveLength(2);
    expect(document.match(/<w:keepNext\/>/g)).toHaveLength(2);
  });

  test("each ordered list counts for itself, from its own number", async () => {
    const { document, files } = await opened("3. a\n4. b\n   1. c\n   2. d\n\n---\n\n1. e\n");
    const numbers = [...document.matchAll(/<w:ilvl w:val="(\d)"\/><w:numId w:val="(\d+)"\/>/g)].map(
      (m) => `${m[1]}:${m[2]}`,
    );
    expect(new Set(numbers).size).toBe(3);
    expect(numbers[0]).toBe(numbers[1]);
    expect(numbers[2]).toBe(numbers[3]);
    expect(numbers[2]?.startsWith("1:")).toBe(true);
    expect(files["word/numbering.xml"]).toContain('<w:start w:val="3"/>');
  });

  test("tasks have boxes that can be ticked", async () => {
    const { document, lines } = await opened("- [ ] open\n- [x] done\n");
    expect(document.match(/<w14:checkbox>/g)).toHaveLength(2);
    expect(document.match(/<w14:checked w14:val="(?:1|true)"\/>/g)).toHaveLength(1);
    expect(lines).toEqual(["\topen", "\tdone"]);
  });

  test("tables have a repeated head and the columns' alignment", async () => {
    const { document, lines } = await opened("| a | b |\n|:-:|--:|\n| c | d |\n");
    expect(lines.slice(0, 4)).toEqual(["a", "b", "c", "d"]);
    expect(document).toContain("<w:tblHeader/>");
    expect(document.match(/<w:jc w:val="center"\/>/g)).toHaveLength(2);
    expect(document.match(/<w:jc w:val="right"\/>/g)).toHaveLength(2);
  });

  test("code keeps its lines, its spaces and its tabs", async () => {
    expect((await opened("```\na\n\n\tb  c\n```\n")).lines).toEqual(["a\n\n\tb  c"]);
  });

  test("footnotes are Word's own; a second reference is its number; one never used is not lost", async () => {
    const { document, files, lines } = await opened(
      "A[^x] and B[^x].\n\n[^x]: The *note*.\n\n    Two.\n\n[^y]: Unused.\n",
    );
    expect(document.match(/<w:footnoteReference w:id="1"\/>/g)).toHaveLength(1);
    expect(lines).toEqual(["A and B1.", "[^y]", "Unused."]);
    expect(paragraphs(files["word/footnotes.xml"] ?? "").filter((line) => line !== "")).toEqual(["The note.", "Two."]);
  });

  test("text from right to left is so in Word, and what is not within it is not", async () => {
    const { document } = await opened("שלום world 12\n\nHello עולם\n");
    expect(document.match(/<w:bidi\/>/g)).toHaveLength(1);
    expect(document.match(/<w:rtl\/>/g)).toHaveLength(3);
    expect(splitByDirection("a אב גד, b", false).map(({ text }) => text)).toEqual(["a ", "אב גד", ", b"]);
  });

  test("its title and what it was made from stand in its properties", async () => {
    const core = (await opened("x")).files["docProps/core.xml"];
    expect(core).toContain("<dc:title>A &lt;plan&gt; &amp; more</dc:title>");
    expect(core).toContain("Canvas AAAA, version 1");
  });
});

describe("pictures", () => {
  const PNG =
    "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==";

  test("one that is in the text is in the document; one from elsewhere is a link and is not fetched", async () => {
    const { document, files, lines } = await opened(`![dot](data:image/png;base64,${PNG}) ![far](https://e.x/i.png)\n`);
    expect(document).toContain("<pic:pic");
    expect(lines).toEqual([" far"]);
    expect(files["word/_rels/document.xml.rels"]).toContain('Target="https://e.x/i.png"');
  });

  test.each([
    ["png", `data:image/png;base64,${PNG}`, { type: "png", width: 5, height: 5 }],
    [
      "gif",
      "data:image/gif;base64,R0lGODlhAQACAIAAAP///wAAACwAAAAAAQACAAACAkQBADs=",
      { type: "gif", width: 1, height: 2 },
    ],
    [
      "jpeg",
      `data:image/jpeg;base64,${Buffer.from("ffd8ffe000044a46ffc0000b080003000701011100ffd9", "hex").toString("base64")}`,
      { type: "jpg", width: 7, height: 3 },
    ],
    ["not what it says", "data:image/png;base64,AAAA", null],
    ["cut short", "data:image/jpeg;base64,/9j/4A==", null],
    ["a form that Word does not show", "data:image/webp;base64,UklGRg==", null],
  ])("%s", (_, src, expected) => {
    const found = pictureFrom(src);
    if (expected === null) expect(found).toBeNull();
    else expect(found).toMatchObject(expected);
  });
});

test("characters that XML cannot hold become visible", async () => {
  expect((await opened("a\u001b[31m\ud800b\uffff\n")).lines).toEqual(["a␛[31m\ufffdb\ufffd"]);
});

describe("comments", () => {
  const content = "# Plan\n\nOne **bold word** here.\n\n- `code` item\n";
  const comment = (id: string, quote: string | null, change: Partial<CanvasComment> = {}): CanvasComment => ({
    id,
    anchor:
      quote === null
        ? null
        : {
            quotedText: quote,
            offset: content.indexOf(quote),
            length: quote.length,
            prefix: "",
            suffix: "",
            revision: 1,
          },
    body: `about ${id}`,
    by: { kind: "person" },
    createdAt: "2026-11-16T12:00:00.000Z",
    resolved: false,
    ...change,
  });

  /** The text between a comment's marks. */
  const covered = (document: string, id: number): string => {
    const from = document.indexOf(`<w:commentRangeStart w:id="${id}"/>`);
    const to = document.indexOf(`<w:commentRangeEnd w:id="${id}"/>`);
    expect([from >= 0, to > from]).toEqual([true, true]);
    return paragraphs(`<w:p>${document.slice(from, to)}`).join("\n");
  };

  test("stand on their words, across marks too, with their answers", async () => {
    const comments = [
      comment("a", "e **bold w"),
      comment("r", null, { replyTo: "a", by: { kind: "model" } }),
      comment("c", "code"),
      comment("w", null),
      comment("done", "here", { resolved: true }),
      comment("gone", "Plan", { deleted: true }),
    ];
    const { document, files } = await opened(content, { comments }, true);
    expect(covered(document, 0)).toBe("e bold w");
    expect(covered(document, 1)).toBe("e bold w");
    expect(covered(document, 2)).toBe("code");
    expect(covered(document, 3)).toBe("");
    const bodies = paragraphs(files["word/comments.xml"] ?? "");
    expect(bodies).toEqual(["about a", "about r", "about c", "about w"]);
    expect(files["word/commentsExtended.xml"]).toContain("paraIdParent");
  });

  const suggestion = (quote: string, text: string, reason?: string): Proposal => ({
    id: quote,
    kind: "suggestion",
    by: { kind: "model" },
    anchor: comment("x", quote).anchor!,
    text,
    ...(reason === undefined ? {} : { reason }),
    createdAt: "2026-11-16T12:00:00.000Z",
    version: 1,
    state: "open",
  });

  test("plain words for plain words are a change to take or leave, with its reason as a comment", async () => {
    const proposals = [
      suggestion("One", "Two", "Better."),
      suggestion("bold word", "strong word"),
      suggestion("here", ""),
    ];
    const { document, files } = await opened(content, { proposals }, true);
    const changes = [
      ...document.matchAll(/<w:(ins|del) [^>]*w:author="Claude"[^>]*>.*?<w:(?:t|delText)[^>]*>([^<]*)</g),
    ];
    expect(changes.map(([, kind, text]) => `${kind} ${text}`)).toEqual([
      "del One",
      "ins Two",
      "del bold word",
      "ins strong word",
      "del here",
    ]);
    expect(new Set([...document.matchAll(/<w:(?:ins|del) w:id="(\d+)"/g)].map((match) => match[1])).size).toBe(5);
    expect(paragraphs(files["word/comments.xml"] ?? "")).toEqual(["Better."]);
  });

  test("what touches markdown's own marks is told; without being asked for none of it comes along", async () => {
    const proposals = [suggestion("**bold word**", "*word*"), suggestion("item", "item\n- more")];
    const { document, files } = await opened(content, { proposals }, true);
    expect(document).not.toMatch(/<w:(?:ins|del) /);
    expect(covered(document, 0)).toBe("bold word");
    expect(paragraphs(files["word/comments.xml"] ?? "")).toEqual([
      "Suggestion: “*word*” instead of “**bold word**”",
      "Suggestion: “item",
      "- more” instead of “item”",
    ]);
    expect((await opened(content, { proposals })).document).not.toContain("comment");
  });

  test("law: every comment has its beginning, its end and its reference, in this order, wherever it stands", async () => {
    const places = fc.array(fc.tuple(fc.nat(60), fc.nat(20)), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(markdownText, places, async (markdown, chosen) => {
        const comments = chosen.map(([at, length], i): CanvasComment => {
          const quotedText = markdown.slice(at, at + length);
          return {
            ...comment(`c${i}`, null),
            anchor: { quotedText, offset: at, length: quotedText.length, prefix: "", suffix: "", revision: 1 },
          };
        });
        const { document } = await opened(markdown, { comments }, true);
        comments.forEach((_, id) => {
          const [start, end, reference] = ["RangeStart", "RangeEnd", "Reference"].map((kind) =>
            document.indexOf(`<w:comment${kind} w:id="${id}"/>`),
          );
          expect([start! >= 0, end! > start!, reference! > end!]).toEqual([true, true, true]);
        });
      }),
      { numRuns: 40 },
    );
  });
});
