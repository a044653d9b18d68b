import type { MergeConflict, MergeResult, TextChange } from "./hunk.ts";
import { commonestTerminator, fromEditor, offsetMaps, toEditor } from "./line-endings.ts";
import { stepAside } from "./step-aside.ts";
import { changesBetween } from "./text-changes.ts";

/**
 * Both sides' changes to `base` in one text. Compared by lines, then by words: only overlapping or touching words
 * conflict, and equal changes never do. In a conflict my text stays in the result and theirs stands beside it, so what
 * either side wrote is in the text or in a conflict. merge(b, x, b) = x, merge(b, b, y) = y, merge(b, x, x) = x.
 */
export function mergeThreeWay(base: string, mine: string, theirs: string): MergeResult {
  if (mine === theirs || theirs === base) return { text: mine, conflicts: [] };
  if (mine === base) return { text: theirs, conflicts: [] };
  const exact = mergeExactly(base, mine, theirs);
  const hasReturns = base.includes("\r") || mine.includes("\r") || theirs.includes("\r");
  if (exact.conflicts.length === 0 || !hasReturns) return exact;
  const apart = mergeApartFromEndings(base, mine, theirs);
  return apart.conflicts.length < exact.conflicts.length ? apart : exact;
}

/**
 * One side wrote every line with other endings, as models do, while the other changed words at the lines' ends: the words
 * are merged without the endings, which then come from the side that changed them.
 */
function mergeApartFromEndings(base: string, mine: string, theirs: string): MergeResult {
  const merged = mergeExactly(toEditor(base), toEditor(mine), toEditor(theirs));
  const usual = commonestTerminator(base);
  const changedByThem = commonestTerminator(mine) === usual && commonestTerminator(theirs) !== usual;
  const endings = changedByThem ? theirs : mine;
  const text = fromEditor(merged.text, endings);
  const offsets = offsetMaps(text);
  const ended = (value: string): string => value.replaceAll("\n", commonestTerminator(endings));
  const conflicts = merged.conflicts.map((conflict) => {
    const from = offsets.fromEditor(conflict.from);
    const to = offsets.fromEditor(conflict.to);
    return { from, to, mine: text.slice(from, to), theirs: ended(conflict.theirs), base: ended(conflict.base) };
  });
  return { text, conflicts };
}

function mergeExactly(base: string, mine: string, theirs: string): MergeResult {
  if (mine === theirs || theirs === base) return { text: mine, conflicts: [] };
  if (mine === base) return { text: theirs, conflicts: [] };
  const theirChanges = changesBetween(base, theirs);
  const myChanges = stepAside(base, changesBetween(base, mine), theirChanges);
  const meetings = joinConflicts(base, meet(base, myChanges, stepAside(base, theirChanges, myChanges)));

  const parts: string[] = [];
  const conflicts: MergeConflict[] = [];
  let at = 0;
  let length = 0;
  const put = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  for (const { from, to, mine: my, theirs: their } of meetings) {
    put(base.slice(at, from));
    const myText = written(base, from, to, my);
    const theirText = written(base, from, to, their);
    const isBoth = my.length > 0 && their.length > 0 && myText !== theirText;
    const fuller = isBoth && from === to ? fullerInsertion(myText, theirText) : null;
    if (isBoth && fuller === null) {
      conflicts.push({
        from: length,
        to: length + myText.length,
        mine: myText,
        theirs: theirText,
        base: base.slice(from, to),
      });
    }
    put(fuller ?? (my.length > 0 ? myText : theirText));
    at = to;
  }
  put(base.slice(at));
  return { text: parts.join(""), conflicts };
}

/** Of two insertions of whole lines the one that begins or ends with the other: it has all that both sides wrote. */
function fullerInsertion(mine: string, theirs: string): string | null {
  const [shorter, longer] = mine.length < theirs.length ? [mine, theirs] : [theirs, mine];
  if (!/[\r\n]$/.test(shorter)) return null;
  const beginsWith = longer.startsWith(shorter) && isLineStart(longer, shorter.length);
  const endsWith = longer.endsWith(shorter) && isLineStart(longer, longer.length - shorter.length);
  return beginsWith || endsWith ? longer : null;
}

/** A stretch of the base with the changes of each side that meet in it. Only one side's: no conflict. */
interface Meeting {
  from: number;
  to: number;
  mine: TextChange[];
  theirs: TextChange[];
}

