import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tokenize } from "../text/tokenize.ts";
import { mergeThreeWay } from "./merge-three-way.ts";
import { isContinued, isJoined, sentencesOf } from "./testing/sentence-laws.ts";
import { applyChanges } from "./text-changes.ts";
import { linedText, unitsOf } from "./text-units.ts";

/** Merges per law; more of them with MERGES=20000. */
const RUNS = Number(process.env.MERGES ?? 1500);
const SLOW_MACHINE = 600_000;

const WORDS = "the a plan team budget in of and we launch April review costs Berlin partner weekly is not old".split(
  " ",
);
const word = fc.constantFrom(...WORDS);
const sentence = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 9 }), fc.constantFrom(".", ".", ".", "!", "?", ""))
  .map(
    ([words, end]) =>
      `${words[0]![0]!.toUpperCase()}${words[0]!.slice(1)}${words
        .slice(1)
        .map((w) => ` ${w}`)
        .join("")}${end}`,
  );
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 4 }).map((all) => all.join(" "));
const block = fc.oneof(
  { weight: 5, arbitrary: paragraph },
  {
    weight: 2,
    arbitrary: fc.array(sentence, { minLength: 1, maxLength: 4 }).map((all) => all.map((s) => `- ${s}`).join("\n")),
  },
  { weight: 1, arbitrary: fc.array(sentence, { minLength: 1, maxLength: 2 }).map((all) => `## ${all.join(" ")}`) },
  {
    weight: 1,
    arbitrary: fc.array(sentence, { minLength: 1, maxLength: 3 }).map((all) => `\`\`\`\n${all.join("\n")}\n\`\`\``),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(sentence, { minLength: 2, maxLength: 3 })
      .map((all) => `${all.map((s) => `| ${s} | x |`).join("\n")}`),
  },
);
const blocks = fc.array(block, { minLength: 1, maxLength: 6 });

type Edit =
  | { readonly kind: "word"; readonly at: number; readonly word: string }
  | { readonly kind: "drop word"; readonly at: number }
  | { readonly kind: "put word"; readonly at: number; readonly word: string }
  | { readonly kind: "sentence" | "append" | "block" | "replace block"; readonly at: number; readonly text: string }
  | { readonly kind: "drop sentence" | "drop block" | "move block" | "join" | "part"; readonly at: number };
const at = fc.nat(60);
const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("word" as const), at, word }) },
    fc.record({ kind: fc.constant("drop word" as const), at }),
    fc.record({ kind: fc.constant("put word" as const), at, word }),
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("sentence", "append"), at, text: sentence }) },
    fc.record({ kind: fc.constantFrom("block", "replace block"), at, text: block }),
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constantFrom("drop sentence", "drop block", "move block", "join", "part"), at }),
    },
  ),
  { maxLength: 4 },
);

function edited(base: readonly string[], changes: readonly Edit[]): string[] {
  const out = [...base];
  for (const edit of changes) {
    const i = edit.at % Math.max(1, out.length);
    const old = out[i] ?? "";
    // What breaks a fence makes code of all that follows: that is another text, not another sentence.
    if (old.startsWith("```") && /sentence|append|drop word/.test(edit.kind)) continue;
    switch (edit.kind) {
      case "word":
      case "put word":
      case "drop word": {
        const tokens = tokenize(old);
        const places = tokens.flatMap((token, n) => (/\p{L}/u.test(token) ? [n] : []));
        const place = places[Math.floor(edit.at / 3) % Math.max(1, places.length)];
        if (place === undefined) break;
        if (edit.kind === "word") tokens[place] = edit.word;
        else if (edit.kind === "put word") tokens.splice(place, 0, edit.word, " ");
        else tokens.splice(place, tokens[place + 1] === " " ? 2 : 1);
        out[i] = tokens.join("");
        break;
      }
      case "sentence":
      case "drop sentence": {
        const all = old.split(/(?<=[.!?]) /);
        if (edit.kind === "sentence") all.splice(edit.at % (all.length + 1), 0, edit.text);
        else all.splice(edit.at % all.length, 1);
        out[i] = all.join(" ");
        break;
      }
      case "append":
        out[i] = `${old} ${edit.text}`;
        break;
      case "block":
        out.splice(i, 0, edit.text);
        break;
      case "replace block":
        out[i] = edit.text;
        break;
      case "drop block":
        out.splice(i, 1);
        break;
      case "move block":
        out.push(...out.splice(i, 1));
        break;
      case "join":
        out[i] = old.replace(/[.!?] (\p{Lu})/u, (_, first: string) => ` and ${first.toLowerCase()}`);
        break;
      case "part":
        out[i] = old.replace(
          /(\p{L}) and (\p{L})/u,
          (_, left: string, right: string) => `${left}. ${right.toUpperCase()}`,
        );
        break;
    }
  }
  return out.filter((text) => text.trim() !== "");
}

const texts = fc
  .tuple(blocks, edits, edits, fc.constantFrom("\n", ""), fc.constantFrom("\n", ""))
  .map(([base, my, their, end, otherEnd]) => ({
    base: base.join("\n\n") + end,
    mine: edited(base, my).join("\n\n") + end,
    theirs: edited(base, their).join("\n\n") + otherEnd,
  }));

