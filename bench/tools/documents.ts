/** Documents of one shape in two sizes: the same text, a hundred times as much of it. */
export interface Shape {
  readonly name: string;
  /** Lines of a text of about this many characters. */
  readonly lines: (size: number) => string[];
}

const WORDS =
  "canvas draft person model version small change text line again other paragraph review table list heading quote sentence margin number letter answer".split(
    " ",
  );

/** Words that differ from place to place, so that no two sentences are the same. */
function sentence(n: number, words = 12): string {
  const said: string[] = [];
  let seed = n * 2_654_435_761;
  for (let i = 0; i < words; i++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    said.push(WORDS[(seed >>> 8) % WORDS.length]!);
  }
  return `Item${n} ${said.join(" ")}.`;
}

function filled(size: number, make: (n: number) => string): string[] {
  const lines: string[] = [];
  for (let n = 0, length = 0; length < size; n++) {
    const line = make(n);
    lines.push(line);
    length += line.length + 1;
  }
  return lines;
}

export const SHAPES: readonly Shape[] = [
  {
    name: "prose",
    lines: (size) =>
      filled(size, (n) => {
        if (n % 2 === 1) return "";
        if (n % 20 === 0) return `## Section ${n}`;
        return `${sentence(3 * n)} ${sentence(3 * n + 1)} ${sentence(3 * n + 2)}`;
      }),
  },
  { name: "100k items", lines: (size) => filled(size, (n) => `- ${sentence(n, 5)}`.slice(0, 51)) },
  {
    name: "table",
    lines: (size) => [
      "| name | first | second |",
      "|---|---|---|",
      ...filled(size, (n) => `| ${n} | ${sentence(n, 5)} | ${sentence(n + 1, 5)} |`),
    ],
  },
  {
    name: "ten long lines",
    lines: (size) =>
      Array.from({ length: 10 }, (_, n) => filled(size / 10, (m) => sentence(n * 1_000_003 + m)).join(" ")),
  },
  { name: "one line", lines: (size) => [filled(size, (n) => sentence(n)).join(" ")] },
];

/** The text with some of its sentences said otherwise: one in `every`, the first of them at `from`. */
export function reworded(text: string, every: number, from: number, word: string): string {
  let n = 0;
  return text.replace(/Item\d+ \w+/g, (said) => (n++ % every === from ? `${said} ${word}` : said));
}
