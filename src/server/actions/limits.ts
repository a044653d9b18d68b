import { byteLength } from "../../core/document/check-text.ts";
import type { CanvasError } from "../../protocol/errors.ts";
import { MAX_CONTENT_BYTES } from "../../protocol/limits.ts";
import type { HistoryLimit } from "../storage/ports.ts";
import type { Call } from "./call.ts";

/** What each owner may have on this server. */
export interface Limits {
  /** Bytes of one canvas's text: what every canvas holds at most, when left out or larger than that. */
  readonly contentBytes?: number;
  /** How many canvases, those in the bin too; as many as they like when left out. */
  readonly canvases?: number;
  /** How many sealed versions a store keeps of a canvas, at least; all when left out. The store keeps to it, here it is only said. */
  readonly versions?: number;
}

/** What a store is opened with, to keep to it. */
export function keepingOf({ versions }: Limits): HistoryLimit {
  return versions === undefined ? {} : { keepVersions: versions };
}

const KB = 1024;
const MB = 1024 * KB;

/** As it is typed and read: 200 KB, 1.5 MB. */
export function sizeInWords(bytes: number): string {
  const [unit, name] = bytes < MB ? [KB, "KB"] : [MB, "MB"];
  return `${Number((bytes / unit).toFixed(2)).toLocaleString("en")} ${name}`;
}

/**
 * Why this text cannot become the canvas's; null: it can. One that is longer than the limit already (that was lowered, or
 * the canvas came from elsewhere) may become shorter, and be changed in its place.
 */
export function checkLength({ deps }: Call, content: string, before: string | null): CanvasError | null {
  const most = contentLimit(deps.limits);
  // Three bytes a code unit at most: only a long text is worth counting.
  if (content === before || content.length * 3 <= most) return null;
  const bytes = byteLength(content);
  if (bytes <= most || (before !== null && bytes <= byteLength(before))) return null;
  const what = before === null ? "This text is" : "With this change the canvas would be";
  const whose = most < MAX_CONTENT_BYTES ? ", the limit of this server" : "";
  const message = `${what} larger than ${sizeInWords(most)}${whose}. Split it over several canvases.`;
  return { code: "content_too_large", message };
}

function contentLimit(limits: Limits | undefined): number {
  return Math.min(limits?.contentBytes ?? MAX_CONTENT_BYTES, MAX_CONTENT_BYTES);
}

/** Why there can be no further canvas, and what to do about it, for whoever reads it. */
export async function tooManyCanvases(
  { deps, who }: Call,
  most: number,
  reader: "person" | "model",
): Promise<CanvasError> {
  const { bin, canvases } = deps.store;
  const binned = (await bin.list(who.owner)).length;
  const all = binned + (await canvases.list(who.owner, { whose: "own", limit: 1 })).total;
  const limit = `This server keeps at most ${count(most, "canvas", "canvases")} for one person`;
  if (most === 0) {
    const next = reader === "model" ? "Tell the person." : "Ask whoever runs the server.";
    return { code: "too_many_canvases", message: `${limit}, so none can be made. ${next}` };
  }
  const there = `there ${all === 1 ? "is" : "are"} ${all.toLocaleString("en")}`;
  const inBin =
    binned === 0 ? "none of them in the bin" : `${binned.toLocaleString("en")} of them in the bin, which counts`;
  const excess = all - most + 1;
  const some = excess <= 1 ? "one" : excess.toLocaleString("en");
  const remove =
    binned >= excess
      ? `delete ${some} of those in the bin for good`
      : `delete ${some} for good (into the bin, and then out of it for good)`;
  const next =
    reader === "model"
      ? `Write into one that is there (list_canvases names them; write_canvas with canvas_id), or ask the person to ${remove}.`
      : `${remove.charAt(0).toUpperCase()}${remove.slice(1)}, and try again.`;
  return { code: "too_many_canvases", message: `${limit}, and ${there}, ${inBin}. ${next}` };
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}
