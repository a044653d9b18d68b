import type { PageRoom } from "../actions/reading/page-room.ts";

/**
 * Programs that were measured to pass on less of a result than a page holds, by the name that they give. A page leaves room for
 * the comments and the news.
 */
const ROOMS: ReadonlyMap<string, PageRoom> = new Map([
  // Copilot's runtime: what is longer than 20,480 bytes goes to a file, and its model is given the file's name.
  ["copilot-cli", { most: 10_000, in: "bytes" }],
]);

/** Undefined: as much as usual. */
export function roomOf(client: string | undefined): PageRoom | undefined {
  return client === undefined ? undefined : ROOMS.get(client);
}
