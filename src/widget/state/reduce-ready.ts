import type { TextChange } from "../../core/diff/hunk.ts";
import { applyChanges, changesBetween, changesFit } from "../../core/diff/text-changes.ts";
import type { ProposalDecision } from "../../core/records/operations.ts";
import type { CanvasView } from "../../protocol/canvas-view.ts";
import type { Action } from "./actions.ts";
import { assertNever } from "./assert-never.ts";
import type { BoardAction } from "./board-state.ts";
import { marksAfterPerson, marksOn } from "./model-marks.ts";
import { writtenChanges } from "./own-words.ts";
import { rightsOf } from "./rights.ts";
import {
  baseAt,
  hasLocalChanges,
  type LocalChanges,
  type LocalDecision,
  NO_CHANGES,
  NOTHING_MARKED,
  type Ready,
  type SaveState,
  savedIn,
} from "./state.ts";
import { adoptOlderStore, adoptView, shownCheckpoint, waitingChanges, withDraft } from "./unsaved-changes.ts";
import { putInByServer, withDecisions } from "./with-decisions.ts";

type ReadyAction = Exclude<Action, BoardAction | { kind: "said" | "dismissed" | "unshared" }>;
type ActionOf<Kind extends ReadyAction["kind"]> = Extract<ReadyAction, { kind: Kind }>;

/** A canvas just opened: read, clean, nothing to publish. */
export function openCanvas(view: CanvasView, home: Ready["home"]): Ready {
  const { content, revision } = view.checkpoint.document;
  const base = baseAt(revision, content);
  return {
    phase: "ready",
    view,
    home,
    base,
    past: [{ revision, hash: base.hash }],
    draft: content,
    fromBase: [],
    fromSent: [],
    ownText: null,
    marked: NOTHING_MARKED,
    local: NO_CHANGES,
    outgoing: null,
    save: savedIn(home, view),
    touched: false,
    editing: false,
    suggesting: false,
    incoming: null,
    superseded: null,
    unsure: home === "browser",
    sending: { kind: "none" },
  };
}

/** How an open canvas changes. Whatever arrives, what the person typed stays. */
export function reduceReady(ready: Ready, action: ReadyAction): Ready {
  switch (action.kind) {
    case "streamed":
      return { ...ready, incoming: { stream: action.stream, settled: false }, superseded: null };
    case "inputArrived":
      return { ...ready, incoming: { stream: action.stream, settled: true }, superseded: null };
    case "cancelled":
    case "refused":
      return { ...ready, incoming: null };
    case "loaded":
      return load(ready, action);
    case "recovered":
      return recover(ready, action);
    case "acted":
      return { ...ready, touched: true };
    case "typed":
      return type(ready, action);
    case "marksFound":
      return { ...ready, marked: marksOn(ready, action.text, action.marks) };
    case "acknowledged":
      return { ...ready, marked: NOTHING_MARKED };
    case "commented":
      return changed(withLocal(ready, { comments: [...ready.local.comments, action.operation] }));
    case "decided":
      return changed(withLocal(ready, { decisions: [...ready.local.decisions, ...action.decisions] }));
    case "undecided":
      return settle(undecided(ready, action.ids));
    case "protected":
      return changed(withLocal(ready, { protect: [...ready.local.protect, action.operation] }));
    case "interacted":
      return changed(withLocal(ready, { interactions: [...ready.local.interactions, action.interaction] }));
    case "renamed":
      return changed(withLocal(ready, { title: action.title }));
    case "suggestOnly":
      return changed(withLocal(ready, { suggestOnly: action.on }));
    case "saveStarted":
      return {
        ...ready,
        outgoing: action.outgoing,
        // What waits goes with it whole; a text that waits on stands as far from the base as before.
        fromSent: ready.outgoing ? ready.fromSent : action.outgoing.content === null ? ready.fromBase : [],
        local: ready.outgoing ? ready.local : NO_CHANGES,
        save: { kind: "saving" },
      };
    case "saveDone":
      return saved(ready, action);
    case "saveDelayed":
      return {
        ...ready,
        save: action.kept
          ? { kind: "browser", why: "unreachable" }
          : { kind: "failed", why: action.why, kept: false, gone: false },
      };
    case "saveRefused":
      return refuse(ready, action);
    case "discarded": {
      const { content, revision } = ready.view.checkpoint.document;
      const clean = { ...withDraft(ready, content), base: baseAt(revision, content), fromBase: [], outgoing: null };
      return settle({ ...clean, local: NO_CHANGES, editing: false });
    }
    case "keptInMemory":
      return ready.save.kind === "browser" ? { ...ready, save: { kind: "browser", why: "no_storage" } } : ready;
    case "editing":
      return action.on ? beginEditing(ready) : { ...ready, editing: false };
    case "suggesting":
      return ready.home === "server" ? { ...ready, suggesting: action.on } : ready;
    case "superseded":
      return { ...ready, superseded: action.version };
    case "unsure":
      return ready.unsure === action.on ? ready : { ...ready, unsure: action.on };
    case "sending":
      return { ...ready, sending: action.sending };
    case "connected":
    case "connectFailed":
    case "hostChanged":
    case "lost":
    case "keeping":
    case "remembered":
      return ready;
    default:
      return assertNever(action);
  }
}

