/** What to say behind the status: nothing, or that another version than this one was approved. */
export function approvedSince(approved: number | undefined, version: number): string {
  return approved === undefined || approved === version ? "" : ` (v${approved}, changed since)`;
}
