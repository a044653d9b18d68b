import { isOrphaned } from "../../../core/comments/describe-anchor.ts";
import { mapPosition } from "../../../core/diff/position-map.ts";
import { changesBetween } from "../../../core/diff/text-changes.ts";
import { askAbout, askQuestion } from "../../../core/feedback/ask-about.ts";
import { buildFeedback, type Feedback } from "../../../core/feedback/build-feedback.ts";
import type { HostAnswer, HostPort } from "../../host/host-port.ts";
import { shellWords } from "../../words.ts";
import type { NoticeEnd } from "../actions.ts";
import { isDirty, type Ready } from "../state.ts";
import { shownCheckpoint } from "../unsaved-changes.ts";
import { textOnceSaved } from "../with-decisions.ts";
import type { Autosave, FlushOutcome } from "./autosave.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";

export interface Publisher {
  /** Tells the model all there is, when it differs from what was told. False: it does not know all of it by this way. */
  publish(): Promise<boolean>;
  /** Tells the model this instead: the canvas goes on elsewhere. */
  publishInstead(text: string): Promise<void>;
}

/** The one and only caller of `updateModelContext`: each call overwrites the last, so it always carries everything. */
export function createPublisher({ store, host }: EffectDeps): Publisher {
  let told: string | null = null;
  let queue: Promise<void> = Promise.resolve();

  const tell = (text: string): Promise<void> => {
    queue = queue.then(async () => {
      if (text === told || !host.abilities.modelContext) return;
      const answer = await host.updateModelContext(text);
      if (answer.ok) told = text;
      // The model still learns it: every tool result ends with the same text.
      else host.log("warning", `The model's context was not updated: ${answer.why}`);
    });
    return queue;
  };

  return {
    async publish() {
      const ready = readyOf(store);
      if (!ready?.touched || ready.superseded !== null) return false;
      // The texts are compared only for somebody who hears of it.
      if (!host.abilities.modelContext) return false;
      const { text } = feedbackOf(ready);
      await tell(text);
      return told === text;
    },
    publishInstead: tell,
  };
}

/** All that is news to the model of the canvas on screen. */
export function feedbackOf(ready: Ready): Feedback {
  const checkpoint = shownCheckpoint(ready);
  // The version on screen may still be typed on: the number to name is of one that stays as the model knows it.
  const baseVersion = checkpoint.told.knownVersion || checkpoint.document.version;
  return buildFeedback({ checkpoint, baseVersion });
}

/** A model that writes all the time must not keep the person waiting. */
const MOST_TRIES = 3;
/** A host that takes longer to answer may be asking its person, who is told so. */
const SOON_MS = 3_000;

/**
 * Send: save, publish, then a short message that names canvas and version. It is about `seen`, the text that the person
 * could read: where another has come in meanwhile nothing is sent, and they are asked again.
 */
export function sendToAssistant(
  deps: EffectDeps,
  autosave: Autosave,
  publisher: Publisher,
  seen?: string,
): Promise<void> {
  const wordsFor = ({ view }: Ready) =>
    shellWords.prompt(view.checkpoint.document.id, view.checkpoint.document.version);
  return sendMessage(deps, autosave, publisher, wordsFor, seen ?? readyOf(deps.store)?.draft);
}

/**
 * Asks for one passage to be changed. The draft may have grown while it was saved: the passage is followed to where it stands. Where
 * its words have become others, nothing is asked.
 */
export function askAssistant(
  deps: EffectDeps,
  autosave: Autosave,
  publisher: Publisher,
  passage: { readonly from: number; readonly to: number },
  wish: string,
): Promise<void> {
  const before = readyOf(deps.store)?.draft ?? "";
  return sendMessage(deps, autosave, publisher, ({ view }) => {
    const { id, version, content } = view.checkpoint.document;
    const changes = changesBetween(before, content);
    const from = mapPosition(changes, passage.from, 1);
    const to = Math.max(from, mapPosition(changes, passage.to, -1));
    if (content.slice(from, to) !== before.slice(passage.from, passage.to)) return null;
    return askAbout({ canvasId: id, version, content, from, to }, wish);
  });
}

/**
 * Asks for an answer to what the person said in a thread: its first comment or a later one. Without a server that has the
 * thread, the answer goes into the chat.
 */
