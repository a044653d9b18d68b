/** One thing to tell. `isNew`: it has not stood in an earlier result. */
export interface Item {
  readonly text: string;
  readonly mark: string;
  readonly isNew: boolean;
}

export interface Section {
  readonly title: string;
  readonly items: readonly Item[];
  /** Between two items. */
  readonly separator: string;
  /** The line that says how much was left out. */
  readonly more: (left: number) => string;
}

/** New items of a short section may take this share of the room before the others fill it. */
const FIRST_SHARE = 0.4;

/**
 * The sections' text within `room` characters, whole items only, and the marks of what it tells. New items come first,
 * in the text as in the choice; each section that left something out says so.
 */
export function fillBudget(sections: readonly Section[], room: number): { text: string; marks: string[] } {
  const wanted = sections
    .filter(({ items }) => items.length > 0)
    .map((section) => ({ section, ordered: newFirst(section.items), chosen: new Set<Item>() }));
  let free = room;
  for (const { section } of wanted) {
    // Room for the title and, in case, for the line about the rest.
    free -= section.title.length + section.more(section.items.length).length + 2 * section.separator.length + 3;
  }
  const choose = (isNew: boolean, share: number, from: readonly (typeof wanted)[number][]): void => {
    for (const { section, ordered, chosen } of from) {
      let allowance = Math.min(free, room * share);
      for (const item of ordered) {
        const cost = item.text.length + section.separator.length;
        if (item.isNew !== isNew || chosen.has(item) || cost > allowance) continue;
        chosen.add(item);
        allowance -= cost;
        free -= cost;
      }
    }
  };
  // From the last section to the first: comments and decisions are short, and edits would crowd them out.
  choose(true, FIRST_SHARE, wanted.toReversed());
  choose(true, 1, wanted);
  choose(false, 1, wanted);

  const marks: string[] = [];
  const parts = wanted.map(({ section, ordered, chosen }) => {
    const told = ordered.filter((item) => chosen.has(item));
    for (const { mark } of told) marks.push(mark);
    const left = ordered.length - told.length;
    const lines = told.map(({ text }) => text);
    if (left > 0) lines.push(section.more(left));
    return `${section.title}\n${lines.join(section.separator)}`;
  });
  const text = parts.join("\n\n");
  return text.length <= room ? { text, marks } : { text: "", marks: [] };
}

function newFirst(items: readonly Item[]): Item[] {
  return [...items.filter(({ isNew }) => isNew), ...items.filter(({ isNew }) => !isNew)];
}
