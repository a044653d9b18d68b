import { composeChanges, sizeOfChanges } from "../../diff/compose-changes.ts";
import type { TextChange } from "../../diff/hunk.ts";
import type { Canvas } from "../../records/canvas.ts";
import type { HeadVersion, LineEnd, NewMoment } from "../../records/history.ts";
import { type Draft, note, textBefore } from "../draft.ts";
import { takesPatch } from "./chain.ts";
import { charactersFor, MOST_MOMENTS } from "./line.ts";
import { contentRevision, markOfText } from "./past-texts.ts";

/** So many more may be on a line until somebody looks. */
const SPARE_MOMENTS = 40;
const SPARE_CHARACTERS = 100_000;
/** A first patch on the text of the version before. */
const ON_VERSION = { bodies: 1, patches: 0 };
/** A point stands on that text too, whatever was before it on the line. */
const AFTER_POINT = { bodies: 2, patches: 0 };
const NEW_LINE: LineEnd = { revision: 0, chain: ON_VERSION, moments: 0, characters: 0 };

/**
 * The draft, in which the head version has just got a text by these changes, with that text as a moment on the version's line.
 * `opened`: the draft before, whose text was to be amended, or was sealed.
 */
export function withMoment(draft: Draft, opened: Draft, changes: readonly TextChange[]): Draft {
  const { document, head } = draft.record;
  const own = draft.moments.findLast(({ version }) => version === document.version);
  // What was put in by the same save before is no moment of its own.
  if (own?.revision === contentRevision(draft.record)) return replaced(draft, own, changes);
  const amends = opened.record.document.version === document.version;
  const line = (amends ? head.line : undefined) ?? NEW_LINE;
  const stood = contentRevision(opened.record);
  if (!amends || line.revision === stood) {
    const moment = momentOf(draft.record, amends ? stood : null, line, changes);
    return onLine(draft, [...draft.moments, moment], endWith(line, moment, draft.record));
  }
  // Whoever wrote what stands there kept no line, or none that goes so far.
  const first = momentWhole(opened);
  const start = endWith({ ...line, chain: ON_VERSION }, first, opened.record);
  const moment = momentOf(draft.record, stood, start, changes);
  return onLine(draft, [...draft.moments, first, moment], endWith(start, moment, draft.record));
}

/** The head whose text is kept as a point: the next changes stand on that. */
export function lineAfterPoint({ line }: HeadVersion, revision: number): Pick<HeadVersion, "line"> {
  return line?.revision === revision ? { line: { ...line, chain: AFTER_POINT } } : {};
}

function replaced(draft: Draft, own: NewMoment, changes: readonly TextChange[]): Draft {
  const { line = NEW_LINE } = draft.record.head;
  const made = own.changes === undefined ? [] : composeChanges(own.changes, changes);
  // A chain of which the last body is taken back: that it counted is told by its size at most.
  const chain = own.changes === undefined ? { bodies: 0, patches: 0 } : line.chain;
  const moment = momentOf(draft.record, own.on, { ...line, chain }, made);
  const others = draft.moments.filter((each) => each !== own);
  return onLine(draft, [...others, moment], endWith({ ...line, moments: line.moments - 1 }, moment, draft.record));
}

function onLine(draft: Draft, moments: readonly NewMoment[], line: LineEnd): Draft {
  const { version, content } = draft.record.document;
  const most = charactersFor(content.length, false);
  const isLong = line.moments > MOST_MOMENTS + SPARE_MOMENTS || line.characters > most + SPARE_CHARACTERS;
  const end = isLong ? { ...line, moments: MOST_MOMENTS, characters: Math.min(line.characters, most) } : line;
  const noted = note(draft, { head: { ...draft.record.head, line: end } });
  return { ...noted, moments, thins: isLong ? [...draft.thins, version] : draft.thins };
}

/** The text in force, by what was done to the moment before, or whole where that is shorter, or better to read. */
function momentOf(record: Canvas, on: number | null, { chain }: LineEnd, changes: readonly TextChange[]): NewMoment {
  const { content } = record.document;
  const isPatch = takesPatch(chain, sizeOfChanges(changes), content.length);
  return { ...placeOf(record), ...(isPatch ? { on, changes } : { on: null, content }) };
}

function momentWhole(draft: Draft): NewMoment {
  const { content } = draft.record.document;
  const isOfVersion = textBefore(draft) === content;
  return { ...placeOf(draft.record), on: null, ...(isOfVersion ? { changes: [] } : { content }) };
}

function placeOf(record: Canvas) {
  const { document, head } = record;
  return {
    version: document.version,
    revision: contentRevision(record),
    at: head.contentAt ?? document.updatedAt,
    hash: markOfText(record).hash,
  };
}

function endWith({ chain, ...line }: LineEnd, moment: NewMoment, { document }: Canvas): LineEnd {
  const length = moment.changes === undefined ? document.content.length : sizeOfChanges(moment.changes);
  return {
    revision: moment.revision,
    chain:
      moment.changes === undefined
        ? { bodies: 1, patches: 0 }
        : { bodies: chain.bodies + 1, patches: chain.patches + length },
    moments: line.moments + 1,
    characters: line.characters + length,
  };
}