function type(ready: Ready, { text, changes, decided = [], takenBack = [] }: ActionOf<"typed">): Ready {
  if (text !== ready.draft && !mayType(ready)) return ready;
  const isDecided = decided.length + takenBack.length > 0;
  if (text === ready.draft && !isDecided) return ready;
  const typed = withDraft(ready, text, changes);
  if (!isDecided) return changed(typed);
  // What no save has carried yet was never decided.
  const waiting = new Set(typed.local.decisions.map(({ id }) => id));
  const kept = typed.local.decisions.filter(({ id }) => !takenBack.includes(id));
  const reopened = takenBack.flatMap((id): LocalDecision[] => (waiting.has(id) ? [] : [{ id, decision: "reopen" }]));
  return changed(withLocal(typed, { decisions: [...kept, ...reopened, ...decided] }));
}

/** These were not made: their words go out of the text again, but where somebody has written in them since. */
function undecided(ready: Ready, ids: readonly string[]): Ready {
  const dropped = ready.local.decisions.filter(({ id }) => ids.includes(id));
  const left = withLocal(ready, { decisions: ready.local.decisions.filter((one) => !dropped.includes(one)) });
  const changes = dropped.flatMap((one): TextChange[] =>
    one.decision === "reopen" ||
    one.inText === undefined ||
    one.was === undefined ||
    ready.draft.slice(one.inText.from, one.inText.to) !== one.put
      ? []
      : [{ ...one.inText, insert: one.was }],
  );
  if (changes.length === 0) return left;
  const ordered = changes.sort((a, b) => a.from - b.from);
  if (!changesFit(left.draft.length, ordered)) return left;
  const without = withDraft(left, applyChanges(left.draft, ordered), ordered);
  // What clashed with others' words may have been just these.
  const { base, view, fromBase } = without;
  if (base.content === view.checkpoint.document.content) return without;
  return adoptView(without, view, { content: base.content, since: fromBase });
}

/** Whoever may only suggest types a suggestion. */
function beginEditing(ready: Ready): Ready {
  const { canEdit, canSuggest } = rightsOf(ready.view);
  if (!canEdit && !canSuggest) return ready;
  return { ...ready, editing: true, suggesting: ready.suggesting || (!canEdit && ready.draft === ready.base.content) };
}

/** What was typed before the right to it went is still theirs to shorten and to mend. */
function mayType(ready: Ready): boolean {
  const { canEdit, canSuggest } = rightsOf(ready.view);
  return canEdit || (canSuggest && (ready.suggesting || ready.draft !== ready.base.content));
}

function withLocal(ready: Ready, some: Partial<LocalChanges>): Ready {
  return { ...ready, local: { ...ready.local, ...some } };
}

function changed(ready: Ready): Ready {
  const save: SaveState = ready.save.kind === "saved" || ready.save.kind === "saving" ? { kind: "edited" } : ready.save;
  // Who works here need not be told where the canvas has been going on.
  return { ...ready, save, touched: true, superseded: null };
}

function load(ready: Ready, loaded: Omit<ActionOf<"loaded">, "kind">): Ready {
  const { view, home, putBack = false, own = false } = loaded;
  const fresh = { ...ready, home, incoming: null, unsure: home === "browser" };
  // Another canvas in the same frame: what was unsaved of the first one is in the browser and on its way.
  if (view.checkpoint.document.id !== ready.view.checkpoint.document.id) return openCanvas(view, home);
  // An answer that was overtaken by a later one: it would take the text back.
  const { storeId, checkpoint } = ready.view;
  if (!putBack && storeId === view.storeId && view.checkpoint.document.revision < checkpoint.document.revision)
    return fresh;
  if (ready.outgoing !== null) {
    // The answer to the save that is under way will bring a view at least as new as this one.
    return fresh;
  }
  const expected = { content: ready.base.content, since: ready.fromBase };
  const isOlderStore = putBack || isOfOtherStore(ready, loaded);
  const adopted = settle(isOlderStore ? adoptOlderStore(fresh, view) : adoptView(fresh, view, expected));
  return own ? { ...adopted, ownText: adopted.draft } : adopted;
}

