import { historyWords as words } from "../../words.ts";

/** How many words came and went, against the version before. */
export function WordCounts({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span className="version-counts" title={words.wordChanges(added, removed)}>
      {added > 0 && <span data-mark="added">{words.wordsAdded(added)}</span>}
      {removed > 0 && <span data-mark="removed">{words.wordsRemoved(removed)}</span>}
    </span>
  );
}
