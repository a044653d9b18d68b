import fc from "fast-check";
import { expect, test } from "vitest";
import { markdownText } from "../../markdown/testing/random-markdown.ts";
import { legitimateRewrites } from "./judge/testing/legitimate-rewrites.ts";
import { judgeRewrite } from "./rewrite-canvas.ts";

const CANVAS = `# Moving the billing service

The billing service runs on one machine in the cellar of the old office. This plan moves it to the new cluster within
six weeks, without a day on which nobody can pay.

## Why now

The lease of the old office ends in May. Two disks of the machine have failed since autumn, and the second one took
four hours of invoices with it.

## Steps

- Copy the database every night and compare the sums
- Let both services answer for a week
- Switch the name over on a Sunday

## Risks

The export of the tax office knows only one address. Whoever changes it needs a form with two signatures.

## Who does what

Ada moves the data, Jun writes to the customers, and the on-call team watches the payments.
`;
const KNOWN = { content: CANVAS, base: CANVAS };
const before = (passage: string): string => CANVAS.slice(0, CANVAS.indexOf(passage));
const swap = (from: string, to: string): string => CANVAS.replace(from, () => to);
const numbered = (form: (line: string, n: number) => string): string =>
  CANVAS.trimEnd()
    .split("\n")
    .map((line, i) => form(line, i + 1))
    .join("\n");
const STEPS = CANVAS.slice(CANVAS.indexOf("- Copy"), CANVAS.indexOf("## Risks"));
const EDITED = swap("in May", "in June");
const DIFF = `@@ -8,2 +8,2 @@
 ## Why now
 
-The lease of the old office ends in May. Two disks of the machine have failed since autumn, and the second one took
+The lease of the old office ends in June. Two disks of the machine have failed since autumn, and the second one took
`;