export function askForAnswer(
  deps: EffectDeps,
  autosave: Autosave,
  publisher: Publisher,
  commentId: string,
): Promise<void> {
  return sendMessage(deps, autosave, publisher, ({ view, home }) => {
    const { document, comments } = view.checkpoint;
    const { id: canvasId, version, content } = document;
    const asked = comments.find(({ id }) => id === commentId);
    const root = comments.find(({ id }) => id === (asked?.replyTo ?? commentId));
    if (!asked || !root?.anchor) return null;
    const { offset: from, length, quotedText: quote } = root.anchor;
    const place = isOrphaned(root, content) ? null : { from, to: from + length };
    const thread = home === "browser" ? null : root.id;
    return askQuestion({ canvasId, version, content, place, quote, body: asked.body, thread });
  });
}

/**
 * Saves and publishes first, so that the message speaks of what the model can read. Refused, the person gets the words to
 * copy. `wordsFor` gives null where there is nothing left to speak of.
 */
async function sendMessage(
  deps: EffectDeps,
  autosave: Autosave,
  publisher: Publisher,
  wordsFor: (ready: Ready) => string | null,
  seen?: string,
): Promise<void> {
  const { store, host } = deps;
  const before = readyOf(store);
  if (!before || before.sending.kind === "working") return;
  const stop = (text: string, until?: NoticeEnd): void => {
    store.dispatch({ kind: "sending", sending: { kind: "none" } });
    const ends = until === undefined ? {} : { until };
    store.dispatch({ kind: "said", notice: { id: "send", tone: "error", text, ...ends } });
  };
  store.dispatch({ kind: "dismissed", id: "send" });
  const askAgain = (text: string): void => store.dispatch({ kind: "sending", sending: { kind: "moved", seen: text } });
  if (seen !== undefined && before.draft !== seen) return askAgain(seen);
  const expected = textOnceSaved(before, new Date(deps.clock.now()).toISOString());
  store.dispatch({ kind: "sending", sending: { kind: "working" } });
  let flushed = await autosave.flush({ suggest: true, seal: true });
  for (let tries = 1; tries < MOST_TRIES && isStale(flushed); tries++) {
    // Only the number has moved on, or the question is about a passage: it stands in the newer text too.
    if (seen !== undefined && readyOf(store)?.base.content !== expected) break;
    flushed = await autosave.flush({ suggest: true, seal: true });
  }
  const ready = readyOf(store);
  if (!ready) return;
  if (seen !== undefined && (flushed.ok || isStale(flushed)) && ready.base.content !== expected) return askAgain(seen);
  if (!flushed.ok) return stop(shellWords.sendNotSaved(flushed.why), "saved");
  const words = wordsFor(ready);
  if (words === null) return stop(shellWords.askMoved);
  const isTold = await publisher.publish();
  // With no server to ask and no context to read, these words are all that the model gets.
  const isOnlyWay = ready.home === "browser" && !isTold;
  const text = isOnlyWay ? `${words}\n\n${feedbackOf(ready).text}` : words;
  if (takesNone(host)) {
    store.dispatch({ kind: "sending", sending: { kind: "prompt", text, refused: null } });
    return;
  }
  const answer = await answerTo(deps, text);
  // It may have come late: what the person did meanwhile stands.
  const now = readyOf(store);
  if (!now || now.view.checkpoint.document.id !== ready.view.checkpoint.document.id) return;
  const isWaitedFor = now.sending.kind === "working" || ("text" in now.sending && now.sending.text === text);
  if (!answer.ok) {
    // That the host turned out to take no messages at all is no fault of this one.
    const refused = takesNone(host) ? null : answer.why;
    if (isWaitedFor) store.dispatch({ kind: "sending", sending: { kind: "prompt", text, refused } });
    else host.log("info", `A message that nobody waits for any more was refused: ${answer.why}`);
    return;
  }
  if (isWaitedFor) store.dispatch({ kind: "sending", sending: { kind: "none" } });
  // Of a text that has grown since the message does not speak.
  const { revision } = now.view.checkpoint.document;
  if (!isDirty(now) && revision === ready.view.checkpoint.document.revision) await markSent(autosave);
}

function takesNone({ abilities }: HostPort): boolean {
  return abilities.message === "no";
}

/** The host's answer, however long it takes; after a moment without one the person is told what is waited for. */
async function answerTo({ store, host, clock }: EffectDeps, text: string): Promise<HostAnswer> {
  const cancel = clock.after(SOON_MS, () => {
    if (readyOf(store)?.sending.kind === "working")
      store.dispatch({ kind: "sending", sending: { kind: "asked", text } });
  });
  try {
    return await host.sendMessage(text);
  } finally {
    cancel();
  }
}

function isStale(flushed: FlushOutcome): boolean {
  return !flushed.ok && flushed.code === "decision_stale";
}

/** The model has been told: the version that it was told of is sealed. */
export async function markSent(autosave: Autosave): Promise<void> {
  await autosave.flush({ sent: true });
}
