import type { Call } from "./call.ts";

/**
 * What must be known about the store itself, or null. Where the server knows its people, and to one who was let in for
 * one canvas, nobody says which files and whose canvases it is about: that is for whoever runs the server, who finds it in the log.
 */
export async function storeNotice({ deps, who }: Pick<Call, "deps" | "who">): Promise<string | null> {
  const notice = await deps.store.notice();
  if (notice === null || (who.subject === undefined && who.only === undefined)) return notice;
  return (await deps.store.unwritable()) === null ? DAMAGED : UNWRITABLE;
}

const DAMAGED =
  "What this server keeps was damaged, and something may be missing. Whoever runs it can say what, and may get it back.";
const UNWRITABLE = "Nothing can be saved now. Whoever runs this server can say why, and mend it.";