const HELD: readonly (readonly [habit: string, sent: string, why: readonly string[]])[] = [
  ["nothing", "", ["The text is empty. The canvas has 724 characters."]],
  ["white space", " \n\n\t", ["The text is only white space. The canvas has 724 characters."]],
  [
    "the rest as (rest unchanged)",
    `${before("## Steps")}(rest unchanged)\n`,
    ['Line 11 is the placeholder "(rest unchanged)".', "It has 377 of 724 characters (48 % less) and 2 of 5 headings."],
  ],
  [
    "a section as [… same as before …]",
    swap(STEPS, "[… same as before …]\n\n"),
    ['Line 13 is the placeholder "[… same as before …]".'],
  ],
  [
    "a section as …(same as before)",
    swap(STEPS, "…(same as before)\n\n"),
    ['Line 13 is the placeholder "…(same as before)".'],
  ],
  [
    "a section as a comment",
    swap(STEPS, "<!-- unchanged -->\n\n"),
    ['Line 13 is the placeholder "<!-- unchanged -->".'],
  ],
  [
    "the end as a comment",
    `${before("## Who")}<!-- rest of the document stays -->\n`,
    ['Line 21 is the placeholder "<!-- rest of the document stays -->".'],
  ],
  [
    "the remaining sections in brackets",
    `${before("## Risks")}(remaining sections unchanged)\n`,
    ['Line 17 is the placeholder "(remaining sections unchanged)".'],
  ],
  ["[existing content]", swap(STEPS, "[existing content]\n\n"), ['Line 13 is the placeholder "[existing content]".']],
  [
    "… continues as before",
    `${before("## Who")}… continues as before`,
    ['Line 21 is the placeholder "… continues as before".'],
  ],
  [
    "list items as an ellipsis",
    swap("- Let both services answer for a week\n", "- ...\n"),
    ['Line 14 is only "- ...", which the canvas does not have.'],
  ],
  [
    "paragraphs as bare ellipses",
    CANVAS.replace(/^[A-Z].*\n/gm, "...\n"),
    [
      'Line 3 is only "...", which the canvas does not have.',
      'Line 8 is only "...", which the canvas does not have.',
      'Line 19 is only "...", which the canvas does not have.',
      "So is 1 more line.",
    ],
  ],
  [
    "a plain sentence that the rest stays",
    `${before("## Who")}The rest of the document remains unchanged.\n`,
    ['Line 21 is the placeholder "The rest of the document remains unchanged.".'],
  ],
  [
    "headings that say (unchanged)",
    swap(STEPS, "").replace("## Steps", "## Steps (unchanged)"),
    ['Line 11 is the placeholder "## Steps (unchanged)".'],
  ],
  [
    "an end of a paragraph",
    swap("The export of", "The rules are strict. [rest of the paragraph unchanged]\n\nThe export of"),
    ['Line 19 ends in the placeholder "[rest of the paragraph unchanged]".'],
  ],
  [
    "in German",
    swap(STEPS, "(Rest dieses Abschnitts bleibt unverändert)\n\n"),
    ['Line 13 is the placeholder "(Rest dieses Abschnitts bleibt unverändert)".'],
  ],
  ["in Japanese", swap(STEPS, "（以下同じ）\n\n"), ['Line 13 is the placeholder "（以下同じ）".']],
  [
    "line breaks as \\n",
    EDITED.replaceAll("\n", "\\n"),
    ["It has 23 literal \\n (a backslash and the letter n) and no line break."],
  ],
  [
    "line breaks as \\\\n",
    EDITED.trim().replaceAll("\n", "\\\\n"),
    ["It has 20 literal \\n (a backslash and the letter n) and no line break."],
  ],
  [
    "line numbers as cat -n prints them",
    numbered((line, n) => `${String(n).padStart(6)}\t${line}`),
    ["Every line begins with a line number (1 to 23)."],
  ],
  [
    "line numbers with colons",
    numbered((line, n) => `${n}: ${line}`),
    ["Every line begins with a line number (1 to 23)."],
  ],
  [
    "line numbers with arrows",
    numbered((line, n) => `${String(n).padStart(5)}→${line}`),
    ["Every line begins with a line number (1 to 23)."],
  ],
  [
    "line numbers on a part of the text",
    numbered((line, n) => `${n + 40} | ${line}`),
    ["Every line begins with a line number (41 to 63)."],
  ],
  [
    "a unified diff",
    `--- a/plan.md\n+++ b/plan.md\n${DIFF}`,
    ['It is a diff (1 line with "+", 1 line with "-"), not the text.'],
  ],
  ["a diff's hunk alone", DIFF, ['It is a diff (1 line with "+", 1 line with "-"), not the text.']],
  [
    "a diff in a code block",
    `\`\`\`diff\n${DIFF}\`\`\`\n`,
    ['It is a diff (1 line with "+", 1 line with "-"), not the text.'],
  ],
  [
    "the whole text with + and -",
    numbered((line) => (line.includes("May") ? `-${line}\n+${line.replace("May", "June")}` : ` ${line}`)),
    ['It is a diff (1 line with "+", 1 line with "-"), not the text.'],
  ],
  [
    "a patch envelope",
    `*** Begin Patch\n*** Update File: plan.md\n${DIFF}*** End Patch`,
    ['It is a diff (1 line with "+", 1 line with "-"), not the text.'],
  ],
  [
    "the changed section alone",
    `## Why now\n\nThe lease of the old office ends in June.\n`,
    ["It has 54 of 724 characters (93 % less) and 1 of 5 headings."],
  ],
  [
    "a summary of what it did",
    "I have changed May to June in the section on the lease. Everything else is as it was.",
    ["It has 85 of 724 characters (88 % less) and 0 of 5 headings."],
  ],
  [
    "the headings without their texts",
    CANVAS.replace(/^[^#\n].*\n\n?/gm, ""),
    ["It has 80 of 724 characters (89 % less) and 5 of 5 headings."],
  ],
  [
    "a code block around it, behind an introduction",
    `Here is the new version:\n\n\`\`\`markdown\n${EDITED}\`\`\`\n`,
    ["It has 0 of 5 headings."],
  ],
];

test.each(HELD)("held: %s", (_, sent, why) => {
  expect(judgeRewrite(sent, KNOWN)).toEqual({ kind: "hold", text: sent, notes: [], why });
});

const FENCE = "Removed the ```markdown fence around the text.";
const TAGS = "Removed the <canvas-text> tags around the text.";
const JSON_STRING = "Read the text out of the JSON string that it was sent as.";
const WITH_CODE = swap(
  "## Risks\n",
  "## Risks\n\n```sh\nswitch --name billing\n```\n\n1. Then\n\n   ```\n   wait\n   ```\n",
);

const HEALED: readonly (readonly [habit: string, sent: string, text: string, notes: readonly string[]])[] = [
  ["a markdown fence", `\`\`\`markdown\n${EDITED}\`\`\``, EDITED, [FENCE]],
  ["an md fence", `\n\`\`\`md\n${EDITED}\`\`\`\n`, EDITED, ["Removed the ```md fence around the text."]],
  ["a bare fence", `\`\`\`\n${EDITED}\n\`\`\``, EDITED, ["Removed the ``` fence around the text."]],
  ["a fence of tildes", `~~~~Markdown\n${EDITED}\n~~~~`, EDITED, ["Removed the ~~~~Markdown fence around the text."]],
  ["a fence with blocks of code in it", `\`\`\`markdown\n${WITH_CODE}\`\`\``, WITH_CODE, [FENCE]],
  [
    "a fence around two bare blocks",
    `\`\`\`markdown\n${EDITED}\n\`\`\`\na\n\`\`\`\n\`\`\``,
    `${EDITED}\n\`\`\`\na\n\`\`\`\n`,
    [FENCE],
  ],
  [
    "a longer fence around code",
    `\`\`\`\`markdown\n${WITH_CODE}\`\`\`\``,
    WITH_CODE,
    ["Removed the ````markdown fence around the text."],
  ],
  ["tags", `<canvas-text>\n${EDITED.trimEnd()}\n</canvas-text>`, EDITED, [TAGS]],
  [
    "numbered tags",
    `<canvas-text-1>\n${EDITED}</canvas-text-1>\n`,
    EDITED,
    ["Removed the <canvas-text-1> tags around the text."],
  ],
  ["a JSON string", JSON.stringify(EDITED), EDITED, [JSON_STRING]],
  ["tags in a fence", `\`\`\`markdown\n<canvas-text>\n${EDITED}\n</canvas-text>\n\`\`\``, EDITED, [FENCE, TAGS]],
  ["a fence in a JSON string", JSON.stringify(`\`\`\`markdown\n${EDITED}\`\`\``), EDITED, [JSON_STRING, FENCE]],
];

test.each(HEALED)("healed: %s", (_, sent, text, notes) => {
  expect(judgeRewrite(sent, KNOWN)).toEqual({ kind: "take", text, notes });
});

test("what is healed and still incomplete is held with both", () => {
  expect(judgeRewrite("```markdown\n# Moving the billing service\n\n(rest unchanged)\n```", KNOWN)).toEqual({
    kind: "hold",
    text: "# Moving the billing service\n\n(rest unchanged)\n",
    notes: [FENCE],
    why: [
      'Line 3 is the placeholder "(rest unchanged)".',
      "It has 47 of 724 characters (94 % less) and 1 of 5 headings.",
    ],
  });
  expect(judgeRewrite("```markdown\n\n```", KNOWN)).toMatchObject({ kind: "hold", notes: [FENCE] });
});

test.each([
  ["a fence", "```markdown\n# A\n\ntext\n```", "# A\n\ntext\n", [FENCE]],
  ["tags", "<canvas-text>\n# A\n</canvas-text>", "# A", [TAGS]],
  ["a JSON string", '"# A\\n\\ntext"', "# A\n\ntext", [JSON_STRING]],
])("a new canvas is healed: %s", (_, sent, text, notes) => {
  expect(judgeRewrite(sent, null)).toEqual({ kind: "take", text, notes });
});

test.each([
  ["nothing", ""],
  ["a placeholder", "# A\n\n(rest unchanged)\n"],
  ["a block of code", "```ts\nconst a = 1;\n```\n"],
  ["two blocks of code", "```\na\n```\n\nthen\n\n```\nb\n```\n"],
  ["a sample of markdown and its result", "```markdown\n- a\n```\n\nbecomes\n\n```\n• a\n```\n"],
  ["a sample of markdown, and words after it", "```markdown\n- a\n```\n\nThat is a list.\n"],
  ["a fence that is not closed", "```markdown\n# A\n\ntext\n"],
  ["a quoted sentence", '"All the world is a stage."'],
  ["a JSON object", '{"a": "b\\nc"}'],
  ["a diff", "--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\n"],
  ["literal line breaks", "a\\n\\nB\\n\\nC"],
])("a new canvas is taken as it is: %s", (_, sent) => {
  expect(judgeRewrite(sent, null)).toEqual({ kind: "take", text: sent, notes: [] });
});

test("a sign that the person's text or the model's base has is no sign", () => {
  const marked = swap(STEPS, "(unchanged)\n\n...\n\n");
  const sent = marked.replace("in May", "in June");
  expect(judgeRewrite(sent, { content: marked, base: CANVAS }).kind).toBe("take");
  expect(judgeRewrite(sent, { content: CANVAS, base: marked }).kind).toBe("take");
  expect(judgeRewrite(sent, KNOWN).kind).toBe("hold");
});

test("losses are those against the text that the model worked from", () => {
  const grown = `${CANVAS}\n${CANVAS}\n${CANVAS}`;
  expect(judgeRewrite(EDITED, { content: grown, base: CANVAS }).kind).toBe("take");
  expect(judgeRewrite(EDITED, { content: CANVAS, base: grown })).toMatchObject({
    why: ["It has 725 of 2,174 characters (67 % less) and 5 of 15 headings."],
  });
});

test("no legitimate rewrite is refused or touched", () => {
  const rewrites = legitimateRewrites();
  expect(rewrites.length).toBeGreaterThanOrEqual(200);
  const refused = rewrites.flatMap(({ name, content, given }) => {
    const verdict = judgeRewrite(given, { content, base: content });
    return verdict.kind === "take" && verdict.text === given ? [] : [{ name, ...verdict }];
  });
  expect(refused).toEqual([]);
});

const PIECES = [
  ...[
    "```",
    "```markdown\n",
    "~~~\n",
    "> ",
    "<canvas-text>",
    "</canvas-text>",
    '"',
    "\\n",
    "\\",
    "...",
    "…",
    "(rest unchanged)",
  ],
  ...[
    "1: ",
    "2\t",
    "+",
    "-",
    "@@ ",
    "--- a\n+++ b\n",
    "# ",
    "===\n",
    "---\n",
    "<!--",
    "-->",
    "<pre>",
    "\r",
    "\r\n",
    "\n",
    "\n\n",
  ],
  ...["    ", "[", "]", "|", "変更なし", "😀", "\ud83d", "\0", "$\\nu$", "C:\\new"],
];
const hostile = fc.oneof(
  markdownText,
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join("")),
);

test("an unchanged text is always taken as it is", () => {
  fc.assert(
    fc.property(hostile, hostile, (text, other) => {
      const taken = { kind: "take", text, notes: [] };
      expect(judgeRewrite(text, { content: text, base: text })).toEqual(taken);
      expect(judgeRewrite(text, { content: other, base: text })).toEqual(taken);
      expect(judgeRewrite(text, { content: text, base: other })).toEqual(taken);
    }),
  );
});

test("whatever is sent gets a verdict, and what is held says why", () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (given, content, base) => {
      const verdict = judgeRewrite(given, { content, base });
      if (verdict.kind === "hold") expect(verdict.why.length).toBeGreaterThan(0);
      expect(verdict.notes.length > 0 || verdict.text === given).toBe(true);
      expect(judgeRewrite(given, null).kind).toBe("take");
    }),
  );
});

test("an unchanged text comes back out of a JSON string and out of tags", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      fc.pre(text.includes("\n") && text.trim() !== "" && !text.includes("canvas-text") && !/^\s*"/.test(text));
      const known = { content: text, base: text };
      expect(judgeRewrite(JSON.stringify(text), known)).toMatchObject({ kind: "take", text });
      const shown = text.endsWith("\n") ? text.slice(0, -1) : text;
      fc.pre(!text.includes("\r") && !/^\n/.test(text));
      expect(judgeRewrite(`<canvas-text>\n${shown}\n</canvas-text>`, known)).toMatchObject({ kind: "take", text });
    }),
  );
});
