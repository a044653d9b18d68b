import type { PageManager } from "./page-manager.ts";

/** Opened by the first link, unless it was closed before; a failure is said and costs that link alone. */
export function lazyPage(log: (line: string) => void, open: () => Promise<PageManager>): PageManager {
  let opened: Promise<PageManager | null> | null = null;
  let manager: PageManager | null = null;
  let isClosed = false;
  const linkTo: PageManager["linkTo"] = async (canvasId, holder) => {
    if (isClosed) return null;
    opened ??= open().catch((error: unknown) => {
      log(`No page: ${error instanceof Error ? error.message : String(error)}`);
      opened = null;
      return null;
    });
    manager = await opened;
    return (await manager?.linkTo(canvasId, holder)) ?? null;
  };
  return {
    linkTo,
    leads: () => manager?.leads() ?? false,
    close: async () => {
      isClosed = true;
      await (await opened)?.close();
    },
  };
}
