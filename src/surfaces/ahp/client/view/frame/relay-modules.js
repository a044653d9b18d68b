/**
 * Part of the first script of a relayed document: it is text for that page, and nothing here imports it.
 *
 * Imports whose addresses are known only as a script runs, and `import.meta`: rewritten scripts call these.
 */
export function relayModules({ ask }, { importCall, metaCall }) {
  const importFrom = async (base, specifier, options) => {
    const type = options?.with?.type;
    const found = await ask({ kind: "module", base, specifier: String(specifier), type });
    if (found === null) throw new TypeError(`Failed to fetch dynamically imported module: ${specifier}`);
    if (Object.keys(found.imports).length > 0) {
      const map = document.createElement("script");
      map.type = "importmap";
      map.textContent = JSON.stringify({ imports: found.imports });
      document.head.append(map);
      map.remove();
    }
    return import(found.uri);
  };
  const metas = new Map();
  const metaOf = (url) => {
    const resolve = (specifier) => new URL(specifier, url).href;
    if (!metas.has(url)) metas.set(url, Object.assign(Object.create(null), { url, resolve }));
    return metas.get(url);
  };
  Object.defineProperty(window, importCall, { value: importFrom });
  Object.defineProperty(window, metaCall, { value: metaOf });
}
