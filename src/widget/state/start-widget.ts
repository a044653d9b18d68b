import type { TextChange } from "../../core/diff/hunk.ts";
import type { Status } from "../../core/records/canvas.ts";
import type { CommentOperation, MadeDecision, ProposalDecision } from "../../core/records/operations.ts";
import { shellWords } from "../words.ts";
import type { DraftPort } from "./comment-draft.ts";
import { createComposition } from "./composition.ts";
import { startAutosave } from "./effects/autosave.ts";
import { type BoardCalls, createBoardCalls } from "./effects/board.ts";
import { type Decided, type DecidingStep, decide } from "./effects/decide.ts";
import { type EffectDeps, readyOf } from "./effects/effect-deps.ts";
import { fadeNotices } from "./effects/fade-notices.ts";
import { followChanges } from "./effects/follow-changes.ts";
import { startHoldingSaves } from "./effects/hold-saves.ts";
import { type BlockDone, type Interacting, interact } from "./effects/interact.ts";
import { keepText } from "./effects/keep-text.ts";
import { recoverPending } from "./effects/recover.ts";
import { createNewerCheck } from "./effects/replaced-by-newer.ts";
import { startRestore } from "./effects/restore.ts";
import { createSaveKeys } from "./effects/save-call.ts";
import { followBrowser } from "./effects/save-here.ts";
import { createShareCalls, type ShareCalls } from "./effects/share.ts";
import { changeStatus } from "./effects/status.ts";
import { askAssistant, askForAnswer, createPublisher, markSent, sendToAssistant } from "./effects/tell-assistant.ts";
import { createVersionCalls, type VersionCalls } from "./effects/versions.ts";
import type { KeptPlace } from "./kept-place.ts";
import type { KeptUndo } from "./kept-undo.ts";

/** What is decided and taken back by a change of the text. */
export interface TypedDecisions {
  readonly decided: readonly MadeDecision[];
  readonly takenBack: readonly string[];
}

/** What the person can do. Every control on screen calls one of these. */
export interface WidgetActions extends VersionCalls, ShareCalls {
  /** By the host, whole; false: the browser has to. */
  print(): boolean;
  /** Whether this host lets the widget call its server, as far as that is known. */
  canReachServer(): boolean;
  /** Hands a file to the person by the host; false: it cannot, or will not. */
  download(file: { readonly name: string; readonly mimeType: string; readonly text: string }): Promise<boolean>;
  readonly board: BoardCalls;
  readonly keptUndo: KeptUndo;
  /** `changes`: what turned the text on screen into it, where that is known. Decisions that come with it are saved at once. */
  type(text: string, changes?: readonly TextChange[], decisions?: TypedDecisions): void;
  /** "Got it": the person has seen what the model changed. */
  acknowledge(): void;
  /** The person composes with an input method, or what they composed is in the text: news wait meanwhile. */
  composing(on: boolean): void;
  comment(operation: CommentOperation): void;
  /**
   * `act` makes the change of the text as a step that can be undone. Null: there was nothing to decide on, or it has become another
   * than was drawn (and that is said).
   */
  decide(decisions: readonly ProposalDecision[], act?: (step: DecidingStep) => void): Decided | null;
  protect(passage: { readonly from: number; readonly to: number }): void;
  unprotect(id: string): void;
  /** What the person did in a block. Not ok: nothing was sent, and why. */
  interact(done: BlockDone): Interacting;
  rename(title: string): void;
  setSuggestOnly(on: boolean): void;
  /** "Suggest my edits", on and off. Switched off, what was typed is offered first. */
  setSuggesting(on: boolean): Promise<void>;
  /** `seen`: the text that an approval is of, as the person could read it; left out: the one on screen. */
  setStatus(to: Status, note?: string, seen?: string): Promise<void>;
  startEditing(): Promise<void>;
  stopEditing(): void;
  /** What they may not put into the text any more is offered instead. */
  suggestInstead(): Promise<void>;
  /** What is not saved is given up: the text is as the server has it. */
  discard(): void;
  /** The person has copied what they wrote on a canvas that is no longer shared with them. */
  ownWordsTaken(): void;
  setDisplayMode(mode: "inline" | "fullscreen"): Promise<void>;
  /** `seen`: the text that the message is about, as the person could read it; left out: the one on screen. */
  send(seen?: string): Promise<void>;
  /** Asks for one passage of the draft to be changed. */
  ask(passage: { readonly from: number; readonly to: number }, wish: string): Promise<void>;
  /** Asks for an answer to what the person said in the comment. */
  askForAnswer(commentId: string): Promise<void>;
  /** Where the person last read this canvas in this browser; 0: at the top. */
  readPlace(id: string): KeptPlace;
  keepPlace(id: string, place: KeptPlace): void;
  readAsks(): readonly string[];
  keepAsks(asks: readonly string[]): void;
  /** The host has not answered yet: the person takes the words themselves. */
  copyInstead(): void;
  /** The person copied the prompt: as near to "sent" as a host without messages can come. */
  promptCopied(): Promise<void>;
  promptClosed(): void;
  keepText(): Promise<void>;
  /** The person need not be told any more that this widget has followed to a newer version. */
  supersededRead(): void;
  retrySave(): void;
  openLink(url: string): Promise<void>;
  say(text: string, tone?: "info" | "warning" | "error"): void;
  dismiss(id: string): void;
  readSplit(): number | null;
  keepSplit(ratio: number): void;
  readLayout(): "read" | "write" | "split" | null;
  keepLayout(layout: "read" | "write" | "split"): void;
  /** The person left (the page is hidden), or may be leaving: everything is saved now. */
  leaving(isHidden?: boolean): Promise<void>;
  /** The person is back. */
  returned(): Promise<void>;
  newCommentId(): string;
  /** Where the unfinished comment on the open canvas is kept. */
  readonly commentDrafts: DraftPort;
}

