import { DumpError } from "./dump-error.ts";

/** A file whose parts can be read in any order. */
export interface DumpFile {
  readonly size: number;
  /** Fewer bytes only at the end. */
  readonly read: (offset: number, length: number) => Uint8Array;
}

export interface NumberedLine {
  readonly number: number;
  readonly text: string;
  /** As they stand in the file, without the line break. */
  readonly bytes: Uint8Array;
  readonly start: number;
  /** Where the next one begins. */
  readonly end: number;
}

const CHUNK = 1024 * 1024;
/** A text of the largest size, all of it escaped, with what several models know of it. */
const LONGEST_LINE = 256 * 1024 * 1024;
const BREAK = 0x0a;

/** The lines of the file, or of the part of it that begins with line `number` at `from`. One of them at a time is in memory. */
export function* readLines(
  file: DumpFile,
  { from = 0, to = file.size, number = 1 } = {},
): Generator<NumberedLine, void, undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let start = from;
  let line = number;
  const take = (end: number): NumberedLine => {
    const bytes = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, length);
    const taken = { number: line, text: decode(bytes, line), bytes, start, end };
    [parts, length, start, line] = [[], 0, end, line + 1];
    return taken;
  };
  for (let at = from; at < to; ) {
    const chunk = file.read(at, Math.min(CHUNK, to - at));
    if (chunk.length === 0) break;
    let begin = 0;
    for (let end = chunk.indexOf(BREAK); end >= 0; end = chunk.indexOf(BREAK, begin)) {
      parts.push(chunk.subarray(begin, end));
      length += end - begin;
      begin = end + 1;
      yield take(at + begin);
    }
    parts.push(chunk.subarray(begin));
    length += chunk.length - begin;
    at += chunk.length;
    if (length > LONGEST_LINE) throw new DumpError(null, `Line ${line} is longer than any line of a dump.`);
  }
  if (length > 0) yield take(start + length);
}

function decode(bytes: Uint8Array, line: number): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Only the bytes can be at fault.
    throw new DumpError(null, `Line ${line} is no UTF-8 text.`);
  }
}