/** A revision has one text: with another the store is a copy that others have gone on from, whoever was there to say so. */
function isOfOtherStore({ base, home: was }: Ready, { view, home }: Omit<ActionOf<"loaded">, "kind">): boolean {
  const { content, revision } = view.checkpoint.document;
  const isOnServer = was === "server" && home === "server" && base.apart !== true;
  return isOnServer && revision === base.revision && content !== base.content;
}

function recover(ready: Ready, found: ActionOf<"recovered">): Ready {
  if (found.unanswered !== null) {
    // It may have arrived: it goes again as it went, and the server knows it by its key.
    const { later: local, ...sent } = found.unanswered;
    const outgoing = { ...sent, base: found.base, status: null, sent: false, seal: false };
    const { base, content: draft, changes: fromBase, suggesting, past } = found;
    const marked = marksAfterPerson(ready, draft);
    const fromSent = sent.content === null ? fromBase : changesBetween(sent.content, draft);
    const work = { base, past, draft, fromBase, fromSent, marked, local, outgoing, suggesting };
    return changed({ ...ready, ...work, save: { kind: "edited" } });
  }
  // Recovered onto a clean canvas only; the effect brings one record at a time and saves in between.
  const old: Ready = {
    ...ready,
    base: found.base,
    past: found.past,
    draft: found.content,
    fromBase: found.changes,
    marked: marksAfterPerson(ready, found.content),
    local: found.local,
    suggesting: found.suggesting,
  };
  // On another text than the server's: only the server can say whether that one has followed it, or has taken its place.
  const isSame = ready.view.checkpoint.document.content === found.base.content;
  const expected = { content: found.base.content, since: found.changes };
  return settle(changed(isSame ? adoptView(old, ready.view, expected) : old));
}

function saved(ready: Ready, { view, hash, isTextTaken = true }: ActionOf<"saveDone">): Ready {
  const outgoing = ready.outgoing;
  if (outgoing === null) return load(ready, { view, home: ready.home });
  const isTaken = outgoing.content !== null && isTextTaken;
  const expected = isTaken
    ? { content: outgoing.content, since: ready.fromSent }
    : { content: outgoing.base.content, since: ready.fromBase };
  const touched = ready.touched || outgoing.status !== null;
  const own = withDecided(ready, outgoing.local.decisions);
  // That this browser has it does not say that nothing newer is elsewhere.
  const unsure = ready.home === "browser" && ready.unsure;
  return settle(adoptView({ ...ready, outgoing: null, touched, unsure }, view, expected, { own, hash }));
}

/** The text that the person's own decisions made: none of it is news to them, whoever had offered the words. */
function withDecided(ready: Ready, all: readonly ProposalDecision[]): Ready {
  const decisions = putInByServer(all);
  if (decisions.length === 0) return ready;
  const shown = shownCheckpoint(ready);
  const { content } = withDecisions(ready, shown, decisions, shown.document.updatedAt).document;
  return content === ready.draft ? ready : { ...ready, draft: content, marked: marksAfterPerson(ready, content) };
}

function refuse(ready: Ready, action: ActionOf<"saveRefused">): Ready {
  const waiting = waitingChanges(ready);
  const { why, kept, gone, tooLong, forbidden } = action;
  if (forbidden) {
    const left = settle({ ...ready, outgoing: null, local: writtenChanges(waiting) });
    return left.save.kind === "edited" ? { ...left, save: { kind: "failed", why, kept, gone, forbidden: true } } : left;
  }
  const back = action.drop ? { ...waiting, decisions: ready.local.decisions } : waiting;
  const save = { kind: "failed" as const, why, kept, gone, ...(tooLong ? { tooLong: true as const } : {}) };
  return { ...ready, outgoing: null, local: back, save };
}

function settle(ready: Ready): Ready {
  const dirty = ready.draft !== ready.base.content || hasLocalChanges(ready.local);
  const save: SaveState = dirty ? { kind: "edited" } : savedIn(ready.home, ready.view);
  if (ready.view.access === undefined) return { ...ready, save };
  // Who may only suggest suggests what they type next; who may only read is done with writing.
  const { canEdit, canSuggest } = rightsOf(ready.view);
  const editing = ready.editing && (canEdit || canSuggest);
  const suggesting = ready.suggesting || (editing && !canEdit && !dirty);
  return { ...ready, editing, suggesting, save };
}
