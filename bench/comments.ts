import { describeAnchor, isDetached } from "../src/core/comments/describe-anchor.ts";
import { reanchorAll } from "../src/core/comments/reanchor.ts";
import { readMarks, SHORT_QUOTES } from "../src/core/comments/testing/short-quotes.ts";
import type { Anchor } from "../src/core/records/canvas.ts";
import * as corpus from "./corpus.ts";

/**
 * Do comments stay where they belong? Edits with a known right answer; what is printed is how often the place found is
 * the right one (precision) and how often a passage that is still there is found (recall), by what happened to it.
 * Then the time for a thousand comments after a rewrite of one megabyte, or of as many as MEGABYTES says.
 */

const { createRandom, createWriter, print } = corpus;

type Fate =
  | "untouched"
  | "kept, its paragraph changed"
  | "moved, its paragraph changed"
  | "moved"
  | "lightly rewritten"
  | "rewritten"
  | "gone";

interface Quote {
  readonly ids: readonly number[];
  readonly anchor: Anchor;
}

function chooseQuotes(text: corpus.Text, printed: corpus.Printed, random: corpus.Random, count: number): Quote[] {
  const quotes: Quote[] = [];
  while (quotes.length < count) {
    const { words } = random.pick(text);
    const length = Math.min(words.length, random.pick([1, 2, 3, 5, 8, 12, 40]));
    const at = random.below(words.length - length + 1);
    const ids = words.slice(at, at + length).map(({ id }) => id);
    const from = printed.places.get(ids[0]!)!.from;
    const to = printed.places.get(ids.at(-1)!)!.to;
    quotes.push({ ids, anchor: describeAnchor(printed.content, from, to - from, 1) });
  }
  return quotes;
}

/** What became of a quote, and where it is. */
function truth(
  quote: Quote,
  before: corpus.Printed,
  after: corpus.Printed,
  isMoved: boolean,
): { fate: Fate; from: number; to: number } {
  const left = quote.ids.flatMap((id) => after.places.get(id) ?? []);
  if (left.length === 0) return { fate: "gone", from: -1, to: -1 };
  const from = Math.min(...left.map((place) => place.from));
  const to = Math.max(...left.map((place) => place.to));
  const kept = quote.ids.filter((id) => after.places.get(id)?.text === before.places.get(id)!.text);
  const letters = (ids: readonly number[]): number =>
    ids.reduce((sum, id) => sum + before.places.get(id)!.text.length, 0);
  const share = letters(kept) / Math.max(letters(quote.ids), to - from - left.length + 1);
  if (after.content.slice(from, to) === quote.anchor.quotedText) {
    const isLineSame = lineAt(before.content, quote.anchor.offset) === lineAt(after.content, from);
    if (isMoved) return { fate: isLineSame ? "moved" : "moved, its paragraph changed", from, to };
    return { fate: isLineSame ? "untouched" : "kept, its paragraph changed", from, to };
  }
  return { fate: share >= 0.6 ? "lightly rewritten" : "rewritten", from, to };
}

interface Tally {
  all: number;
  /** On a block that is word for word the same, where nothing tells the two apart: neither right nor wrong. */
  twins: number;
  placed: number;
  right: number;
}

const EDITS: readonly [string, ...corpus.Edit[]][] = [
  ["typing", corpus.typing],
  ["paragraphs moved", corpus.moves],
  ["sentences lightly rewritten", corpus.lightRewrites],
  ["paragraphs rewritten", corpus.heavyRewrites],
  ["paragraphs split", corpus.splits],
  ["paragraphs joined", corpus.joins],
  ["paragraphs duplicated", corpus.duplicates],
  ["paragraphs deleted", corpus.deletions],
  ["paragraphs added", corpus.additions],
  ["moved and rewritten", corpus.moves, corpus.lightRewrites],
  ["split, deleted, added, typed", corpus.splits, corpus.deletions, corpus.additions, corpus.typing],
  ["everything at once", corpus.moves, corpus.heavyRewrites, corpus.joins, corpus.duplicates, corpus.typing],
  ["a whole rewrite", corpus.wholeRewrite],
];

function lineAt(content: string, offset: number): string {
  return content.slice(content.lastIndexOf("\n", offset - 1) + 1, content.indexOf("\n", offset));
}

/** Whether two offsets stand at the same place of lines that are the same. */
function isTwin(content: string, a: number, b: number): boolean {
  const column = (offset: number): number => offset - content.lastIndexOf("\n", offset - 1);
  return column(a) === column(b) && lineAt(content, a) === lineAt(content, b);
}

