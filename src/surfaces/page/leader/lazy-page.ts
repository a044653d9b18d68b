import type { PageManager } from "./page-manager.ts";

/** Opened by the first link, unless it was closed before; a failure is said and costs that link alone. */
export function lazyPage(log: (line: string) => void, open: () => Promise<PageManager>): PageManager {
  let opened: Promise<PageManager | null> | null = null;
  let manager: PageManager | null = null;
  let isClosed = false;
  const openedNow = async (): Promise<PageManager | null> => {
    if (isClosed) return null;
    opened ??= open().catch((error: unknown) => {
      log(`No page: ${error instanceof Error ? error.message : String(error)}`);
      opened = null;
      return null;
    });
    manager = await opened;
    return manager;
  };
  return {
    linkTo: async (canvasId, holder) => (await (await openedNow())?.linkTo(canvasId, holder)) ?? null,
    panelTo: async (canvasId, panel) => {
      try {
        return (await (await openedNow())?.panelTo(canvasId, panel)) ?? null;
      } catch (error) {
        // Which link a panel has is noted in the data folder, which may be full.
        log(`No panel: ${error instanceof Error ? error.message : String(error)}`);
        return null;
      }
    },
    // Another process may have made its link: that ends, too.
    endPanel: async (panel) => (await openedNow())?.endPanel(panel),
    leads: () => manager?.leads() ?? false,
    close: async () => {
      isClosed = true;
      await (await opened)?.close();
    },
  };
}
