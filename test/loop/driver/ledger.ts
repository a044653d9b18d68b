import { isJoined, sentencesOf } from "../../../src/core/diff/testing/sentence-laws.ts";
import type { CanvasRecord } from "../../../src/core/records/canvas.ts";
import { wordsIn } from "./unique-words.ts";

/** Something that must never happen has happened; the words say what. */
export class Fault extends Error {}

/** Who has done what to the text, as far as it takes to say what may be missing from it. */
export class Ledger {
  /** The person's words that nobody has taken out, and whether the server has had them. */
  private readonly standing = new Map<string, "typed" | "arrived">();
  /** Words that were taken out of the text in a way that must leave them in the history. */
  private readonly inHistory = new Set<string>();
  /** What models wrote and the server took. */
  private readonly taken = new Set<string>();
  /** Words that somebody wanted twice. */
  private readonly twice = new Set<string>();
  private readonly sentences = new Set<string>();
  /** Behind each number that anybody was told: its text. */
  private readonly versions = new Map<number, string>();

  /** Somebody has written this text, or been shown it as it is: each of its sentences is one. */
  knows(text: string): void {
    for (const one of sentencesOf(text)) this.sentences.add(one);
  }

  /** The person has made `before` into `after`. */
  typed(before: string, after: string): void {
    this.knows(after);
    const had = new Set(wordsIn(before));
    const has = new Set(wordsIn(after));
    for (const word of has) if (!had.has(word) && word.startsWith("p")) this.standing.set(word, "typed");
    for (const word of had) if (!has.has(word)) this.standing.delete(word);
  }

  /** The person has decided between these two texts: in one of them, or in either place, words may go or stand twice. */
  decided(mine: string, theirs: string, both: boolean): void {
    const words = [...wordsIn(mine), ...wordsIn(theirs)];
    for (const word of words) {
      if (both) this.twice.add(word);
      else this.standing.delete(word);
    }
  }

  /** The person has seen a decision make `before` into `after`. */
  saw(before: string, after: string): void {
    const left = new Set(wordsIn(after));
    for (const word of wordsIn(before)) if (!left.has(word)) this.standing.delete(word);
  }

  /** A comment's words are the person's too. */
  commented(body: string): void {
    for (const word of wordsIn(body)) this.standing.set(word, "typed");
  }

  /** A model's call was taken. */
  wrote(content: string): void {
    for (const word of wordsIn(content)) if (word.startsWith("m")) this.taken.add(word);
  }

  /** A number stands for one text. */
  version(version: number, text: string): void {
    const known = this.versions.get(version);
    if (known === undefined) this.versions.set(version, text);
    else if (known !== text) throw new Fault(`v${version} stands for two texts:\n${known}\n---\n${text}`);
  }

  /** After a call: nothing doubled, nothing garbled, and nothing gone but what `mayTake` allows. */
  check(before: CanvasRecord, after: CanvasRecord, mayTake: (word: string) => "no" | "keeps history"): void {
    const text = after.document.content;
    const has = wordsIn(text);
    const all = new Set([...has, ...openWords(after)]);
    for (const word of all) if (this.standing.has(word)) this.standing.set(word, "arrived");
    const doubled = has.filter((word, i) => has.indexOf(word) !== i && !this.twice.has(word));
    if (doubled.length > 0) throw new Fault(`${doubled} stands twice in the text`);
    this.checkSentences(text);
    for (const [word, where] of this.standing) {
      if (where === "typed" || all.has(word)) continue;
      if (mayTake(word) === "no") throw new Fault(`${word} was lost out of\n${before.document.content}`);
      this.standing.delete(word);
      this.inHistory.add(word);
    }
  }

  /** Each sentence was written by somebody, or is one of theirs with the changes of both that stand apart. */
  checkSentences(text: string): void {
    for (const one of sentencesOf(text)) {
      if (this.sentences.has(one)) continue;
      if (!this.isJoin(one)) throw new Fault(`nobody wrote ${JSON.stringify(one)}`);
      this.sentences.add(one);
    }
  }

  private isJoin(one: string): boolean {
    const near = [...this.sentences].filter((other) => isNear(one, other));
    return near.some((base) =>
      near.some((mine, i) => near.some((theirs, j) => i < j && isJoined(one, base, mine, theirs))),
    );
  }

  /** In the end, with everything saved. `history`: the texts of all versions by number. */
  checkEnd(record: CanvasRecord, history: ReadonlyMap<number, string>): void {
    const { document, proposals } = record;
    const now = new Set([...wordsIn(document.content), ...openWords(record)]);
    const ever = new Set([
      ...now,
      ...proposals.flatMap(({ text, used }) => [...wordsIn(text), ...wordsIn(used ?? "")]),
      ...[...history.values()].flatMap(wordsIn),
    ]);
    const lost = [...this.standing.keys()].filter((word) => !now.has(word));
    if (lost.length > 0) throw new Fault(`${lost} was typed and is nowhere in\n${document.content}`);
    const gone = [...this.inHistory, ...this.taken].filter((word) => !ever.has(word));
    if (gone.length > 0) throw new Fault(`${gone} is in no version`);
    for (const [version, text] of history) this.version(version, text);
    for (const version of this.versions.keys())
      if (!history.has(version)) throw new Fault(`v${version} was told to somebody and is not kept`);
  }
}

/** What waits for the person: offered texts, and comments. */
function openWords({ proposals, comments }: CanvasRecord): string[] {
  const open = proposals.filter(({ state }) => state === "open").map(({ text }) => text);
  return [...open, ...comments.map(({ body }) => body)].flatMap(wordsIn);
}

/** Whether they share half of their words: a sentence and what it was joined of always do. */
function isNear(one: string, other: string): boolean {
  const words = new Set(other.split(" "));
  const all = one.split(" ");
  return all.filter((word) => words.has(word)).length * 2 >= all.length;
}
