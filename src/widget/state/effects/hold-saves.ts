import { sizeOfChanges } from "../../../core/diff/compose-changes.ts";
import { byteLength } from "../../../core/document/check-text.ts";
import { hashText } from "../../../core/text/hash-text.ts";
import { LEAVING_BYTES, type LeftSave, packSave } from "../../../protocol/left-save.ts";
import { hasLocalChanges, type Outgoing, type Ready } from "../state.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";
import { plainSave, type SaveKeys, savePayload } from "./save-call.ts";

/** What is too large to be held is saved at the next pause of this length. */
const SOON_MS = 250;
/** Keys, numbers and comments beside the text. */
const BESIDE_BYTES = 4_000;

/**
 * Tells a host that holds saves (our own page) what would be lost if this widget ended now, at every change. The page
 * sends exactly that when it goes, under the key that this widget would have used. `saveSoon` runs where it is too large.
 */
export function startHoldingSaves(deps: EffectDeps, keys: SaveKeys, saveSoon: () => void): () => void {
  const { store, host, clock } = deps;
  const hold = host.holdSaves;
  if (hold === undefined) return () => {};
  const markOf = rememberMarks();
  let told: Ready | null = null;
  let isEmpty = true;
  let cancelSoon = () => {};

  const tell = (): void => {
    const ready = readyOf(store);
    told = ready;
    const saves = ready === null ? [] : savesToHold(ready, keys, markOf);
    cancelSoon();
    if (saves.length === 0 && isEmpty) return;
    isEmpty = saves.length === 0;
    if (saves.reduce((sum, save) => sum + sizeOf(save), 0) <= LEAVING_BYTES - BESIDE_BYTES) {
      hold(saves);
      return;
    }
    // What was held before is older than what the server is about to get.
    hold([]);
    // While the server is away the back-off of the saves decides.
    if (ready?.save.kind === "edited") cancelSoon = clock.after(SOON_MS, saveSoon);
  };
  const unsubscribe = store.subscribe(() => {
    const ready = readyOf(store);
    if (isNews(told, ready)) tell();
  });
  return () => {
    unsubscribe();
    cancelSoon();
  };
}

/** In bytes on the wire, as far as it matters whether that is too much. */
function sizeOf({ changes = [] }: LeftSave): number {
  const size = sizeOfChanges(changes);
  return size > LEAVING_BYTES ? size : byteLength(JSON.stringify(changes));
}

function isNews(told: Ready | null, ready: Ready | null): boolean {
  if (told === null || ready === null) return told !== ready;
  const { draft, base, local, outgoing, suggesting, home, view } = ready;
  return (
    draft !== told.draft ||
    base !== told.base ||
    local !== told.local ||
    outgoing !== told.outgoing ||
    suggesting !== told.suggesting ||
    home !== told.home ||
    view.key !== told.view.key
  );
}

/** What no answered save holds: the one that is under way, and what came after it. */
function savesToHold(ready: Ready, keys: SaveKeys, markOf: (text: string) => string): readonly LeftSave[] {
  const { outgoing, view } = ready;
  if (ready.home === "browser") return [];
  const canvas = { id: view.checkpoint.document.id, key: view.key };
  const under = outgoing !== null && carriesWork(outgoing) ? [outgoing] : [];
  return [...under, ...laterThan(ready, keys)].map((save) => {
    const { content: text, hash, apart } = save.base;
    // Only a text of the store's is known by its hash.
    const isKnown = apart !== true && (text === ready.base.content || outgoing === null);
    return packSave(savePayload(canvas, save), { text, mark: isKnown ? hash : markOf(text) });
  });
}

/** Marks of the last texts that were asked for: they stay the same over many keystrokes. */
function rememberMarks(): (text: string) => string {
  let known: readonly { readonly text: string; readonly mark: string }[] = [];
  return (text) => {
    const found = known.find((one) => one.text === text);
    if (found !== undefined) return found.mark;
    const mark = hashText(text);
    known = [{ text, mark }, ...known.slice(0, 1)];
    return mark;
  };
}

/** A status or a Send alone is not sent by anybody else: the person may have thought better of it. */
export function carriesWork({ content, local, status }: Outgoing): boolean {
  return status === null && (content !== null || hasLocalChanges(local));
}

/** What was done since the save that is under way, or since the last that was answered. */
function laterThan(ready: Ready, keys: SaveKeys): readonly Outgoing[] {
  const { outgoing, draft, local } = ready;
  // Suggestions wait in the browser until the person is done: half a thought is no proposal.
  if (ready.suggesting || outgoing?.suggest === true) return [];
  const sent = outgoing?.content ?? null;
  const base = outgoing === null ? ready.base : { ...outgoing.base, content: sent ?? outgoing.base.content };
  const content = draft === base.content ? null : draft;
  const changes = content === null ? [] : outgoing === null ? ready.fromBase : ready.fromSent;
  if (content === null && !hasLocalChanges(local)) return [];
  return [plainSave({ base, content, changes, local, suggest: false }, keys)];
}
