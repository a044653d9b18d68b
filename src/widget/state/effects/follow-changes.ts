import { addMarks } from "../../../core/diff/change-marks.ts";
import { phrasesBetween } from "../../../core/diff/phrase-changes.ts";
import { hashText } from "../../../core/text/hash-text.ts";
import { markOthers, whoseWords } from "../others-changes.ts";
import type { Ready } from "../state.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";
import type { VersionCalls } from "./versions.ts";

/** As the text itself: after a rest, never at a keystroke. */
const REST_MS = 1_000;
/** The model may write on while its changes are looked up. */
const MOST_LOOKS = 3;

export interface FollowedChanges {
  /** A canvas is open: what did the model change that the person has not said "Got it" to? */
  find(): Promise<void>;
  /** "Got it". */
  acknowledge(): void;
  /** The person is back: in another widget they may have said so. */
  returned(): void;
  /** Writes down now what is marked: the page may be gone in a moment. */
  flush(): void;
  stop(): void;
}

/**
 * Marks what the model changed since the person last looked, and keeps the marks in this browser for the next life of the
 * canvas. Once they are found, each change adds to them or takes from them; nothing is compared again.
 */
export function followChanges(deps: EffectDeps, versions: VersionCalls): FollowedChanges {
  const { store, cache, clock, host } = deps;
  /** The canvas whose marks are found. */
  let found: string | null = null;
  let last: Ready | null = null;
  let cancelRest = () => {};

  const keep = (): void => {
    cancelRest();
    cancelRest = () => {};
    const ready = readyOf(store);
    if (ready === null || idOf(ready) !== found) return;
    const { home } = ready;
    const { version, lastEditor } = ready.view.checkpoint.document;
    const { marks } = ready.marked;
    // Another widget may show a newer one.
    const kept = cache.readMarks(found, ready.view);
    if (kept?.home === home && kept.version > version) return;
    if (marks.length > 0) cache.keepMarks(found, ready.view, { home, version, hash: hashText(ready.draft), marks });
    else {
      cache.keepMarks(found, ready.view, null);
      // What they wrote themselves, they have seen.
      if (lastEditor === "person" && cache.readSeen(found, home) < version) cache.keepSeen(found, home, version);
    }
  };

  const unsubscribe = store.subscribe(() => {
    const ready = readyOf(store);
    const before = last;
    last = ready;
    if (ready === null || idOf(ready) !== found || before === null) return;
    if (ready.marked === before.marked && ready.draft === before.draft && ready.view === before.view) return;
    if (isNewer(ready, before)) takeKept(ready);
    forgetSeen();
    cancelRest();
    cancelRest = clock.after(REST_MS, keep);
  });

  /** Another widget that shows the same text was there when each of its changes came, and knows better whose it was. */
  const takeKept = ({ view, draft }: Ready): void => {
    const { id, version } = view.checkpoint.document;
    const kept = cache.readMarks(id, view);
    if (kept?.version !== version || kept.hash !== hashText(draft)) return;
    store.dispatch({ kind: "marksFound", text: draft, marks: kept.marks });
  };

  const forgetSeen = (): void => {
    const ready = readyOf(store);
    if (ready === null || ready.marked.marks.length === 0) return;
    const { id, version } = ready.view.checkpoint.document;
    if (cache.readSeen(id, ready.home) >= version) store.dispatch({ kind: "acknowledged" });
  };

  const find = async (): Promise<void> => {
    for (let look = 0; look < MOST_LOOKS; look++) {
      const ready = readyOf(store);
      if (ready === null || idOf(ready) === found) return;
      const { id, version } = ready.view.checkpoint.document;
      const marks = await lookUp(ready);
      const now = readyOf(store);
      if (now === null || idOf(now) !== id) return;
      if (now.view.checkpoint.document.version !== version) continue;
      found = id;
      last = now;
      if (marks !== null) store.dispatch({ kind: "marksFound", ...marks });
      keep();
      return;
    }
  };

  const lookUp = async (ready: Ready) => {
    const { id, version, lastEditor, content } = ready.view.checkpoint.document;
    const seen = cache.readSeen(id, ready.home);
    if (seen >= version) return null;
    const kept = cache.readMarks(id, ready.view);
    if (kept !== null) {
      if (kept.hash === hashText(ready.draft)) return { text: ready.draft, marks: kept.marks };
      if (kept.hash === hashText(content)) return { text: content, marks: kept.marks };
      const text = kept.home === ready.home ? await textOf(kept.version) : null;
      if (text !== null && hashText(text) === kept.hash) return { text, marks: kept.marks };
    }
    const whose = whoseWords(ready.view, content);
    const isModels = lastEditor === "model";
    // To whoever comes for the first time, all that other people wrote is new.
    const isOthers = seen > 0 && whose?.touches.some(({ by }) => by.subject !== whose.me);
    if ((!isModels && !isOthers) || version < 2) return null;
    const before = await textOf(seen > 0 ? seen : version - 1);
    if (before === null) return null;
    const marks =
      whose === null
        ? addMarks([], before, phrasesBetween(before, content))
        : markOthers([], before, content, whose, isModels);
    return { text: content, marks };
  };

  const textOf = async (version: number): Promise<string | null> => {
    const answer = await versions.loadVersion(version);
    if (answer.ok) return answer.content;
    host.log("warning", `What changed since v${version} cannot be shown: ${answer.why}`);
    return null;
  };

  return {
    find,
    acknowledge() {
      const ready = readyOf(store);
      if (ready === null) return;
      cache.keepSeen(idOf(ready), ready.home, ready.view.checkpoint.document.version);
      store.dispatch({ kind: "acknowledged" });
      keep();
    },
    returned: forgetSeen,
    flush: keep,
    stop() {
      unsubscribe();
      cancelRest();
    },
  };
}

function isNewer(after: Ready, before: Ready): boolean {
  return after.view.checkpoint.document.version > before.view.checkpoint.document.version;
}

function idOf({ view }: Ready): string {
  return view.checkpoint.document.id;
}
