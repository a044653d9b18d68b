import { tests as written } from "commonmark-spec";
import fc from "fast-check";

/** Texts for laws: the standard's examples, GFM and footnotes, joined at random, with line endings of every kind. */

/** The package shows a tab as an arrow. */
export const EXAMPLES = written.map(({ number, markdown, html }) => ({
  number,
  markdown: markdown.replaceAll("→", "\t"),
  html: html.replaceAll("→", "\t"),
}));

const EXTENSIONS = [
  "| a | b |\n|:--|--:|\n| `x \\| y` | **b** |\n| c |\n",
  "text before\n| h1 | h2 |\n| --- | --- |\n| [a][foo] | d |\n\nafter\n",
  "> | a |\n> |---|\n> | b |\nlazy\n",
  "- | a |\n  |---|\n  | b |\n\n  | c |\n",
  "- [ ] open *task*\n- [x] done\n  - [X] inner\n- [ ]\n",
  "1. [x] one\n\n   two\n2. [ ] three\n",
  "~~gone~~ ~one~ ~~~not~~~ **~~both~~**\n",
  "see www.example.com/a_b_(c)). and https://example.org/?q=1&amp; x@y.example\n",
  "[www.example.com](https://a.b) <https://c.d> mailto:me@here.example.\n",
  "A note[^1] and another[^two] and again[^1].\n",
  "[^1]: The *first* note.\n\n    More of it.\n\n[^two]: Second [^1]\n",
  "- in a list[^1]\n\n[^1]: twice defined\n[^3]: never used\n",
  "[foo]: https://example.com/foo 'Title'\n[bar]: <https://example.com/b ar>\n",
  "[foo] [Foo][] [x][bar] ![img *alt*][foo] [none]\n",
  '![a &amp; b](https://e.x/i.png "t") &copy; &#35; \\* \\a &nope;\n',
  "A paragraph of some length with **bold words**, *italic words*, `code words` and a [link](https://example.com/x).\n".repeat(
    5,
  ),
  "A line that is long and has no marks at all and goes on\nand another one that **opens and\ncloses** later `and\ncode` here\n".repeat(
    4,
  ),
  `${"Prose without an end, word after word after word, ".repeat(12)}and a *late* mark.\n`,
  `A [title that](https://e.x "${"goes on ".repeat(40)}")and [one that](https://e.x '${"never ends ".repeat(30)}\n`,
  `<a title="${"long value ".repeat(30)}">in a tag</a> and <b${" c".repeat(120)}\n`,
  "```ts\nconst a = 1;\n\n\tindented();\n```\n",
  "~~~\nnever closed\n",
  "> ```\n> in a quote\n> \n> end\n",
  "\tcode\n\n\tmore\n \n",
  "-\ttab\n\n\t\tcode in item\n",
  "---\ntitle: T\nlist: [a]\n---\n",
  '<div class="x">\n*not* marked\n</div>\n',
  "text <b onclick='x'>bold</b> <!-- note --> end\n",
  "Heading\n=======\n\nOther *one*\n---\n",
  "# One #\n## Two\n",
  "a  \nhard\\\nbreaks\n",
  "press <kbd>Ctrl</kbd>+<kbd>C</kbd>, H<sub>2</sub>O, x<sup>*2*</sup> and <mark>**marked**</mark><br>next<br/>and<br />last\n",
  "*a <kbd>b* c</kbd> [d <sub>e](https://e.x) f</sub> <sup>g [h</sup> i](https://e.x) </mark> <kbd>left open\n",
  `<mark>${"long *words* of a mark, ".repeat(20)}</mark> and <kbd>${"never closed ".repeat(20)}\n`,
  "| a<br>b | <kbd>c</kbd> |\n|---|---|\n| <sub>d | e</sub> |\n| f<br /> | <mark>g \\| h</mark> |\n",
  "<details>\n<summary>Some *title*</summary>\n\n- item\n- other\n\n</details>\n",
  "<details open><summary>One line[^1]</summary>\ntext [foo]\n</details>\nafter\n",
  "<details>\n\n<details>\n<summary>Inner</summary>\n```\n</details>\n```\n</details>\n\n> quoted\n\n</details>\n",
  "<details>\n<summary>Never closed</summary>\n\n# Heading\n",
  "<details class=x>\n<summary>No</summary>\n</details>\n",
  "</details>\n",
  "<br>\n\n<kbd>\nK\n</kbd>\n",
  "> [!NOTE]\n> A *note*.\n>\n> - more\n",
  "> [!WARNING]  \n\n> [!nope]\n> text\n",
  "\n",
  "\n\n",
];

const SOURCES: readonly string[] = [...EXAMPLES.map((example) => example.markdown), ...EXTENSIONS];

const piece = fc.nat(SOURCES.length - 1).map((index) => SOURCES[index]!);
const extension = fc.nat(EXTENSIONS.length - 1).map((index) => EXTENSIONS[index]!);

/** Up to five examples one after the other, some inside a quote or an item. */
export const markdownText: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.tuple(fc.oneof(piece, extension), fc.constantFrom("", "", "", "\n", "> ", "- ", "    ")), {
      minLength: 1,
      maxLength: 5,
    }),
    fc.constantFrom("\n", "\n", "\n", "\r\n", "\r"),
  )
  .map(([parts, ending]) => {
    const text = parts
      .map(([source, prefix]) => (prefix === "" || prefix === "\n" ? prefix + source : indent(source, prefix)))
      .join("");
    return ending === "\n" ? text : text.replaceAll("\n", ending);
  });

function indent(source: string, prefix: string): string {
  const next = prefix === "- " ? "  " : prefix;
  return source
    .split("\n")
    .map((line, index) => (line === "" ? line : (index === 0 ? prefix : next) + line))
    .join("\n");
}

/** What a person may type anywhere. */
export const insertion: fc.Arbitrary<string> = fc.constantFrom(
  "",
  "x",
  " ",
  "\n",
  "\n\n",
  "\r",
  "\t",
  "- ",
  "> ",
  "1. ",
  "```\n",
  "*",
  "`",
  "|",
  "|---|\n",
  "---\n",
  "[foo]: /u\n",
  "[foo]: https://new.example\n\n",
  "[^1]",
  "[^1]: new\n",
  "[",
  "](",
  "<",
  "&amp;",
  "# ",
  "<br>",
  "<kbd>",
  "</kbd>",
  "<details>\n",
  "<details><summary>s</summary>\n",
  "\n</details>\n",
  "> [!TIP]\n",
);
