/** The channels of the Agent Host Protocol that this host has, and the addresses of what a canvas is shown with. */

export const ROOT_URI = "ahp-root://";
const SESSION = "ahp-session:/";
const CHAT = "ahp-chat:/";
const CANVAS = "ahp-canvas:/";
const CONTENT = "ahp-canvas-content:/";

export const sessionUri = (id: string): string => `${SESSION}${id}`;
export const chatUri = (id: string): string => `${CHAT}${id}`;
export const canvasUri = (id: string): string => `${CANVAS}${id}`;

export function isCanvasUri(uri: string): boolean {
  return uri.startsWith(CANVAS);
}

export function isContentUri(uri: string): boolean {
  return uri.startsWith(CONTENT);
}

/** What an instance is shown with, by its path below the instance: `ahp-canvas-content:/draft-1/index.html`. */
export function contentUri(instanceId: string, ...path: readonly string[]): string {
  return CONTENT + [instanceId, ...path].map(encodeURIComponent).join("/");
}

export interface ContentAddress {
  readonly instanceId: string;
  /** Never empty; each part is a plain name. */
  readonly path: readonly string[];
}

const LONGEST_URI = 2_048;
const MOST_PARTS = 32;
/** Names that mean another place somewhere, in any of the ways in which they can be written. */
const NOT_A_NAME = /^\.{1,2}$|[/\\%\p{Cc}\p{Cf}]/u;

/**
 * The instance and the path of a content address; null: it is none, or says anything that might be read in two ways. It is
 * decoded once, and whatever would still mean something if it were decoded again is refused: there is one way to write an
 * address, and so no way around a check.
 */
export function parseContentUri(uri: string): ContentAddress | null {
  if (!uri.startsWith(CONTENT) || uri.length > LONGEST_URI) return null;
  const parts: string[] = [];
  for (const part of uri.slice(CONTENT.length).split("/")) {
    const name = decodedName(part);
    if (name === null) return null;
    parts.push(name);
  }
  const [instanceId = "", ...path] = parts;
  return path.length === 0 || parts.length > MOST_PARTS ? null : { instanceId, path };
}

function decodedName(part: string): string | null {
  if (part === "" || /[?#]/.test(part)) return null;
  try {
    const name = decodeURIComponent(part);
    return NOT_A_NAME.test(name) || name.trim() !== name ? null : name;
  } catch {
    return null;
  }
}

/**
 * Where a reference inside a relayed document leads: below the same instance, or nowhere (null). A query or a fragment says
 * nothing here, and is left out.
 */
export function resolveContent(base: string, reference: string): string | null {
  const from = parseContentUri(base);
  if (from === null) return null;
  const bare = reference.trim().replace(/[?#].*$/s, "");
  if (bare === "") return null;
  if (isContentUri(bare)) {
    const to = parseContentUri(bare);
    return to === null || to.instanceId !== from.instanceId ? null : contentUri(to.instanceId, ...to.path);
  }
  // Another scheme, or another machine.
  if (/^[a-z][a-z0-9+.-]*:/i.test(bare) || /^[/\\]{2}/.test(bare)) return null;
  const path = bare.startsWith("/") ? [] : from.path.slice(0, -1);
  for (const part of bare.replace(/^\//, "").split("/")) {
    if (part === ".") continue;
    if (part === "..") {
      if (path.pop() === undefined) return null;
      continue;
    }
    const name = decodedName(part);
    if (name === null) return null;
    path.push(name);
  }
  const to = contentUri(from.instanceId, ...path);
  return parseContentUri(to) === null ? null : to;
}
