/** Ids of canvases: short names, not secrets. Letters and digits that cannot be mistaken for one another. */
export const ID_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const SHORTEST = 4;
const LONGEST = 16;

/** The id as it is kept (upper case), or null when no canvas can have this name. Spaces around it are forgiven. */
export function parseCanvasId(given: string): string | null {
  if (given.length > LONGEST + 16) return null;
  const id = given.trim().toUpperCase();
  if (id.length < SHORTEST || id.length > LONGEST) return null;
  for (const letter of id) if (!ID_ALPHABET.includes(letter)) return null;
  return id;
}

/** Ids grow by one character whenever a tenth of the shorter ones is used, so that a free one is found at once. */
export function idLength(used: number): number {
  let length = SHORTEST;
  while (length < LONGEST && used * 10 > ID_ALPHABET.length ** length) length += 1;
  return length;
}

/** Ids of comments and proposals are the same alphabet in lower case, so that the two are never confused. */
export function itemId(randomId: (length: number) => string, taken: (id: string) => boolean): string {
  for (let length = 4; ; length += 1) {
    const id = randomId(length).toLowerCase();
    if (!taken(id)) return id;
  }
}

/** Up to `limit` of `ids` that a slip of the hand could have turned into `given`, nearest first. */
export function nearIds(given: string, ids: readonly string[], limit = 3): string[] {
  const wanted = given.trim().toUpperCase().slice(0, LONGEST);
  return ids
    .map((id) => ({ id, distance: editDistance(wanted, id) }))
    .filter((candidate) => candidate.distance <= 2)
    .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
    .slice(0, limit)
    .map((candidate) => candidate.id);
}

/** How many letters must be changed, added, left out, or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, rows[i - 2]![j - 2]! + 1);
      row.push(cost);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

const KEY_LENGTH = 24;

/** A new canvas's own key: whoever shows it is its widget, which acts for the person. */
export function newCanvasKey(randomId: (length: number) => string): string {
  return randomId(KEY_LENGTH);
}