/** No range begins or ends inside a sentence. */
function expectWhole(text: string, ranges: readonly { readonly from: number; readonly to: number }[]): void {
  const lined = linedText(text);
  const units = unitsOf(lined, 0, lined.lines.length);
  for (const range of ranges) {
    for (const offset of [range.from, range.to]) {
      const parted = units.find(
        ({ from, to }) => text.slice(from, offset).trim() !== "" && from < offset && offset < to,
      );
      if (parted) throw new Error(`${offset} lies in ${JSON.stringify(text.slice(parted.from, parted.to))}`);
    }
  }
}

/** Each word of these edits once: `x7` is put in by the seventh. */
function marked(changes: readonly Edit[], from: number): Edit[] {
  return changes.flatMap((edit, i): Edit[] => {
    const mark = `x${from + i}`;
    switch (edit.kind) {
      case "word":
      case "put word":
        return [{ ...edit, word: mark }];
      case "sentence":
      case "append":
      case "block":
        return [{ ...edit, text: `The plan of ${mark} is new.` }];
      case "drop word":
      case "drop sentence":
      case "drop block":
        return [edit];
      default:
        // What is moved, joined or parted is the same words at another place, and may well stand at both.
        return [];
    }
  });
}

describe("Laws of sentences", () => {
  test(
    "every sentence of a merge was written by one side, or is the base's with changes of both; and none is lost",
    () => {
      fc.assert(
        fc.property(texts, ({ base, mine, theirs }) => {
          const { text, conflicts } = mergeThreeWay(base, mine, theirs);
          const bases = sentencesOf(base);
          const mines = sentencesOf(mine);
          const others = sentencesOf(theirs);
          const written = new Set([...mines, ...others]);
          const taken = conflicts.map(({ from, to, theirs: insert }) => ({ from, to, insert }));
          const saved = new Set([...bases, ...sentencesOf(text), ...sentencesOf(applyChanges(text, taken))]);
          for (const result of sentencesOf(text)) {
            if (written.has(result)) continue;
            const was = bases.find((b) =>
              mines.some((m) =>
                others.some((o) => {
                  if (!isJoined(result, b, m, o)) return false;
                  saved.add(m).add(o);
                  return true;
                }),
              ),
            );
            if (was === undefined) throw new Error(`nobody wrote ${JSON.stringify(result)}`);
          }
          for (const one of written) {
            if (saved.has(one) || base.includes(one)) continue;
            const goesOn = bases.some((b) => sentencesOf(text).some((longer) => isContinued(one, b, longer)));
            if (!goesOn) throw new Error(`lost ${JSON.stringify(one)}`);
          }
        }),
        { numRuns: RUNS },
      );
    },
    SLOW_MACHINE,
  );

  test(
    "a conflict holds whole sentences of each side",
    () => {
      fc.assert(
        fc.property(texts, ({ base, mine, theirs }) => {
          const { text, conflicts } = mergeThreeWay(base, mine, theirs);
          const taken = conflicts.map(({ from, to, theirs: insert }) => ({ from, to, insert }));
          expectWhole(text, conflicts);
          const other = applyChanges(text, taken);
          let shift = 0;
          expectWhole(
            other,
            taken.map(({ from, to, insert }) => {
              const start = from + shift;
              shift += insert.length - (to - from);
              return { from: start, to: start + insert.length };
            }),
          );
        }),
        { numRuns: RUNS },
      );
    },
    SLOW_MACHINE,
  );

  test(
    "where all that differs is in conflict, keeping mine is my text and taking theirs is theirs",
    () => {
      fc.assert(
        fc.property(fc.array(fc.tuple(sentence, sentence, sentence), { minLength: 1, maxLength: 8 }), (all) => {
          const text = (side: 0 | 1 | 2): string =>
            all.map((row, i) => (i % 2 ? `Between ${i}.\n\n` : `Side ${side} ${i} ${row[side]}\n`)).join("");
          const { text: kept, conflicts } = mergeThreeWay(text(0), text(1), text(2));
          expect(kept).toBe(text(1));
          const taken = conflicts.map(({ from, to, theirs: insert }) => ({ from, to, insert }));
          expect(applyChanges(kept, taken)).toBe(text(2));
        }),
        { numRuns: RUNS },
      );
    },
    SLOW_MACHINE,
  );

  test(
    "what both sides have from a text that they went on from, later than the base, stands once",
    () => {
      fc.assert(
        fc.property(blocks, edits, edits, edits, (base, common, my, their) => {
          const shared = edited(base, marked(common, 100));
          const mine = edited(shared, marked(my, 200)).join("\n\n");
          const theirs = edited(shared, marked(their, 300)).join("\n\n");
          const { text } = mergeThreeWay(base.join("\n\n"), mine, theirs);
          const marks: readonly string[] = text.match(/x\d+/g) ?? [];
          // What one of them changed again is another sentence.
          const others = new Set(sentencesOf(theirs));
          const changed = sentencesOf(mine)
            .filter((one) => !others.has(one))
            .join(" ");
          expect(marks.filter((mark, i) => marks.indexOf(mark) !== i && !changed.includes(mark))).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
    SLOW_MACHINE,
  );
});
