import type { ReferenceKind } from "../frame/references.ts";
import { cssReferences, replaceReferences } from "./css-references.ts";
import { dataUrlOf, textDataUrl, textOf } from "./data-url.ts";
import { type ImportMap, NO_MAP, resolveImport } from "./import-map.ts";
import type { Reader } from "./reader.ts";
import { type ModuleType, rewriteScript } from "./rewrite-script.ts";
import { readSrcset, writeSrcset } from "./srcset.ts";

/** What the references of one document become: addresses that hold what they stand for. */
export interface Resources {
  /** What an attribute says instead; null: it stays as it is, and leads nowhere. */
  replace(kind: Exclude<ReferenceKind, "module">, base: string, value: string): Promise<string | null>;
  /** A style sheet, or a `style` attribute, whose references hold what they stand for. */
  css(base: string, text: string): Promise<string>;
  /** A script's own text; what it imports can be imported afterwards. */
  script(uri: string, code: string): Promise<string>;
  /** Makes a module importable; its address, or null where it cannot be. */
  module(base: string, specifier: string, type?: ModuleType): Promise<string | null>;
  /** Of all that was made importable since the last call: for an import map. */
  takeImports(): Readonly<Record<string, string>>;
  setImportMap(map: ImportMap): void;
}

/** Not for us: nothing is loaded, or it is all there. */
const IS_COMPLETE = /^\s*(?:#|data:|blob:|about:|javascript:|$)/i;

/** Characters that a style sheet counts for besides its own. */
const EACH_SHEET = 1_000;

export function createResources(reader: Reader): Resources {
  const modules = new Map<string, Promise<string | null>>();
  let map = NO_MAP;
  let fresh: Record<string, string> = {};

  const kept = (address: string, fragment = ""): string | null =>
    reader.write(address.length) ? address + fragment : null;

  const url = async (base: string, reference: string): Promise<string | null> => {
    const uri = reader.resolve(base, reference);
    const loaded = uri === null ? null : await reader.read(uri);
    return loaded === null ? null : kept(dataUrlOf(loaded), /#.*$/s.exec(reference)?.[0]);
  };

  const srcset = async (base: string, text: string): Promise<string> => {
    const candidates = readSrcset(text).map(async (candidate) => {
      const address = IS_COMPLETE.test(candidate.reference) ? null : await url(base, candidate.reference);
      return address === null ? candidate : { ...candidate, reference: address };
    });
    return writeSrcset(await Promise.all(candidates));
  };

  /** `above`: the sheets that import this one. */
  const css = async (base: string, text: string, above: readonly string[] = []): Promise<string> => {
    const found = cssReferences(text).filter(({ reference }) => !IS_COMPLETE.test(reference));
    const replaced = found.map(async (place) => {
      const { kind, reference } = place;
      const address = kind === "sheet" ? await sheet(base, reference, above) : await url(base, reference);
      return address === null ? [] : [[place, address] as const];
    });
    return replaceReferences(text, (await Promise.all(replaced)).flat());
  };

  const sheet = async (base: string, reference: string, above: readonly string[]): Promise<string | null> => {
    const uri = reader.resolve(base, reference);
    // A circle adds nothing that is not there already.
    if (uri === null || above.includes(uri)) return null;
    if (above.length >= reader.limits.depth) {
      reader.problem({ kind: "limit", limit: "depth" });
      return null;
    }
    const loaded = await reader.read(uri);
    // Sheets in sheets in sheets may be a few, and many when they are written out.
    if (loaded === null || !reader.write(loaded.body.length + EACH_SHEET)) return null;
    return textDataUrl("text/css", await css(uri, textOf(loaded), [...above, uri]));
  };

  const script = async (uri: string, code: string): Promise<string> => {
    const { code: rewritten, needs } = rewriteScript(code, uri, (specifier) => resolveImport(map, uri, specifier));
    // Not awaited: a circle of modules would wait for itself.
    for (const need of needs) void load(need.uri, need.type);
    return rewritten;
  };

  const asScript = async (uri: string, text: string, type: ModuleType): Promise<string> => {
    if (type === "json") return `export default JSON.parse(${JSON.stringify(text)});`;
    if (type === "script") return script(uri, text);
    const sheet = JSON.stringify(await css(uri, text));
    return `const sheet = new CSSStyleSheet(); sheet.replaceSync(${sheet}); export default sheet;`;
  };

  const load = (uri: string, type: ModuleType): Promise<string | null> => {
    const before = modules.get(uri);
    if (before !== undefined) return before;
    const make = async (): Promise<string | null> => {
      const loaded = await reader.read(uri);
      if (loaded === null) return null;
      const code = await asScript(uri, textOf(loaded), type);
      // Two modules of the same text are still two, and an error names the right one.
      const address = kept(textDataUrl("text/javascript", `${code}\n//# sourceURL=${uri}`));
      if (address !== null) fresh[uri] = address;
      return address === null ? null : uri;
    };
    const loading = make();
    modules.set(uri, loading);
    return loading;
  };

  /** All that is being loaded, and whatever that turns out to need. */
  const settled = async (): Promise<void> => {
    for (let count = -1; count !== modules.size; ) {
      count = modules.size;
      await Promise.all(modules.values());
    }
  };

  return {
    async replace(kind, base, value) {
      if (IS_COMPLETE.test(value)) return null;
      if (kind === "srcset") return srcset(base, value);
      if (kind === "sheet") return sheet(base, value, []);
      if (kind === "url") return url(base, value);
      const uri = reader.resolve(base, value);
      const loaded = uri === null ? null : await reader.read(uri);
      if (uri === null || loaded === null) return null;
      const code = await script(uri, textOf(loaded));
      await settled();
      return kept(textDataUrl("text/javascript", `${code}\n//# sourceURL=${uri}`));
    },
    css,
    async script(uri, code) {
      const rewritten = await script(uri, code);
      await settled();
      return rewritten;
    },
    async module(base, specifier, type = "script") {
      const uri = resolveImport(map, base, specifier);
      if (uri === null) {
        reader.problem({ kind: "outside", reference: specifier.slice(0, 200), base });
        return null;
      }
      const loaded = await load(uri, type);
      await settled();
      return loaded;
    },
    takeImports() {
      const taken = fresh;
      fresh = {};
      return taken;
    },
    setImportMap(next) {
      map = next;
    },
  };
}