function quality(): void {
  const rounds = Number(process.argv[2] ?? 30);
  const fates = new Map<Fate, Tally>();
  const edits = new Map<string, Tally>();
  let saidAgain = 0;
  const count = (tallies: Map<string, Tally>, key: string, placed: boolean, right: boolean, twin: boolean): void => {
    const tally = tallies.get(key) ?? { all: 0, twins: 0, placed: 0, right: 0 };
    tally.all++;
    if (twin) tally.twins++;
    else if (placed) tally.placed++;
    if (right) tally.right++;
    tallies.set(key, tally);
  };
  for (const [name, ...steps] of EDITS) {
    for (let round = 0; round < rounds; round++) {
      const random = createRandom(round * 7919 + name.length);
      const writer = createWriter(random);
      const text = writer.text(10 + random.below(40));
      const before = print(text);
      const quotes = chooseQuotes(text, before, random, 40);
      let now = text;
      const firsts = new Map(text.map((block) => [block.words[0]!.id, block]));
      for (const step of steps) now = step(now, random, writer);
      const after = print(now);
      const anchors = reanchorAll(
        quotes.map(({ anchor }) => anchor),
        before.content,
        after.content,
        2,
      );
      const movesBlocks = steps.includes(corpus.moves) && firsts.size > 0;
      quotes.forEach((quote, i) => {
        const anchor = anchors[i]!;
        const { fate, from, to } = truth(quote, before, after, movesBlocks);
        const placed = !isDetached(anchor, after.content);
        const end = anchor.offset + anchor.length;
        const overlap = Math.max(0, Math.min(end, to) - Math.max(anchor.offset, from));
        const union = Math.max(end, to) - Math.min(anchor.offset, from);
        const exact = /^(untouched|kept|moved)/.test(fate);
        const right = placed && from >= 0 && (exact ? anchor.offset === from && end === to : overlap / union >= 0.5);
        const twin = placed && !right && exact && isTwin(after.content, anchor.offset, from);
        const isSaidAgain = fate === "gone" && anchor.quotedText === quote.anchor.quotedText;
        if (placed && isSaidAgain && !corpus.isCommon(anchor.quotedText)) saidAgain++;
        count(fates as Map<string, Tally>, fate, placed, right, twin);
        count(edits, name, placed, right, twin);
        if (process.env.SHOW && placed && !right && !twin) {
          console.log(
            name,
            "|",
            fate,
            "|",
            JSON.stringify(quote.anchor),
            "→",
            JSON.stringify(anchor.quotedText),
            JSON.stringify(after.content.slice(from, to)),
          );
        }
        if (process.env.SHOW_LOST === fate && !placed) {
          console.log(
            name,
            "|",
            fate,
            "|",
            JSON.stringify(quote.anchor),
            "lost",
            JSON.stringify(after.content.slice(from - 30, to + 30)),
          );
        }
      });
    }
  }
  const percent = (part: number, whole: number): string =>
    whole === 0 ? "–" : `${((100 * part) / whole).toFixed(2)} %`;
  const table = (tallies: ReadonlyMap<string, Tally>): void =>
    console.table(
      Object.fromEntries(
        [...tallies].map(([key, { all, twins, placed, right }]) => [
          key,
          {
            comments: all,
            found: percent(right, all - twins),
            precision: percent(right, placed),
            orphans: all - placed - twins,
            "on a twin": twins,
          },
        ]),
      ),
    );
  table(fates);
  table(edits);
  const sum = [...fates.values()].reduce((a, b) => ({
    all: a.all + b.all,
    twins: a.twins + b.twins,
    placed: a.placed + b.placed,
    right: a.right + b.right,
  }));
  console.log(`precision over all: ${percent(sum.right, sum.placed)} of ${sum.placed} places`);
  console.log(
    `without ${saidAgain} words that chance put once more into the block that took the place of theirs, where a comment ` +
      `is to stand: ${percent(sum.right, sum.placed - saidAgain)}`,
  );
}

/** Comments on one to four words, in texts of people: what became of them, against what a person says. */
function shortQuotes(): void {
  const rows: Record<string, Record<string, number | string>> = {};
  for (const kind of ["stands", "other"] as const) {
    const cases = SHORT_QUOTES.filter((one) => one.kind === kind);
    let placed = 0;
    let right = 0;
    let asMeant = 0;
    for (const { before, after } of cases) {
      const was = readMarks(before);
      const now = readMarks(after);
      const anchor = describeAnchor(was.content, was.from, was.length, 1);
      const found = reanchorAll([anchor], was.content, now.content, 2)[0]!;
      const isPlaced = !isDetached(found, now.content);
      const isRight = isPlaced && found.offset === now.from && found.length === now.length;
      if (isPlaced) placed++;
      if (isRight) right++;
      if (isPlaced ? isRight : now.from < 0) asMeant++;
    }
    rows[kind === "stands" ? "few words, stand once in place" : "few words, all others"] = {
      comments: cases.length,
      "as a person says": `${((100 * asMeant) / cases.length).toFixed(2)} %`,
      anchored: placed,
      precision: `${((100 * right) / placed).toFixed(2)} %`,
    };
  }
  console.table(rows);
}

function speed(): void {
  const megabytes = Number(process.env.MEGABYTES ?? 1);
  const rows: Record<string, unknown> = {};
  for (const [name, step] of [
    ["sentences lightly rewritten", corpus.lightRewrites],
    ["paragraphs rewritten", corpus.heavyRewrites],
    ["paragraphs moved", corpus.moves],
    ["a whole rewrite", corpus.wholeRewrite],
  ] as const) {
    const random = createRandom(42);
    const writer = createWriter(random);
    const blocks: corpus.Block[] = [];
    let size = 0;
    while (size < megabytes * 1_000_000) {
      const block = writer.text(1)[0]!;
      blocks.push(block);
      size += block.words.reduce((sum, { text }) => sum + text.length + 1, 3);
    }
    const before = print(blocks);
    const quotes = chooseQuotes(blocks, before, random, 1_000).map(({ anchor }) => anchor);
    const after = print(step(blocks, random, writer)).content;
    const times: number[] = [];
    for (let run = 0; run < 7; run++) {
      const start = process.cpuUsage();
      reanchorAll(quotes, before.content, after, 2);
      const { user, system } = process.cpuUsage(start);
      times.push((user + system) / 1000);
    }
    times.sort((a, b) => a - b);
    rows[name] = {
      [`1,000 comments, ${megabytes} MB, slowest run, CPU ms`]: Math.round(times.at(-1)!),
      "median, CPU ms": Math.round(times[3]!),
    };
  }
  console.table(rows);
}

quality();
shortQuotes();
if (!process.env.SHOW && !process.env.SHOW_LOST) speed();
