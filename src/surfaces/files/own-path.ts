import { lstat, readlink } from "node:fs/promises";
import { dirname, join, parse, resolve, sep } from "node:path";

const ROOT = 0;
const MOST_LINKS = 40;

export type OwnPath =
  | { readonly ok: true; readonly path: string }
  /** This link on the way was put there by somebody else. */
  | { readonly ok: false; readonly link: string };

/**
 * Where a path leads, through links of this user's and of the system's alone. In a folder that others may write to, such as
 * /tmp, anybody can lay a link under a name that will be written, to a file that they may not write themselves. What is not
 * there is left as it is named. `user`: null where the system has no users' numbers, and then every link is followed.
 */
export async function ownPath(path: string, user: number | null): Promise<OwnPath> {
  const { root } = parse(resolve(path));
  let rest = partsOf(resolve(path));
  let at = root;
  for (let links = 0; rest.length > 0; ) {
    const [part = "", ...next] = rest;
    const here = join(at, part);
    // Not there, or closed to us: whoever goes on is told so by the system.
    const found = await lstat(here).catch(() => null);
    if (found === null) return { ok: true, path: join(here, ...next) };
    if (!found.isSymbolicLink()) {
      at = here;
      rest = next;
      continue;
    }
    if (user !== null && found.uid !== user && found.uid !== ROOT) return { ok: false, link: here };
    links += 1;
    // It leads to itself, which the system says too.
    if (links > MOST_LINKS) return { ok: true, path: resolve(path) };
    const target = resolve(at, await readlink(here));
    at = parse(target).root;
    rest = [...partsOf(target), ...next];
  }
  return { ok: true, path: at };
}

/** The same for a name that must not be there, or is to be replaced whatever it is: only the way to its folder counts. */
export async function ownFolderPath(path: string, user: number | null): Promise<OwnPath> {
  const folder = await ownPath(dirname(resolve(path)), user);
  return folder.ok ? { ok: true, path: join(folder.path, parse(path).base) } : folder;
}

export function foreignLinkWords(link: string): string {
  return `${link} is a link that another user has made, and was not followed. Name the place itself.`;
}

function partsOf(path: string): string[] {
  return path
    .slice(parse(path).root.length)
    .split(sep)
    .filter((part) => part !== "");
}