function meet(base: string, mine: readonly TextChange[], theirs: readonly TextChange[]): Meeting[] {
  const meetings: Meeting[] = [];
  let i = 0;
  let j = 0;
  while (i < mine.length || j < theirs.length) {
    const isMine = comesFirst(mine[i], theirs[j]);
    const change = (isMine ? mine[i++] : theirs[j++])!;
    const last = meetings.at(-1);
    if (last && clashes(base, last, change, isMine)) {
      (isMine ? last.mine : last.theirs).push(change);
      last.to = Math.max(last.to, change.to);
    } else {
      meetings.push({
        from: change.from,
        to: change.to,
        mine: isMine ? [change] : [],
        theirs: isMine ? [] : [change],
      });
    }
  }
  return meetings;
}

/** More decisions than this nobody makes one by one: then conflicts that are near each other become one. */
const MAX_CONFLICTS = 200;

function joinConflicts(base: string, meetings: readonly Meeting[]): Meeting[] {
  // Words beside each other that both sides changed are one phrase, and one decision.
  let joined = joinWhere(base, meetings, (from, to) => /^[^\S\r\n]*$/.test(base.slice(from, to)));
  for (let reach = 40; joined.filter((meeting) => isConflict(base, meeting)).length > MAX_CONFLICTS; reach *= 2) {
    const limit = reach;
    joined = joinWhere(base, joined, (from, to) => to - from <= limit);
  }
  return joined;
}

/** Joins neighbouring conflicts, with all that stands between them, where `isNear` says so of the base between them. */
function joinWhere(
  base: string,
  meetings: readonly Meeting[],
  isNear: (from: number, to: number) => boolean,
): Meeting[] {
  const joined: Meeting[] = [];
  /** The index in `joined` of the last conflict. */
  let conflict = -1;
  for (const meeting of meetings) {
    const last = joined[conflict];
    if (!isConflict(base, meeting)) joined.push(meeting);
    else if (last && isNear(last.to, meeting.from)) {
      for (const part of [...joined.splice(conflict + 1), meeting]) {
        for (const change of part.mine) last.mine.push(change);
        for (const change of part.theirs) last.theirs.push(change);
        last.to = Math.max(last.to, part.to);
      }
    } else conflict = joined.push(meeting) - 1;
  }
  return joined;
}

function isConflict(base: string, { from, to, mine, theirs }: Meeting): boolean {
  return mine.length > 0 && theirs.length > 0 && written(base, from, to, mine) !== written(base, from, to, theirs);
}

function comesFirst(my: TextChange | undefined, their: TextChange | undefined): boolean {
  if (!my || !their) return my !== undefined;
  return my.from !== their.from ? my.from < their.from : my.to <= their.to;
}

function clashes(base: string, meeting: Meeting, change: TextChange, isMine: boolean): boolean {
  if (change.from !== meeting.to) return change.from < meeting.to;
  const other = (isMine ? meeting.theirs : meeting.mine).at(-1);
  // One side's own changes never touch each other.
  if (!other || other.to !== change.from) return false;
  return !standOnOwnLines(base, other, change);
}

/**
 * Whether two changes that meet at a line's start touch no common word: whole lines put in, replaced or taken out beside
 * lines that the other side changed. Two insertions at one place always touch: their order is anybody's guess.
 */
function standOnOwnLines(base: string, left: TextChange, right: TextChange): boolean {
  if (left.from === left.to && right.from === right.to) return false;
  if (!isLineStart(base, right.from)) return false;
  const leftEndsLine = left.insert === "" ? isLineStart(base, left.from) : /[\r\n]$/.test(left.insert);
  if (!leftEndsLine) return false;
  return right.from !== right.to || right.from === base.length || /[\r\n]$/.test(right.insert);
}

function isLineStart(text: string, offset: number): boolean {
  if (offset === 0) return true;
  const before = text[offset - 1];
  return before === "\n" || (before === "\r" && text[offset] !== "\n");
}

function written(base: string, from: number, to: number, changes: readonly TextChange[]): string {
  let text = "";
  let at = from;
  for (const change of changes) {
    text += base.slice(at, change.from) + change.insert;
    at = change.to;
  }
  return text + base.slice(at, to);
}
