import { createLinks, createSharedLinks, type Links } from "../../surfaces/page/server/links.ts";
import type { OpenCanvas } from "./open-canvas.ts";

/** By whose secret in a store the page's key is made. No owner is called so. */
const PAGE_SECRET = " page";

/** The keys to the page: of all machines on a store that they share, else of the data folder. */
export async function openLinks(
  { store, folder }: Pick<OpenCanvas, "store" | "folder">,
  now: () => Date,
): Promise<Links> {
  const { marks, secrets } = store;
  if (marks !== undefined) return createSharedLinks({ secret: await secrets.of(PAGE_SECRET), marks }, now);
  if (folder === null) throw new Error("A store without a folder has nothing to keep the page's keys in");
  return createLinks(folder, now);
}
