import { READ_PAGE } from "../../../protocol/limits.ts";

/**
 * How much of a text one result may hold, as the caller's program counts it. A single line or item may have more, up to
 * `READ_PAGE`: a door with less room passes it on in parts.
 */
export interface PageRoom {
  readonly most: number;
  /** UTF-16 code units, bytes of UTF-8, or those of the text inside a JSON string. */
  readonly in: "characters" | "bytes" | "JSON bytes";
}

export const USUAL_ROOM: PageRoom = { most: READ_PAGE, in: "characters" };

export function sizeIn(room: Pick<PageRoom, "in">, text: string): number {
  switch (room.in) {
    case "characters":
      return text.length;
    case "bytes":
      return Buffer.byteLength(text);
    case "JSON bytes":
      return Buffer.byteLength(JSON.stringify(text)) - 2;
  }
}
