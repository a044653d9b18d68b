/**
 * Texts in which each thing that anybody writes has a word that nobody else writes: `p17` is a person's, `m42` a model's.
 * So it can be said exactly what was lost, doubled or told wrongly.
 */
const WORD = /\b[mp]\d+\b/g;

export function wordsIn(text: string): string[] {
  return text.match(WORD) ?? [];
}

/** New words, each once in a run. */
export class Words {
  private issued = 0;

  next(author: "m" | "p"): string {
    this.issued += 1;
    return `${author}${this.issued}`;
  }
}

/** How one change of a text is chosen: any numbers will do. */
export interface Choice {
  readonly place: number;
  readonly kind: number;
}

/** A canvas to begin with: sentences that look alike, each with a word of its own, a list, and a heading. */
export function firstText(words: Words): string {
  const paragraph = (n: number): string => Array.from({ length: n }, () => sentence(words.next("m"))).join(" ");
  const items = Array.from({ length: 3 }, () => `- Buy ${words.next("m")} for the team`).join("\n");
  return `# Plan\n\n${paragraph(3)}\n\n${paragraph(2)}\n\n${items}\n\n${paragraph(1)}\n\n${paragraph(2)}\n`;
}

/** No two in a row are alike; with `LOOP_ALIKE=1` all are, and a text can be read in many ways. */
const FORMS: readonly ((word: string) => string)[] = [
  (word) => `The team looks at ${word} in the week after the review.`,
  (word) => `Nothing else about ${word} was agreed when both offices met.`,
  (word) => `Our budget covers ${word} only if prices stay where they are.`,
  (word) => `Whoever travels with ${word} pays first and gets it back later.`,
  (word) => `By spring every partner knows ${word} and has signed for it.`,
  (word) => `Without ${word} there is no reason to open the second shop.`,
  (word) => `Anna asked twice whether ${word} could be built a little smaller.`,
];

function sentence(word: string): string {
  const form = process.env.LOOP_ALIKE === "1" ? 0 : Number(word.slice(1)) % FORMS.length;
  return FORMS[form]!(word);
}

/** The text with one change, as people and models make them: a sentence or an item put in, changed, or taken out. */
export function changeText(text: string, { place, kind }: Choice, word: string): string {
  const lines = text.split("\n");
  const at = place % lines.length;
  const line = lines[at]!;
  const isItem = line.startsWith("- ");
  const isProse = line !== "" && !isItem && !line.startsWith("#");
  const sentences = line.split(/(?<=[.!?]) /);
  const one = kind % sentences.length;
  switch (kind % 8) {
    case 0:
      lines.splice(
        at,
        0,
        ...(line === "" ? ["", sentence(word)] : isItem ? [`- Bring ${word} too`] : [sentence(word), ""]),
      );
      break;
    case 1:
    case 2:
      if (isProse) lines[at] = `${line} Then ${word} follows.`;
      else if (isItem) lines[at] = `${line} and ${word}`;
      else lines.splice(at, 0, "", `After that ${word} is next.`, "");
      break;
    case 3:
    case 4:
      if (line === "" || line.startsWith("#")) return changeText(text, { place: place + 1, kind: 1 }, word);
      lines[at] = sentences.with(one, withWord(sentences[one]!, place, word)).join(" ");
      break;
    case 5:
      if (!isProse) return changeText(text, { place, kind: 0 }, word);
      lines[at] = sentences.toSpliced(one, 0, sentence(word)).join(" ");
      break;
    case 6:
      if (!isProse) return changeText(text, { place, kind: 0 }, word);
      lines[at] = sentences.with(one, `Nobody expected ${word} so early.`).join(" ");
      break;
    default:
      if (sentences.length > 1) lines[at] = sentences.toSpliced(one, 1).join(" ");
      else if (lines.length > 6) lines.splice(at, line === "" ? 0 : 1);
  }
  return lines.join("\n");
}

/** One ordinary word of a sentence becomes the new one. */
function withWord(text: string, place: number, word: string): string {
  const parts = text.split(" ");
  const ordinary = parts.flatMap((part, i) => (i > 0 && /^[a-z]+$/.test(part) ? [i] : []));
  const at = ordinary[place % Math.max(1, ordinary.length)];
  return at === undefined ? `${text} ${word}` : parts.with(at, word).join(" ");
}
