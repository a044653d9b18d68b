import { DOCUMENTS } from "./legitimate-documents.ts";

const PLAN = DOCUMENTS["a plan"]!;
const VERSES = DOCUMENTS["numbered verses"]!;
const LISTS = DOCUMENTS["lists of plus and minus"]!;
const REPORT = DOCUMENTS["a report with tables"]!;
const LONG = "The committee met, talked, and went home without a decision that anybody could remember. ";

/** Rewrites that no rule makes: each is what a person asked for. */
export const PAIRS: readonly { readonly name: string; readonly content: string; readonly given: string }[] = [
  {
    name: "a translation into Chinese, a third as long in characters",
    content: PLAN,
    given: `# 图书馆搬迁

镇图书馆将从旧学校搬到原来的邮局。搬迁安排在暑假，那时大多数读者都不在。本文说明谁做什么，以及需要多少费用。

## 为什么选邮局

那里有电梯，干燥，而且就在公交站旁边。旧学校这些都没有。学校的屋顶十年里修了三次，每次都有一些地图被淋湿。

## 时间表

六月测量书架。七月按主题装箱，每箱四十本，每个箱子都有编号。八月由体育俱乐部搬运，他们只要求一次烧烤。

## 费用

箱子九百欧元，货车四百，烧烤二百五十。如果我们在五月前申请，镇议会承担一半。

## 未决问题

七月谁来照看儿童角？还没有人报名。学校愿意借给我们一间教室。
`,
  },
  { name: "a translation from Japanese", content: DOCUMENTS["a Japanese page"]!, given: PLAN },
  { name: "a translation into Japanese", content: PLAN, given: DOCUMENTS["a Japanese page"]! },
  {
    name: "a translation into French",
    content: PLAN,
    given: `# Le déménagement de la bibliothèque

La bibliothèque quitte la vieille école pour l'ancienne poste. Le déménagement a lieu pendant les vacances d'été, quand la
plupart des lecteurs sont absents. Les horaires restent les mêmes.

## Pourquoi la poste

Elle a un ascenseur, elle est sèche, et l'arrêt du bus est devant la porte. La vieille école n'a rien de tout cela.

## Calendrier

En juin on mesure les étagères. En juillet on emballe les livres, quarante par carton. En août le club de sport les porte.

## Coûts

Les cartons coûtent 900 euros, la camionnette 400, le barbecue 250. La commune en paie la moitié.

## Questions ouvertes

Qui garde ouvert le coin des enfants en juillet ? Le reste est réglé.
`,
  },
  {
    name: "condensed by half",
    content: PLAN,
    given: `# Moving the library

The library moves from the old school to the former post office in the summer holidays.

## Why the post office

It has a lift, it is dry, and it stands beside the bus stop. The school's roof leaks on the maps.

## Timetable

June: measuring. July: packing, forty books to a box. August: the sports club carries them for a barbecue.

## Costs

1,550 euros. The council pays half of it if we apply before May.

## Open questions

Who keeps the children's corner open in July? The school would lend us a classroom.
`,
  },
  {
    name: "sections merged into half as many",
    content: PLAN,
    given: PLAN.replace("## Timetable\n\n", "").replace("## Costs\n\n", ""),
  },
  {
    name: "headings as the first cells of a table",
    content: PLAN,
    given: `# Moving the library

The town library moves from the old school to the former post office, in the summer holidays, when most readers are away.

| topic | what |
|---|---|
| Why the post office | It has a lift, it is dry, and it stands beside the bus stop. The old school has none of these. |
| Timetable | In June the shelves are measured, in July the books are packed, in August they are carried over. |
| Costs | The boxes cost 900 euros, the van 400, the barbecue 250. The council pays half of it. |
| Open questions | Who keeps the children's corner open in July? The school would lend us a classroom. |
`,
  },
  {
    name: "headings as the beginnings of paragraphs",
    content: PLAN,
    given: PLAN.replace(/^## (.*)\n\n/gm, "**$1.** "),
  },
  {
    name: "headings as list items",
    content: PLAN,
    given: PLAN.replace(/^## (.*)\n\n/gm, "- $1: "),
  },
  {
    name: "a table without its padding",
    content: `# Codes\n\n${`| ${"code".padEnd(60)} | ${"name".padEnd(60)} |\n| ${"-".repeat(60)} | ${"-".repeat(60)} |\n`}${["a", "b", "c", "d"].map((one) => `| ${one.padEnd(60)} | ${one.toUpperCase().padEnd(60)} |\n`).join("")}`,
    given: "# Codes\n\n| code | name |\n| - | - |\n| a | A |\n| b | B |\n| c | C |\n| d | D |\n",
  },
  {
    name: "tables as lists",
    content: REPORT,
    given: REPORT.replace(/^\|[-:| ]+\|\n/gm, "").replace(
      /^\| (.*) \|$/gm,
      (_, row: string) => `- ${row.replace(/ *\| */g, ", ")}`,
    ),
  },
  { name: "verses as a list", content: VERSES, given: VERSES.replace(/^(\d) /gm, "$1. ") },
  {
    name: "verses with colons",
    content: VERSES.replace(/^\d /gm, ""),
    given: `# Verses\n\n${VERSES.replace(/^(\d) /gm, "$1: ")}`,
  },
  {
    name: "a plain list of numbers and words, with tabs",
    content: "1\tone\n2\ttwo\n3\tthree\n4\tfour\n",
    given: "1\tuno\n2\tdue\n3\ttre\n4\tquattro\n5\tcinque\n",
  },
  {
    name: "a text made into rows with numbers and tabs",
    content: "apples, pears, plums and quinces",
    given: "1\tapples and pears\n2\tplums\n3\tquinces\n4\tnuts\n",
  },
  {
    name: "a text made into an ordered list, every line of it",
    content: "Boil water. Add salt. Add pasta. Wait. Drain.",
    given: "1. Boil water\n2. Add salt\n3. Add pasta\n4. Wait\n5. Drain\n",
  },
  { name: "lists with more items", content: LISTS, given: `${LISTS}- Good: it is near\n+ Idea: walk there\n` },
  {
    name: "lists with the signs the other way round",
    content: LISTS,
    given: LISTS.replace(/^[+-]/gm, (sign) => (sign === "+" ? "-" : "+")),
  },
  { name: "lists made of a text", content: LISTS.replace(/^[+-] /gm, ""), given: LISTS },
  { name: "lists with plus alone", content: LISTS, given: LISTS.replace(/^-/gm, "+") },
  {
    name: "gains and losses without spaces",
    content: "January was good, February was bad, and March was neither.",
    given: "+12 January\n-7 February\n+1 March\n-3 April\n",
  },
  {
    name: "a canvas that is a patch, and stays one",
    content: "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-one\n+two\n",
    given: "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-one\n+three\n",
  },
  {
    name: "a canvas that is one block of diff, and stays one",
    content: "```diff\n-one\n+two\n```\n",
    given: "```diff\n-one\n+two\n+three\n```\n",
  },
  {
    name: "a canvas with line numbers, which it keeps",
    content: "1: # Title\n2: text\n3: more text\n4: end\n",
    given: "1: # Title\n2: other text\n3: more text\n4: end\n",
  },
  {
    name: "a canvas in a markdown fence, which it keeps",
    content: "```markdown\n# A sample\n\nText.\n```\n",
    given: "```markdown\n# A sample\n\nOther text.\n```\n",
  },
  {
    name: "a canvas of code that gets another language",
    content: "```ts\nconst a = 1;\n```\n",
    given: "```\nconst a = 1;\n```\n",
  },
  {
    name: "a text that begins and ends with code blocks",
    content: "# Two commands\n\nFirst one, then the other.\n",
    given: "```\nfirst\n```\n\nThen, when it is done:\n\n```\nsecond\n```\n",
  },
  {
    name: "a text that begins with a sample of markdown and ends with its result",
    content: "# How to write a list\n\nWrite a hyphen and a space.\n",
    given: "```markdown\n- one\n```\n\nbecomes, when it is shown as text:\n\n```\n• one\n```\n",
  },
  {
    name: "a canvas in tags, which it keeps",
    content: "<canvas-text>\nwhat read_canvas prints\n</canvas-text>\n",
    given: "<canvas-text>\nwhat read_canvas now prints\n</canvas-text>\n",
  },
  { name: "a JSON string that stays one", content: '"one\\ntwo\\n"', given: '"one\\ntwo\\nthree\\n"' },
  { name: "a quoted sentence", content: "Something about courage.", given: '"I had rather be afraid than bored."' },
  {
    name: "a canvas with placeholders, which it keeps",
    content: "# Letter\n\nDear all,\n\n(rest unchanged)\n\n...\n\nYours\n",
    given: "# Letter\n\nDear friends,\n\n(rest unchanged)\n\n[existing content]\n\n...\n\n…\n\nYours\n",
  },
  {
    name: "a canvas of placeholders that is filled in",
    content: DOCUMENTS["a template"]!,
    given:
      "# Minutes of the club\n\nDate: 3 May\n\n## Agenda\n\n1. Money\n2. Benches\n\n## Decisions\n\n- We buy benches, eleven of them, in green, before the feast, from the joiner\n\n## Tasks\n\nAda orders them. Piet paints the old ones with what is left of the green.\n\n## Remarks\n\nNone, though everybody had some.\n",
  },
  {
    name: "LaTeX on a single line",
    content: "The equation.",
    given:
      "For $\\nu \\neq 0$ we have $\\nabla \\cdot (\\nu \\nabla u) = 0$, with $n \\notin N$ and \\newline at the end.",
  },
  {
    name: "LaTeX with macros of one's own, on a single line",
    content: "Names.",
    given: "\\name{Ada} and \\nick{Jun} meet in \\nicefrac{1}{2} of \\numhours{3}.",
  },
  {
    name: "Windows paths on a single line",
    content: "Where things are.",
    given: "Copy C:\\new\\notes to D:\\Nina\\News and \\\\nas\\New\\Nightly, then src\\net\\node to lib\\net\\node.",
  },
  {
    name: "a sentence about line breaks, on a single line",
    content: "Line breaks.",
    given: 'Write \\n for a line break, \\r\\n on Windows, "\\n\\n" between paragraphs, and [^\\n]* for a line.',
  },
  {
    name: "a program's strings on a single line",
    content: "A call.",
    given: 'Call print("one\\ntwo\\nthree\\n") and then `print("\\n\\n")`.',
  },
  {
    name: "a short text made shorter",
    content: "# To do\n\n## Today\n\nBuy milk and bread.\n\n## Tomorrow\n\nRest.\n",
    given: "Buy milk.\n",
  },
  { name: "an empty canvas that gets a text", content: "", given: PLAN },
  { name: "a canvas of white space that gets none", content: "\n\n", given: "" },
  { name: "a title alone that grows", content: "# Title\n", given: PLAN },
  {
    name: "a long paragraph cut to two fifths",
    content: LONG.repeat(10),
    given: LONG.repeat(4),
  },
  {
    name: "one of two headings gone",
    content: `# One\n\n${LONG}\n\n## Two\n\n${LONG}\n\n${LONG}`,
    given: `# One\n\n${LONG}\n\n${LONG}`,
  },
  {
    name: "a poem of dots that are no placeholders",
    content: "# Rain\n\nIt rained all day.\n",
    given: "# Rain\n\n... and it rained ...\n\n...it rained...\n\nand then... nothing...\n\n… nothing at all.\n",
  },
  {
    name: "quotations with what they leave out",
    content: "# Quotations\n\nNone yet.\n",
    given: '# Quotations\n\n> First line\n> [...]\n> last line\n\n> ...\n\nHe goes on: "[…] and so it ended."\n',
  },
  {
    name: "a table of contents with dotted lines",
    content: "# Contents\n\nTo be written.\n",
    given: "# Contents\n\nOne ........... 3\nTwo ........... 9\n\n....................\n",
  },
  {
    name: "a mathematical series in a table",
    content: "# Series\n\nThe numbers one to n.\n",
    given: "# Series\n\n| 1 | 2 | ... | n |\n|---|---|---|---|\n| a | b | ... | z |\n",
  },
  {
    name: "a page for a git course",
    content: "# Git\n\nWhat a merge looks like.\n",
    given:
      "# Git\n\n    <<<<<<< SEARCH\n    one\n    =======\n    two\n    >>>>>>> REPLACE\n\n`@@ -1 +1 @@` heads a hunk; `+++` and `---` name the files.\n\n- --- is a rule\n- +++ is none\n",
  },
  {
    name: "TOML front matter between plus signs",
    content: "# Post\n\nText.\n",
    given: '+++\ntitle = "Post"\ndraft = true\n+++\n\n# Post\n\nText.\n',
  },
  {
    name: "fences inside fences",
    content: "# Fences\n\nHow to show one.\n",
    given: "# Fences\n\n````markdown\n```ts\n(rest unchanged)\n```\n...\n````\n\nFour hold three.\n",
  },
  {
    name: "code in a list and in a quotation",
    content: "# Steps\n\nTo be written.\n",
    given:
      "# Steps\n\n1. Run\n\n   ```sh\n   ...\n   (rest unchanged)\n   ```\n\n2. Wait\n\n> ```\n> ...\n> ```\n\nDone.\n",
  },
  {
    name: "a plan that speaks of what stays",
    content: "# Plan\n\nTo be written.\n",
    given:
      "# Plan\n\nThe rest stays as it was.\n\nEverything else stays the same.\n\nAll other sections remain unchanged.\n\n- Rest of the document unchanged\n- Unchanged: the prices\n\n**Unchanged**\n\nThe remaining steps are the same as before, in particular the third.\n",
  },
  {
    name: "a workout",
    content: "# Training\n\nTo be written.\n",
    given:
      "# Training\n\nSquats\n\n[rest]\n\n(rest for two minutes)\n\nRest\n\nLunges (same weight as before)\n\n(cool down)\n",
  },
  {
    name: "headings that say (unchanged) over sections that are there",
    content: "# Migration\n\nTo be written.\n",
    given:
      "# Migration\n\n## Login (unchanged)\n\nIt works as it did.\n\n## Export (unchanged)\n\n```\nexport --all\n```\n",
  },
];
