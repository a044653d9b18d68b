/** Random markdown documents with two edits of each, always the same for a seed. */
export interface MergeCase {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

const WORDS =
  "the a of in and with for our team plan budget launch partner review quarter price order result report date week travel office customer early late open new small clear moves starts costs needs keeps shows covers".split(
    " ",
  );

export function makeRandom(seed: number): MergeCase {
  let state = (seed * 2_654_435_761) >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (n: number): number => Math.floor(random() * n);
  const pick = <T>(all: readonly T[]): T => all[below(all.length)]!;
  const words = (n: number): string => Array.from({ length: n }, () => pick(WORDS)).join(" ");
  const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
  const sentence = (): string => `${capital(words(4 + below(11)))} ${below(1000)}.`;
  const sentences = (n: number): string => Array.from({ length: n }, sentence).join(" ");
  const isWrapped = random() < 0.3;
  const wrap = (text: string): string => (isWrapped ? text.replaceAll(/(.{60,76}) /g, "$1\n") : text);
  const rows = (n: number): string => Array.from({ length: n }, () => `| ${words(2)} | ${below(100)} |`).join("\n");
  const block = (): string => {
    const kind = random();
    if (kind < 0.15) return `## ${capital(words(3))}`;
    if (kind < 0.3) return Array.from({ length: 2 + below(4) }, () => `- ${capital(words(5))}`).join("\n");
    if (kind < 0.36) return `| a | b |\n| --- | --- |\n${rows(2 + below(3))}`;
    if (kind < 0.42) return `\`\`\`\n${Array.from({ length: 3 }, () => words(3)).join("\n")}\n\`\`\``;
    return wrap(sentences(1 + below(5)));
  };
  const edit = (given: readonly string[]): string => {
    const blocks = [...given];
    for (let n = 1 + below(4); n > 0; n--) {
      const i = below(blocks.length);
      const old = blocks[i]!;
      const isProse = /^\w/.test(old);
      const parts = old.replaceAll("\n", " ").split(/(?<=\.) /);
      const kind = random();
      if (kind < 0.25) blocks[i] = old.replace(pick(old.match(/[a-z]{3,}/g) ?? ["-"]), pick(WORDS));
      else if (kind < 0.4 && isProse) blocks[i] = wrap([...parts, sentence()].join(" "));
      else if (kind < 0.5 && isProse) blocks[i] = wrap(parts.with(below(parts.length), sentence()).join(" "));
      else if (kind < 0.6 && isProse) blocks[i] = wrap(sentences(1 + below(5)));
      else if (kind < 0.75 && old.startsWith("- ")) blocks[i] = `${old}\n- ${capital(words(5))}`;
      else if (kind < 0.75) blocks.splice(i, 0, block());
      else if (kind < 0.85 && blocks.length > 1) blocks.splice(i, 1);
      else if (kind < 0.92) blocks.splice(below(blocks.length), 0, ...blocks.splice(i, 1));
      else blocks.push(block());
    }
    return `${blocks.join("\n\n")}\n`;
  };
  const base = Array.from({ length: 4 + below(12) }, block);
  return { base: `${base.join("\n\n")}\n`, mine: edit(base), theirs: edit(base) };
}
