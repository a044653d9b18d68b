/**
 * Documents whose every word has an identity, so that after any edit the right place of a passage is known. Made from a
 * seed: the same numbers on every machine.
 */
export interface Word {
  readonly id: number;
  readonly text: string;
}
export interface Block {
  readonly lead: "" | "## " | "- " | "> ";
  readonly words: readonly Word[];
}
export type Text = readonly Block[];

export interface Random {
  next(): number;
  below(n: number): number;
  pick<T>(items: readonly T[]): T;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return { next, below, pick: (items) => items[below(items.length)]! };
}

const COMMON = "the of a to and in is for with on that this by it as be are we can not from or an will".split(" ");
/** Whether a quote has nothing but words that every text has. */
export function isCommon(quote: string): boolean {
  return quote.split(" ").every((word) => COMMON.includes(word.toLowerCase().replace(/[.?]$/, "")));
}
const SYLLABLES = "ba ker lo min ta ven ri sol da per quo fe gan mi ter no va lin su co re pa den ol ha".split(" ");

export interface Writer {
  word(): Word;
  sentence(length?: number): Word[];
  paragraph(sentences?: number): Block;
  text(blocks: number): Text;
  /** The same texts as words of their own. */
  copy(block: Block): Block;
}

export function createWriter(random: Random): Writer {
  let ids = 0;
  const vocabulary = Array.from({ length: 900 }, () =>
    Array.from({ length: 2 + random.below(3) }, () => random.pick(SYLLABLES)).join(""),
  );
  const raw = (): string => (random.next() < 0.42 ? random.pick(COMMON) : random.pick(vocabulary));
  const word = (): Word => ({ id: ids++, text: raw() });
  const sentence = (length = 6 + random.below(14)): Word[] => {
    const words = Array.from({ length }, word);
    const first = words[0]!;
    words[0] = { ...first, text: first.text[0]!.toUpperCase() + first.text.slice(1) };
    const last = words.at(-1)!;
    words[words.length - 1] = { ...last, text: `${last.text}${random.next() < 0.9 ? "." : "?"}` };
    return words;
  };
  const paragraph = (sentences = 1 + random.below(5)): Block => ({
    lead: "",
    words: Array.from({ length: sentences }, () => sentence()).flat(),
  });
  const block = (): Block => {
    const kind = random.next();
    if (kind < 0.12) return { lead: "## ", words: sentence(2 + random.below(4)) };
    if (kind < 0.3) return { lead: "- ", words: sentence(3 + random.below(8)) };
    return kind < 0.35 ? { lead: "> ", words: sentence() } : paragraph();
  };
  return {
    word,
    sentence,
    paragraph,
    text: (blocks) => Array.from({ length: blocks }, block),
    copy: ({ lead, words }) => ({ lead, words: words.map(({ text }) => ({ id: ids++, text })) }),
  };
}

export interface Printed {
  readonly content: string;
  /** Where the word with this id stands. */
  readonly places: ReadonlyMap<number, { readonly from: number; readonly to: number; readonly text: string }>;
}

export function print(text: Text): Printed {
  const places = new Map<number, { from: number; to: number; text: string }>();
  let content = "";
  text.forEach((block, i) => {
    if (i > 0) content += "\n\n";
    content += block.lead;
    block.words.forEach((word, j) => {
      if (j > 0) content += " ";
      places.set(word.id, { from: content.length, to: content.length + word.text.length, text: word.text });
      content += word.text;
    });
  });
  return { content: `${content}\n`, places };
}

/** An edit in the hands of a person or a model. */
export type Edit = (text: Text, random: Random, writer: Writer) => Text;

const replaceBlock = (text: Text, at: number, ...blocks: Block[]): Text => text.toSpliced(at, 1, ...blocks);
const somewhere = (text: Text, random: Random): number => random.below(text.length);

/** Words typed in, words taken out, here and there. */
export const typing: Edit = (text, random, writer) => {
  let now = text;
  for (let n = 0; n < 6; n++) {
    const at = somewhere(now, random);
    const { lead, words } = now[at]!;
    const put = random.next() < 0.6 ? Array.from({ length: 1 + random.below(4) }, () => writer.word()) : [];
    const gone = put.length > 0 || words.length < 4 ? 0 : 1 + random.below(2);
    now = replaceBlock(now, at, { lead, words: words.toSpliced(random.below(words.length + 1), gone, ...put) });
  }
  return now.filter(({ words }) => words.length > 0);
};

export const moves: Edit = (text, random) => {
  let now = text;
  for (let n = 0; n < 3; n++) {
    const from = somewhere(now, random);
    const size = Math.min(1 + random.below(3), now.length - from);
    const blocks = now.slice(from, from + size);
    const rest = now.toSpliced(from, size);
    now = rest.toSpliced(random.below(rest.length + 1), 0, ...blocks);
  }
  return now;
};

/** About every fifth word of some blocks said otherwise. */
export const lightRewrites: Edit = (text, random, writer) =>
  text.map((block) =>
    random.next() < 0.5
      ? block
      : {
          ...block,
          words: block.words.map((word) => (random.next() < 0.2 ? { ...writer.word(), id: word.id } : word)),
        },
  );

export const heavyRewrites: Edit = (text, random, writer) =>
  text.map((block) => (random.next() < 0.6 ? block : writer.paragraph()));

export const splits: Edit = (text, random) =>
  text.flatMap((block) => {
    if (block.lead !== "" || block.words.length < 12 || random.next() < 0.5) return [block];
    const at = 3 + random.below(block.words.length - 6);
    return [
      { lead: "" as const, words: block.words.slice(0, at) },
      { lead: "" as const, words: block.words.slice(at) },
    ];
  });

export const joins: Edit = (text, random) => {
  const now: Block[] = [];
  for (const block of text) {
    const last = now.at(-1);
    if (last && last.lead === "" && block.lead === "" && random.next() < 0.5) {
      now[now.length - 1] = { lead: "", words: [...last.words, ...block.words] };
    } else now.push(block);
  }
  return now;
};

export const duplicates: Edit = (text, random, writer) => {
  let now = text;
  for (let n = 0; n < 4; n++) {
    const copy = writer.copy(now[somewhere(now, random)]!);
    now = now.toSpliced(random.below(now.length + 1), 0, copy);
  }
  return now;
};

export const deletions: Edit = (text, random) => text.filter(() => random.next() < 0.8);

export const additions: Edit = (text, random, writer) =>
  text.flatMap((block) => (random.next() < 0.8 ? [block] : [block, writer.paragraph()]));

export const wholeRewrite: Edit = (text, _random, writer) => writer.text(text.length);
