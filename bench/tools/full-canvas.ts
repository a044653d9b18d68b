import { describeAnchor } from "../../src/core/comments/describe-anchor.ts";
import type {
  Anchor,
  Author,
  CanvasComment,
  CanvasRecord,
  Proposal,
  Protection,
} from "../../src/core/records/canvas.ts";
import { PERSON, sampleBook, sampleRecord, sampleTime } from "../../src/server/storage/sample-change.ts";
import { reworded, type Shape } from "./documents.ts";

export const CLIENT = "bench";
const MODEL: Author = { kind: "model", client: CLIENT };
/** Of a text that leaves room for changes within 5 MB; of a hundredth of it a hundredth. */
const MOST = { size: 4_500_000, comments: 5_000, proposals: 500, settled: 500, protections: 500 };
/** Models that came to the canvas, each with a baseline of its own. */
const BOOKS = 3;

export interface FullCanvas {
  readonly record: CanvasRecord;
  /** What the model wrote, before the person changed one sentence in seventy. */
  readonly baseline: string;
  readonly open: readonly string[];
}

/** A canvas with the most of everything, or with a share of it. */
export function fullCanvas(shape: Shape, share: number): FullCanvas {
  const count = (most: number): number => Math.max(1, Math.round(most * share));
  const baseline = `# Everything\n\n${shape.lines(MOST.size * share).join("\n")}\n`;
  const content = reworded(baseline, 70, 11, "typed");
  const words = [...content.matchAll(/Item\d+ \w+ \w+/g)];
  const taken = (of: number, most: number, shift: number): Anchor[] =>
    Array.from({ length: of }, (_, n) => {
      const found = words[Math.min(words.length - 1, Math.floor((n / of) * words.length) + shift)]!;
      return describeAnchor(content, found.index, Math.min(found[0].length, most), 2);
    });
  const at = sampleTime(1);
  const comments = taken(count(MOST.comments), 200, 1).map((anchor, n): CanvasComment => {
    const isReply = n % 2 === 1;
    return {
      id: `c${n}`,
      anchor: isReply ? null : anchor,
      body: `What is meant by number ${n}? It says one thing here and another above.`,
      by: n % 4 < 2 ? PERSON : MODEL,
      createdAt: at,
      resolved: false,
      ...(isReply ? { replyTo: `c${n - 1}` } : {}),
    };
  });
  const proposal = (id: string, anchor: Anchor, state: Proposal["state"]): Proposal => ({
    id,
    kind: "suggestion",
    by: MODEL,
    anchor,
    text: `${anchor.quotedText} indeed`,
    createdAt: at,
    version: 1,
    state,
  });
  const open = taken(count(MOST.proposals), 200, 2).map((anchor, n) => proposal(`p${n}`, anchor, "open"));
  const settled = taken(count(MOST.settled), 200, 3).map((anchor, n) => proposal(`s${n}`, anchor, "rejected"));
  const protections = taken(count(MOST.protections), 200, 4).map(
    (anchor, n): Protection => ({ id: `k${n}`, anchor, createdAt: at }),
  );
  const record = sampleRecord("AAAA", content, { title: "Everything", version: 2, revision: 2, lastEditor: "person" });
  const known = { offeredRevision: 1, seen: [], offers: [] };
  return {
    baseline,
    open: open.map(({ id }) => id),
    record: {
      ...record,
      comments,
      proposals: [...settled, ...open],
      protections,
      books: Array.from({ length: BOOKS }, (_, n) =>
        sampleBook(n === BOOKS - 1 ? baseline : reworded(baseline, 500, n, "known"), {
          ...known,
          client: n === BOOKS - 1 ? CLIENT : `other${n}`,
        }),
      ),
      head: { by: PERSON, openedAt: at, sealed: false, contentRevision: 2, contentAt: at },
    },
  };
}
