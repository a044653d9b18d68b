/**
 * Reads the pages of a SQLite file without SQLite, which gives up a whole table where one page of it is damaged. Only what a
 * page itself says is trusted, and only as far as it holds together; the format is that of sqlite.org/fileformat2.html.
 */

/** The beginning of a text whose rest cannot be read. */
export interface CutText {
  readonly beginning: string;
}

/** Undefined: this value cannot be read. */
export type FoundValue = string | number | null | CutText | undefined;

export interface FoundCell {
  /** Of a table with rowids. */
  readonly rowid: number | null;
  readonly values: readonly FoundValue[];
}

/** A page of a b-tree. `children` are in order. */
export interface TreePage {
  readonly kind: "table" | "index";
  readonly isLeaf: boolean;
  readonly children: readonly number[];
  readonly cells: readonly FoundCell[];
  /** Cells of which nothing can be told. */
  readonly lost: number;
}

export interface Pages {
  readonly count: number;
  /** Pages that hold nothing that is in force. `isWhole`: these are all of them. */
  readonly freelist: () => { readonly pages: ReadonlySet<number>; readonly isWhole: boolean };
  /** Null: it is not there, or no page of a b-tree. */
  readonly tree: (page: number) => TreePage | null;
}

const MAGIC = "SQLite format 3\0";
const USUAL_SIZE = 4096;
const HEADER = 100;

/** `read` gives bytes of the file, fewer at its end. */
export function openPages(size: number, read: (offset: number, length: number) => Buffer): Pages {
  const header = read(0, HEADER);
  const isSound = isHeader(header);
  const pageSize = (isSound ? pageSizeOf(header) : null) ?? USUAL_SIZE;
  // What is reserved at the end of each page: nothing, in files of ours.
  const reserved = isSound ? header.readUInt8(20) : 0;
  const usable = pageSize - reserved >= 480 ? pageSize - reserved : pageSize;
  const count = Math.ceil(size / pageSize);
  const page = (number: number): Buffer | null => {
    if (!Number.isInteger(number) || number < 1 || number > count) return null;
    const bytes = read((number - 1) * pageSize, pageSize);
    return bytes.length === pageSize ? bytes : null;
  };
  return {
    count,
    freelist: () => {
      const free = freelistOf(isSound ? header.readUInt32BE(32) : 0, usable, page);
      return { pages: free, isWhole: isSound && header.readUInt32BE(36) === free.size };
    },
    tree: (number) => {
      const bytes = page(number);
      return bytes === null ? null : treePage(bytes, number === 1 ? HEADER : 0, { usable, count, page });
    },
  };
}

type ReadPage = (number: number) => Buffer | null;
interface Layout {
  readonly usable: number;
  readonly count: number;
  readonly page: ReadPage;
}

/** The three bytes in its middle are the same in every file. */
function isHeader(bytes: Buffer): boolean {
  const isWhole = bytes.length === HEADER && bytes.toString("latin1", 0, MAGIC.length) === MAGIC;
  return isWhole && bytes.readUIntBE(21, 3) === 0x40_20_20;
}

function pageSizeOf(header: Buffer): number | null {
  const said = header.readUInt16BE(16);
  const size = said === 1 ? 65_536 : said;
  return size >= 512 && (size & (size - 1)) === 0 ? size : null;
}

function freelistOf(first: number, usable: number, page: ReadPage): ReadonlySet<number> {
  const free = new Set<number>();
  for (let trunk = first; trunk !== 0 && !free.has(trunk); ) {
    const bytes = page(trunk);
    if (bytes === null) break;
    const leaves = bytes.readUInt32BE(4);
    // A damaged trunk: what it says of others is worth nothing.
    if (leaves > usable / 4 - 2) break;
    free.add(trunk);
    for (let n = 0; n < leaves; n++) free.add(bytes.readUInt32BE(8 + 4 * n));
    trunk = bytes.readUInt32BE(0);
  }
  return free;
}

const KINDS = new Map([
  [2, { kind: "index", isLeaf: false }],
  [5, { kind: "table", isLeaf: false }],
  [10, { kind: "index", isLeaf: true }],
  [13, { kind: "table", isLeaf: true }],
] as const);

function treePage(bytes: Buffer, start: number, layout: Layout): TreePage | null {
  const { usable } = layout;
  const type = KINDS.get(bytes.readUInt8(start) as 2 | 5 | 10 | 13);
  if (type === undefined) return null;
  const pointers = start + (type.isLeaf ? 8 : 12);
  const cellCount = bytes.readUInt16BE(start + 3);
  if (pointers + 2 * cellCount > usable) return null;
  const children: number[] = [];
  const cells: FoundCell[] = [];
  let lost = 0;
  for (let n = 0; n < cellCount; n++) {
    const at = bytes.readUInt16BE(pointers + 2 * n);
    if (at < pointers + 2 * cellCount || at + 4 > usable) {
      lost += 1;
      continue;
    }
    if (!type.isLeaf) children.push(bytes.readUInt32BE(at));
    if (type.kind === "table" && !type.isLeaf) continue;
    const cell = readCell(bytes, at + (type.isLeaf ? 0 : 4), type.kind, layout);
    if (cell === null) lost += 1;
    else cells.push(cell);
  }
  if (!type.isLeaf) children.push(bytes.readUInt32BE(start + 8));
  return { ...type, children, cells, lost };
}

