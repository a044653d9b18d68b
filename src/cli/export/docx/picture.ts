/** A picture that stands in the text itself, in a form that word processors show. */
export interface Picture {
  readonly type: "png" | "jpg" | "gif";
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

const DATA_URL = /^data:image\/(png|jpeg|gif);base64,/i;
const LARGEST_SIDE = 20_000;

/** The picture of a `data:` address; null: it is none of these, or not what it says it is. */
export function pictureFrom(src: string): Picture | null {
  const type = DATA_URL.exec(src)?.[1]?.toLowerCase();
  if (type === undefined) return null;
  const data = Buffer.from(src.slice(src.indexOf(",") + 1), "base64");
  const size = type === "png" ? pngSize(data) : type === "gif" ? gifSize(data) : jpegSize(data);
  if (!size || size.width < 1 || size.height < 1 || size.width > LARGEST_SIDE || size.height > LARGEST_SIDE)
    return null;
  return { type: type === "jpeg" ? "jpg" : (type as "png" | "gif"), data, ...size };
}

type Size = Pick<Picture, "width" | "height">;

function pngSize(data: Buffer): Size | null {
  if (data.length < 24 || data.toString("latin1", 1, 4) !== "PNG" || data.toString("latin1", 12, 16) !== "IHDR") {
    return null;
  }
  return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
}

function gifSize(data: Buffer): Size | null {
  if (data.length < 10 || data.toString("latin1", 0, 3) !== "GIF") return null;
  return { width: data.readUInt16LE(6), height: data.readUInt16LE(8) };
}

/** Walks the segments up to the one that begins a frame: it holds the size. */
function jpegSize(data: Buffer): Size | null {
  if (data.length < 4 || data.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < data.length && data[at] === 0xff; at += 2 + data.readUInt16BE(at + 2)) {
    const marker = data[at + 1] ?? 0;
    const startsFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (startsFrame) return { width: data.readUInt16BE(at + 7), height: data.readUInt16BE(at + 5) };
  }
  return null;
}
