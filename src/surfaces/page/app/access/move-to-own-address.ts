import { hashText } from "../../../../core/text/hash-text.ts";
import { type PageRoute, type PageRoutes, REACH_ROUTE, type TransferredStorage } from "../../../../protocol/page.ts";
import type { TextStorage } from "../../../../widget/state/text-storage.ts";
import type { Spot } from "./check-greeting.ts";
import { type FrameAt, readFrameTexts, writeFrameTexts } from "./frame-texts.ts";
import { isOfSession, sessionOfBefore } from "./session.ts";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** A browser that does not know the name says so at once; one that asks a resolver first may take its time. */
const REACH_MS = 3_000;

/** Whether a page here has an address that everybody on this machine knows, and may have on another day. */
export function isGuessable({ hostname }: Spot): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * From the address that everybody knows to the page's own, with what this browser kept here. Null: it stays here, for this
 * browser does not find the page's own name, or has no right to know it.
 */
export async function moveToOwnAddress(from: {
  readonly link: string | null;
  readonly storage: TextStorage;
  readonly frame: FrameAt | null;
}): Promise<{ readonly origin: string; readonly link: string; readonly ticket: string | null } | null> {
  const session = sessionOfBefore(from.storage);
  if (from.link === null && session === null) return null;
  const shown = { ...(from.link === null ? {} : { link: from.link }), ...(session === null ? {} : { session }) };
  const next = await post("/api/step", shown);
  if (next === null || !(await isReached(next.origin))) return null;
  const kept = from.frame === null ? {} : await readFrameTexts(from.frame);
  const carried: TransferredStorage = { page: textsIn(from.storage), frame: notCarriedYet(kept) };
  const held = await post("/api/carry", carried, next.link);
  // It stays here as well: whatever becomes of the way, nothing is lost. It is not brought a second time.
  if (held !== null && from.frame !== null && Object.keys(carried.frame).length > 0)
    await writeFrameTexts(from.frame, { [CARRIED]: marksOf(kept) }, true);
  return { ...next, ticket: held?.ticket ?? null };
}

const CARRIED = "canvas:carried";

function notCarriedYet(kept: Readonly<Record<string, string>>): Record<string, string> {
  const before = new Set((kept[CARRIED] ?? "").split("\n"));
  return Object.fromEntries(Object.entries(kept).filter((entry) => entry[0] !== CARRIED && !before.has(markOf(entry))));
}

function marksOf(kept: Readonly<Record<string, string>>): string {
  return Object.entries(kept)
    .filter(([name]) => name !== CARRIED)
    .map(markOf)
    .join("\n");
}

function markOf([name, text]: readonly [string, string]): string {
  return `${name} ${text.length} ${hashText(text)}`;
}

function textsIn(storage: TextStorage): Record<string, string> {
  const names = storage.names().filter((name) => name.startsWith("canvas:") && !isOfSession(name));
  return Object.fromEntries(names.flatMap((name) => [[name, storage.read(name) ?? ""]]));
}

async function isReached(origin: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(REACH_MS);
    return (await fetch(origin + REACH_ROUTE, { cache: "no-store", signal })).ok;
  } catch {
    // The name leads nowhere here.
    return false;
  }
}

/** Null when it was refused, or nobody answered: then the page goes on where it is. */
async function post<Route extends PageRoute>(
  route: Route,
  body: PageRoutes[Route]["request"],
  link?: string,
): Promise<PageRoutes[Route]["answer"] | null> {
  try {
    const response = await fetch(route, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(link === undefined ? {} : { authorization: `Bearer ${link}` }),
      },
      body: JSON.stringify(body),
      cache: "no-store",
    });
    return response.ok ? ((await response.json()) as PageRoutes[Route]["answer"]) : null;
  } catch {
    return null;
  }
}