function readCell(bytes: Buffer, at: number, kind: TreePage["kind"], layout: Layout): FoundCell | null {
  const { usable, count } = layout;
  const size = varint(bytes, at, usable);
  if (size === null || size.value > count * usable) return null;
  const rowid = kind === "table" ? varint(bytes, size.end, usable) : null;
  if (kind === "table" && rowid === null) return null;
  const start = rowid?.end ?? size.end;
  const local = localSize(size.value, kind, usable);
  if (start + local > usable) return null;
  const kept = bytes.subarray(start, start + local);
  const pointer = start + local + 4 <= usable ? bytes.readUInt32BE(start + local) : 0;
  const payload = local === size.value ? kept : withOverflow(kept, size.value, pointer, layout);
  const values = readRecord(payload, size.value);
  return values === null ? null : { rowid: rowid?.value ?? null, values };
}

/** How much of a payload stands in the page itself. */
function localSize(size: number, kind: TreePage["kind"], usable: number): number {
  const most = kind === "table" ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (size <= most) return size;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const local = least + ((size - least) % (usable - 4));
  return local <= most ? local : least;
}

/** The payload as far as its chain of overflow pages can be followed. */
function withOverflow(local: Buffer, size: number, first: number, { usable, count, page }: Layout): Buffer {
  const parts = [local];
  let length = local.length;
  let next = first;
  while (length < size) {
    const overflow = page(next);
    if (overflow === null) break;
    const part = overflow.subarray(4, Math.min(usable, 4 + size - length));
    next = overflow.readUInt32BE(0);
    // The last one leads nowhere, all others to a page: anything else is no page of this chain.
    const isLast = length + part.length === size;
    if (isLast ? next !== 0 : next < 1 || next > count) break;
    parts.push(part);
    length += part.length;
  }
  return Buffer.concat(parts);
}

/** Null: it is no record. Values behind the end of what could be read are undefined. */
function readRecord(payload: Buffer, size: number): FoundValue[] | null {
  const headerSize = varint(payload, 0, payload.length);
  if (headerSize === null || headerSize.value > payload.length || headerSize.value < 1) return null;
  const types: number[] = [];
  let at = headerSize.end;
  while (at < headerSize.value) {
    const type = varint(payload, at, headerSize.value);
    if (type === null || type.value === 10 || type.value === 11) return null;
    types.push(type.value);
    at = type.end;
  }
  if (at !== headerSize.value) return null;
  const ends = types.reduce((sum, type) => sum + valueSize(type), at);
  if (ends !== size) return null;
  return types.map((type) => {
    const from = at;
    at += valueSize(type);
    if (at <= payload.length) return readValue(payload.subarray(from, at), type);
    return type >= 12 && type % 2 === 1 && from < payload.length ? cutText(payload.subarray(from)) : undefined;
  });
}

const INTEGER_SIZES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function valueSize(type: number): number {
  return type >= 12 ? Math.floor((type - 12) / 2) : (INTEGER_SIZES[type] ?? 0);
}

function readValue(bytes: Buffer, type: number): FoundValue {
  if (type === 0) return null;
  if (type === 8 || type === 9) return type - 8;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type === 6) return Number(bytes.readBigInt64BE(0));
  if (type < 7) return bytes.readIntBE(0, bytes.length);
  // Nothing of ours is kept as bytes, and no text of ours has a NUL.
  if (type % 2 === 0) return undefined;
  if (bytes.includes(0)) return cutText(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Only the bytes can be at fault: they are no UTF-8.
    return cutText(bytes);
  }
}

function cutText(bytes: Buffer): CutText | undefined {
  // Up to what is no UTF-8: a character that was cut in two, if nothing else.
  const beginning = /^[^\0\ufffd]*/.exec(bytes.toString("utf8"))?.[0] ?? "";
  return beginning === "" ? undefined : { beginning };
}

function varint(bytes: Buffer, at: number, end: number): { readonly value: number; readonly end: number } | null {
  let value = 0;
  for (let n = 0; n < 9 && at + n < end; n++) {
    const byte = bytes.readUInt8(at + n);
    value = n === 8 ? value * 256 + byte : value * 128 + (byte & 0x7f);
    if (n < 8 && byte >= 0x80) continue;
    // Neither sizes nor rowids of ours are so large, nor negative.
    return Number.isSafeInteger(value) ? { value, end: at + n + 1 } : null;
  }
  return null;
}