/** How long Edit waits to hear whether a newer version stands elsewhere. */
const CHECK_MS = 800;
/** How long a host that takes the widget down may wait for the last save. */
const TEARDOWN_MS = 500;

/** Wires store, host and browser together. Nothing runs before this and nothing outlives `stop`. */
export function startWidget(given: EffectDeps): { readonly actions: WidgetActions; stop(): void } {
  const { store, host, clock } = given;
  const composition = createComposition(clock);
  const deps: EffectDeps = { ...given, composition };
  const publisher = createPublisher(deps);
  const keys = createSaveKeys(deps.newKey);
  const autosave = startAutosave(deps, keys, () => void publisher.publish());
  const stopHolding = startHoldingSaves(deps, keys, () => void autosave.flush());
  const newer = createNewerCheck(deps, publisher);
  const versions = createVersionCalls(deps, autosave, publisher);
  const sharing = createShareCalls(deps);
  const changes = followChanges(deps, versions);
  const opened = async () => {
    await recoverPending(deps, autosave);
    await changes.find();
  };
  const board = createBoardCalls(deps, autosave, opened);

  store.dispatch({ kind: "connected", host: host.context });
  const restore = startRestore(deps, {
    opened,
    boardArrived: () => board.refresh(),
    settled: () => autosave.flush(),
    followed: (version) => newer.followed(version),
    modeChanged: () => void autosave.flush(),
  });
  const stopFading = fadeNotices(deps);
  host.onTeardown(() => {
    composition.set(false);
    const late = new Promise<void>((done) => clock.after(TEARDOWN_MS, done));
    return Promise.race([autosave.flush({ suggest: true, left: true }).then(() => {}), late]);
  });

  const say: WidgetActions["say"] = (text, tone = "info") =>
    store.dispatch({ kind: "said", notice: { id: text, tone, text } });

  const actions: WidgetActions = {
    print() {
      if (host.print === undefined) return false;
      host.print();
      void sharing.noteExport("print");
      return true;
    },
    canReachServer: () => host.abilities.serverTools !== "no",
    async download(file) {
      return host.abilities.download && (await host.download(file)).ok;
    },
    board,
    keptUndo: deps.keptUndo,
    ...versions,
    ...sharing,
    composing: (on) => composition.set(on),
    type(text, made, decisions) {
      store.dispatch({ kind: "typed", text, ...(made === undefined ? {} : { changes: made }), ...decisions });
      if (decisions !== undefined) void autosave.flush();
    },
    acknowledge: changes.acknowledge,
    comment(operation) {
      store.dispatch({ kind: "commented", operation });
      void autosave.flush({ suggest: true });
    },
    decide: (decisions, act) => decide(deps, autosave, decisions, act),
    protect({ from, to }) {
      const quotedText = readyOf(store)?.draft.slice(from, to) ?? "";
      if (quotedText.trim() === "") return;
      const operation = { op: "add" as const, id: deps.newKey(), offset: from, length: to - from, quotedText };
      store.dispatch({ kind: "protected", operation });
      void autosave.flush({ suggest: true });
    },
    unprotect(id) {
      store.dispatch({ kind: "protected", operation: { op: "remove", id } });
      void autosave.flush();
    },
    interact: (done) => interact(deps, autosave, done),
    rename(title) {
      store.dispatch({ kind: "renamed", title });
      void autosave.flush();
    },
    setSuggestOnly(on) {
      store.dispatch({ kind: "suggestOnly", on });
      void autosave.flush();
    },
    async setSuggesting(on) {
      // What was typed before belongs to the mode that it was typed in.
      const flushed = await autosave.flush({ suggest: true });
      if (flushed.ok) store.dispatch({ kind: "suggesting", on });
      else {
        const notice = { id: "suggesting", tone: "warning", text: flushed.why, until: "saved" } as const;
        store.dispatch({ kind: "said", notice });
      }
    },
    setStatus: (to, note, seen) => changeStatus(deps, autosave, note === undefined ? { to } : { to, note }, seen),
    async startEditing() {
      await Promise.race([newer.check(), new Promise<void>((done) => clock.after(CHECK_MS, done))]);
      store.dispatch({ kind: "editing", on: true });
    },
    stopEditing() {
      store.dispatch({ kind: "editing", on: false });
      void autosave.flush({ suggest: true });
    },
    async suggestInstead() {
      store.dispatch({ kind: "suggesting", on: true });
      await autosave.flush({ suggest: true });
    },
    discard: () => store.dispatch({ kind: "discarded" }),
    ownWordsTaken() {
      const { canvas } = store.state();
      if (canvas.phase === "unshared") deps.cache.dropAllPending(canvas.id);
    },
    async setDisplayMode(mode) {
      void autosave.flush();
      const now = await host.requestDisplayMode(mode);
      store.dispatch({ kind: "hostChanged", host: { ...host.context, displayMode: now } });
    },
    send: (seen) => sendToAssistant(deps, autosave, publisher, seen),
    ask: (passage, wish) => askAssistant(deps, autosave, publisher, passage, wish),
    askForAnswer: (commentId) => askForAnswer(deps, autosave, publisher, commentId),
    readPlace: (id) => deps.cache.readPlace(id),
    keepPlace: (id, place) => deps.cache.keepPlace(id, place),
    readAsks: () => deps.cache.readAsks(),
    keepAsks: (asks) => deps.cache.keepAsks(asks),
    copyInstead() {
      const sending = readyOf(store)?.sending;
      if (sending?.kind !== "asked") return;
      store.dispatch({ kind: "sending", sending: { ...sending, kind: "prompt", refused: null, asked: true } });
    },
    promptCopied: () => markSent(autosave),
    promptClosed: () => store.dispatch({ kind: "sending", sending: { kind: "none" } }),
    keepText: () => keepText(deps),
    supersededRead: () => store.dispatch({ kind: "superseded", version: null }),
    retrySave: () => autosave.retry(),
    async openLink(url) {
      const answer = await host.openLink(url);
      if (!answer.ok) say(shellWords.linkFailed(url), "warning");
    },
    say,
    dismiss: (id) => store.dispatch({ kind: "dismissed", id }),
    readSplit: () => deps.cache.readSplit(),
    keepSplit: (ratio) => deps.cache.keepSplit(ratio),
    readLayout: () => deps.cache.readLayout(),
    keepLayout: (layout) => deps.cache.keepLayout(layout),
    async leaving(isHidden = false) {
      // Nobody composes in a page that cannot be seen, and not every browser says so: the answer before must not wait.
      if (isHidden) composition.set(false);
      changes.flush();
      await autosave.flush({ left: isHidden });
    },
    async returned() {
      followBrowser(deps);
      changes.returned();
      if (store.state().canvas.phase === "board") return board.refresh();
      await restore.returned();
      await newer.check();
    },
    // Short, because the model reads and repeats it; 48 bits are plenty for one canvas.
    newCommentId: () => deps.newKey().slice(0, 8),
    commentDrafts: {
      read() {
        const ready = readyOf(store);
        return ready ? deps.cache.readDraft(ready.view.checkpoint.document.id) : null;
      },
      write(text) {
        const ready = readyOf(store);
        if (ready) deps.cache.keepDraft(ready.view.checkpoint.document.id, text);
      },
    },
  };

  return {
    actions,
    stop() {
      restore.stop();
      changes.stop();
      stopFading();
      stopHolding();
      autosave.stop();
    },
  };
}
