import { parse } from "es-module-lexer/js";
import { IMPORT_CALL, META_CALL } from "../frame/names.ts";

export interface RewrittenScript {
  readonly code: string;
  /** What it imports, or would import if it were asked to: the addresses, and what each must be. */
  readonly needs: readonly { readonly uri: string; readonly type: ModuleType }[];
}

/** Kinds of imports, by the numbers of the lexer. Others are left as they are. */
const STATIC = 1;
const DYNAMIC = 2;
const META = 3;

export type ModuleType = "script" | "json" | "css";

/**
 * A script whose imports are full addresses, and which asks the frame's own script where they are known only as it runs. Where
 * a script cannot be read it is left as it is: the browser says then what is wrong with it.
 */
export function rewriteScript(
  code: string,
  uri: string,
  resolve: (specifier: string) => string | null,
): RewrittenScript {
  const found = importsOf(code);
  const needs: { uri: string; type: ModuleType }[] = [];
  let text = "";
  let done = 0;
  const put = (from: number, to: number, words: string): void => {
    text += code.slice(done, from) + words;
    done = to;
  };
  for (const { t, n, s, e, ss, se, d, at } of found) {
    const target = n === undefined ? null : resolve(n);
    if (target !== null) needs.push({ uri: target, type: typeOf(at) });
    if (t === META) put(s, e, `${META_CALL}(${quoted(uri)})`);
    else if (t === DYNAMIC) put(ss, d + 1, `${IMPORT_CALL}(${quoted(uri)},`);
    else if (t === STATIC && target !== null) {
      put(s, e, quoted(target).slice(1, -1));
      // Whatever it is, it becomes a script: a policy without connections lets no other kind be imported.
      if (at !== null) put(e + 1, se, "");
    }
  }
  return { code: text + code.slice(done), needs };
}

function importsOf(code: string): ReturnType<typeof parse>[0] {
  // Most scripts have none, and are spared the reading.
  if (!/\bimport\b|\bexport\b/.test(code)) return [];
  try {
    return [...parse(code)[0]].sort((a, b) => a.ss - b.ss);
  } catch {
    return [];
  }
}

function typeOf(attributes: ReadonlyArray<readonly [string, string]> | null): ModuleType {
  const type = attributes?.find(([name]) => name === "type")?.[1];
  return type === "json" || type === "css" ? type : "script";
}

function quoted(text: string): string {
  return JSON.stringify(text).replaceAll("'", "\\u0027").replaceAll("<", "\\u003c");
}
