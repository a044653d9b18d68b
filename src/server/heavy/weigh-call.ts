import { parseCanvasId } from "../../core/document/ids.ts";
import type { Canvases } from "../storage/ports.ts";

// Measured on the shapes of bench/tools: what stays below keeps everybody else waiting for less than 100 ms.
/** Of a model's change, which compares its text with the canvas's and with what it was told: about 0.5 ms a kilobyte. */
const HEAVY_CHANGE = 200_000;
/** Of any other call: about 0.2 ms a kilobyte. */
export const HEAVY_CALL = 400_000;
/** Of the whole store, all of whose texts SQLite seeks through. */
const HEAVY_SEARCH = 6_000_000;

/** What a call is about, as far as that tells how long it takes. */
export type Weighed =
  | { readonly about: "canvas"; readonly id: string; readonly heavyFrom: number }
  | { readonly about: "list"; readonly isSearch: boolean }
  | { readonly about: "new" }
  /** Never long, or one that waits: it stays where changes are watched. */
  | { readonly about: "nothing" };

const LISTS: ReadonlySet<string> = new Set(["list_canvases", "show_board", "list_board"]);
const CHANGES: ReadonlySet<string> = new Set(["write_canvas", "edit_canvas"]);
const STAY: ReadonlySet<string> = new Set(["read_me", "await_review"]);

export function whatItIsAbout(tool: string, args: Readonly<Record<string, unknown>>): Weighed {
  if (STAY.has(tool)) return { about: "nothing" };
  if (LISTS.has(tool)) return { about: "list", isSearch: typeof args.query === "string" && args.query.trim() !== "" };
  if (typeof args.canvas_id !== "string") return { about: "new" };
  const id = parseCanvasId(args.canvas_id);
  return id === null
    ? { about: "nothing" }
    : { about: "canvas", id, heavyFrom: CHANGES.has(tool) ? HEAVY_CHANGE : HEAVY_CALL };
}

/** Whether the call would hold up everybody else for too long, by sizes alone: no text is read for it. */
export async function isHeavyCall(
  canvases: Pick<Canvases, "weight">,
  owner: string,
  weighed: Weighed,
  args: unknown,
): Promise<boolean> {
  switch (weighed.about) {
    case "nothing":
      return false;
    case "new":
      return sizeOf(args, HEAVY_CALL) > HEAVY_CALL;
    case "canvas": {
      const { id, heavyFrom } = weighed;
      const size = sizeOf(args, heavyFrom);
      return size > heavyFrom || size + (await canvases.weight(owner, id)).largest > heavyFrom;
    }
    case "list": {
      const { largest, all } = await canvases.weight(owner);
      return largest > HEAVY_CALL || (weighed.isSearch && all > HEAVY_SEARCH);
    }
  }
}

/** How long its texts are together; counted no further than `most`. Checked arguments are no deeper than their schema. */
function sizeOf(value: unknown, most: number): number {
  let size = 0;
  const count = (each: unknown): void => {
    if (size > most) return;
    // What carries no text costs as well: ten thousand decisions are no small call.
    size += typeof each === "string" ? each.length : 8;
    if (Array.isArray(each)) for (const item of each) count(item);
    else if (typeof each === "object" && each !== null) for (const item of Object.values(each)) count(item);
  };
  count(value);
  return size;
}
