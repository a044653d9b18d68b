import { describeEdits } from "../../feedback/describe-edits.ts";
import type { Book, Offer } from "../../records/books.ts";

interface Pair {
  readonly baseline: string;
  readonly content: string;
}

/**
 * The book after a write by its own model turned one pair of texts into another. An edit of the person's that was told is
 * the same one when the model changes something beside it; one that the model adopted is none any more. What the person
 * had taken back before stays to be told.
 */
export function followEdits(book: Book, before: Pair, after: Pair): Book {
  const isTold = [...book.seen, ...book.offers.flatMap(({ marks }) => marks)].some((mark) => mark.startsWith("edit:"));
  if (!isTold && book.heard.length === 0) return book;
  const stood = describeEdits(before.baseline, before.content);
  const stands = describeEdits(after.baseline, after.content);
  const left = new Set(stands.map(({ mark }) => mark));
  const free = stands.filter(({ mark }) => !stood.some((old) => old.mark === mark));
  // To which fingerprint each of those that stood has come; none: the model has adopted it.
  const became = new Map<string, string | undefined>();
  for (const { mark, words } of stood) {
    if (left.has(mark)) continue;
    const at = free.findIndex((item) => item.words === words);
    became.set(mark, at < 0 ? undefined : free.splice(at, 1)[0]?.mark);
  }
  if (became.size === 0) return book;
  const follow = (mark: string): string[] => {
    const whole = mark.replace(/~$/, "");
    if (!became.has(whole)) return [mark];
    const now = became.get(whole);
    return now === undefined ? [] : [mark === whole ? now : `${now}~`];
  };
  const heard = (words: Book["heard"]) =>
    words.flatMap((one) => {
      const [mark] = follow(one.mark);
      return mark === undefined ? [] : [{ ...one, mark }];
    });
  return {
    ...book,
    seen: book.seen.flatMap(follow),
    heard: heard(book.heard),
    offers: book.offers.map((offer): Offer => {
      const { words, ...rest } = offer;
      return { ...rest, marks: offer.marks.flatMap(follow), ...(words === undefined ? {} : { words: heard(words) }) };
    }),
  };
}
