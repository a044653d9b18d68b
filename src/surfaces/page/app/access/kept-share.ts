const NAME = "canvas:page-share";

/**
 * The secret of a link that shares a canvas, for as long as somebody is on the way to sign in. It stays in this tab: neither
 * the server nor the issuer is told.
 */
export function keepShare(storage: () => Storage, id: string, share: string): void {
  attempt(() => storage().setItem(NAME, JSON.stringify({ id, share })));
}

export function keptShare(storage: () => Storage, id: string): string | null {
  const kept = attempt(() => JSON.parse(storage().getItem(NAME) ?? "null") as { id?: unknown; share?: unknown } | null);
  return kept?.id === id && typeof kept.share === "string" ? kept.share : null;
}

export function dropShare(storage: () => Storage): void {
  attempt(() => storage().removeItem(NAME));
}

function attempt<T>(call: () => T): T | null {
  try {
    return call();
  } catch {
    // No storage here, or nothing of ours in it: the link can be opened again.
    return null;
  }
}
