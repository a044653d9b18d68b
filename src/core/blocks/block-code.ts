import { scanHtml } from "./scan-html.ts";

/** What one data element of a block holds. */
export interface BlockData {
  /** null: it has none, and is known by its place among the others. */
  readonly id: string | null;
  readonly text: string;
}

interface DataPlace {
  readonly id: string | null;
  readonly from: number;
  readonly to: number;
}

/** Attributes that say nothing but what it is and how it is found, each in quotes, and nothing that is spelled otherwise. */
const DATA_TAG = /^<script((?:[\t\n ]+(?:type|id|class|data-[a-z-]+)=(?:"[^"&<>]*"|'[^'&<>]*'))+)[\t\n ]*>$/;
const ATTRIBUTE = /([a-z-]+)=(?:"([^"]*)"|'([^']*)')/g;

/**
 * What of a block the person agrees to when they run it: all of it but the texts of its `<script type="application/json">`.
 * Two blocks of the same code differ in data alone. Data that is not surely inert in every browser counts as code.
 */
export function blockCode(html: string): string {
  const places = dataPlaces(html);
  let code = "";
  let at = 0;
  for (const { from, to } of places) {
    code += html.slice(at, from);
    at = to;
  }
  return `${places.length}\n${code}${html.slice(at)}`;
}

/** The texts that `blockCode` leaves out, in order. */
export function blockData(html: string): readonly BlockData[] {
  return dataPlaces(html).map(({ id, from, to }) => ({ id, text: html.slice(from, to) }));
}

function dataPlaces(html: string): readonly DataPlace[] {
  const places: DataPlace[] = [];
  let attributes: ReadonlyMap<string, string> | null = null;
  for (const piece of scanHtml(html)) {
    if (piece.kind === "raw" && attributes !== null) {
      places.push({ id: attributes.get("id") ?? null, from: piece.from, to: piece.to });
    }
    attributes = piece.kind === "tag" && piece.name === "script" ? dataTag(html.slice(piece.from, piece.to)) : null;
  }
  return places;
}

/** The attributes of the start tag of a data element; null: it is none. */
function dataTag(tag: string): ReadonlyMap<string, string> | null {
  const inside = DATA_TAG.exec(tag)?.[1];
  if (inside === undefined) return null;
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single] of inside.matchAll(ATTRIBUTE)) {
    if (attributes.has(name)) return null;
    attributes.set(name, double ?? single ?? "");
  }
  return attributes.get("type") === "application/json" ? attributes : null;
}
