import { isObject } from "../../../wire/json-rpc.ts";
import { resolveContent } from "../../../wire/uris.ts";

/** A document's import map, with every address as it is read over the channel. Null: nothing that can be read. */
export interface ImportMap {
  readonly imports: ReadonlyMap<string, string | null>;
  /** The longest first. */
  readonly scopes: readonly (readonly [string, ReadonlyMap<string, string | null>])[];
}

export const NO_MAP: ImportMap = { imports: new Map(), scopes: [] };

/** What an import map of a document says; null: it is none. */
export function readImportMap(text: string, base: string): ImportMap | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  const scopes = Object.entries(isObject(value.scopes) ? value.scopes : {}).flatMap(([prefix, entries]) => {
    const address = addressOf(base, prefix);
    return address === null ? [] : [[address, entriesOf(entries, base)] as const];
  });
  return { imports: entriesOf(value.imports, base), scopes: scopes.sort(([a], [b]) => b.length - a.length) };
}

/** Where an import leads, by the map and by where it is written; null: nowhere in this instance. */
export function resolveImport({ imports, scopes }: ImportMap, from: string, specifier: string): string | null {
  const isAddress = /^(?:\.{0,2}\/|[a-z][a-z0-9+.-]*:)/i.test(specifier);
  const plain = isAddress ? resolveContent(from, specifier) : null;
  const name = plain ?? specifier;
  for (const [prefix, entries] of scopes) {
    if (prefix !== from && !(prefix.endsWith("/") && from.startsWith(prefix))) continue;
    const found = lookUp(entries, name);
    if (found !== undefined) return found;
  }
  const found = lookUp(imports, name);
  return found === undefined ? plain : found;
}

function lookUp(entries: ReadonlyMap<string, string | null>, name: string): string | null | undefined {
  if (entries.has(name)) return entries.get(name);
  let best: string | undefined;
  for (const key of entries.keys())
    if (key.endsWith("/") && name.startsWith(key) && key.length > (best?.length ?? 0)) best = key;
  if (best === undefined) return undefined;
  const folder = entries.get(best);
  return folder == null || !folder.endsWith("/") ? null : resolveContent(`${folder}x`, `./${name.slice(best.length)}`);
}

function entriesOf(value: unknown, base: string): ReadonlyMap<string, string | null> {
  const entries = Object.entries(isObject(value) ? value : {});
  return new Map(
    entries.map(([name, address]) => [
      /^(?:\.{0,2}\/|ahp-canvas-content:)/.test(name) ? (addressOf(base, name) ?? name) : name,
      typeof address === "string" ? addressOf(base, address) : null,
    ]),
  );
}

/** Of a file, or of a folder with its slash. */
function addressOf(base: string, reference: string): string | null {
  if (!reference.endsWith("/")) return resolveContent(base, reference);
  return resolveContent(base, `${reference}x`)?.slice(0, -1) ?? null;
}
