import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom, type Random } from "./random.ts";

export interface BenchDocument {
  readonly name: string;
  readonly text: string;
}

const WORDS =
  "the of canvas writes a model that streams text into view with care and every person reads it while small pieces arrive because nothing may be lost when plans change under way so we keep what was said and show where it moved between versions each with its own reason for being there".split(
    " ",
  );

/** All documents of the benchmark. The same seed gives the same texts. */
export function benchDocuments(isQuick: boolean): BenchDocument[] {
  const made: BenchDocument[] = [
    { name: "mixed 10 KB", text: mixedText(10_000) },
    { name: "mixed 100 KB", text: mixedText(100_000) },
  ];
  if (isQuick) return made;
  return [
    ...made,
    { name: "mixed 400 KB", text: mixedText(400_000) },
    { name: "100 KB with link definitions", text: mixedText(100_000, true) },
    { name: "one list 60 KB", text: grow(60_000, 11, (random, index) => listItem(random, index)) },
    { name: "one table 60 KB", text: oneTable(60_000) },
    { name: "one fence 60 KB", text: `\`\`\`ts\n${grow(60_000, 13, (random) => codeLines(random, 4))}\`\`\`\n` },
    {
      name: "one quote 60 KB",
      text: grow(60_000, 14, (random) => `> ${sentence(random, 14)}\n> ${sentence(random, 9)}\n>\n`),
    },
    { name: "README of dompurify", text: installed("dompurify", "README.md") },
    { name: "CHANGELOG of @codemirror/view", text: installed("@codemirror/view", "CHANGELOG.md") },
  ];
}

function installed(name: string, file: string): string {
  const path = join(import.meta.dirname, "../../node_modules", name, file);
  return readFileSync(path, "utf8").replaceAll("\r\n", "\n");
}

function grow(size: number, seed: number, part: (random: Random, index: number) => string): string {
  const random = createRandom(seed);
  const parts: string[] = [];
  for (let length = 0, index = 0; length < size; index++) {
    const next = part(random, index);
    parts.push(next);
    length += next.length;
  }
  return parts.join("");
}

function oneTable(size: number): string {
  const head = "| Name | Amount | What it says |\n| --- | ---: | --- |\n";
  return (
    head + grow(size, 12, (random, index) => `| row ${index} | ${random.integer(9999)} | ${sentence(random, 8)} |\n`)
  );
}

/** Link definitions stand in a document of their own: one of them makes some peers render the whole text as one block. */
function mixedText(size: number, hasDefinitions = false): string {
  const part = (random: Random, index: number) => mixedBlock(random, index, hasDefinitions);
  return `# A document that streams in\n\n${grow(size, 10, part)}`;
}

function mixedBlock(random: Random, index: number, hasDefinitions: boolean): string {
  const kind = random.integer(20);
  if (kind < 9) return `${paragraph(random)}\n\n`;
  if (kind < 11) return `${"#".repeat(2 + random.integer(3))} ${words(random, 5)}\n\n`;
  if (kind < 14)
    return `${Array.from({ length: 3 + random.integer(5) }, (_, item) => listItem(random, item)).join("")}\n`;
  if (kind === 14)
    return `${Array.from({ length: 4 }, (_, item) => `${item + 1}. ${sentence(random, 9)}\n`).join("")}\n`;
  if (kind === 15) {
    const rows = Array.from(
      { length: 5 },
      () => `| ${words(random, 2)} | ${random.integer(500)} | *${words(random, 3)}* |\n`,
    );
    return `| Part | Count | Note |\n|:--|--:|---|\n${rows.join("")}\n`;
  }
  if (kind === 16) return `> ${sentence(random, 12)}\n> ${sentence(random, 8)}\n\n`;
  if (kind === 17) return `\`\`\`ts\n${codeLines(random, 9)}\`\`\`\n\n`;
  if (kind === 18 && hasDefinitions)
    return `See [the note ${index}][n${index}] and ${sentence(random, 6)}\n\n[n${index}]: https://example.com/n${index}\n\n`;
  return "---\n\n";
}

function listItem(random: Random, index: number): string {
  if (index % 5 === 3) return `  - [${random.integer(2) ? "x" : " "}] ${sentence(random, 8)}\n`;
  return `- ${sentence(random, 6 + random.integer(9))}\n`;
}

function codeLines(random: Random, count: number): string {
  const lines = [
    () => `const ${word(random)} = read("${words(random, 2)}", ${random.integer(99)}); // ${words(random, 4)}\n`,
    () => `export function ${word(random)}(${word(random)}: string): number {\n`,
    () => `  if (${word(random)} > ${random.integer(9)}) return ${word(random)}.length;\n`,
    () => "}\n",
    () => `/** ${words(random, 6)} */\n`,
  ];
  return Array.from({ length: count }, () => lines[random.integer(lines.length)]!()).join("");
}

function paragraph(random: Random): string {
  return Array.from({ length: 2 + random.integer(4) }, () => sentence(random, 8 + random.integer(12))).join(" ");
}

function sentence(random: Random, count: number): string {
  const parts = words(random, count).split(" ");
  const at = random.integer(parts.length);
  const styled = [
    (text: string) => `**${text}**`,
    (text: string) => `*${text}*`,
    (text: string) => `\`${text}\``,
    (text: string) => `[${text}](https://example.com/${text})`,
    (text: string) => `~~${text}~~`,
    (text: string) => text,
  ];
  parts[at] = styled[random.integer(styled.length)]!(parts[at]!);
  const text = parts.join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => word(random)).join(" ");
}

function word(random: Random): string {
  return WORDS[random.integer(WORDS.length)]!;
}
