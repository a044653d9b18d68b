import type { RequestId } from "../../wire/json-rpc.ts";
import type { JsonObject } from "../../wire/types.ts";
import { answerTo, createAppsSide } from "./mcp-apps.ts";
import { createMessageCheck, type MessageFault, type MessageLimits } from "./message-limits.ts";
import { isOpenable } from "./url-policy.ts";
import { answerWords } from "./words.ts";

/** Whether something was done: false, or a promise of it, says that it was not. */
export type Done = unknown;

export interface MessagesOptions {
  readonly limits: MessageLimits;
  now(): number;
  context(): JsonObject;
  /** Into the window of the canvas. */
  post(data: unknown): void;
  /** To whoever provides it; rejects where it could not be brought there. */
  send(payload: unknown): unknown;
  /** The person did something a moment ago, as far as the browser knows. */
  isPressed(): boolean;
  onOpenLink?: ((url: string) => Done) | undefined;
  onDownload?: ((contents: readonly unknown[]) => Done) | undefined;
  /** A message was not passed on. */
  onFault(fault: MessageFault): void;
}

/** Between the window of a canvas and whoever provides it, for as long as one frame is there. */
export interface ViewMessages {
  posted(data: unknown): void;
  came(payload: unknown): void;
  contextChanged(changed: JsonObject): void;
  /** The person pressed a link in it. */
  followed(url: string): void;
  /** Messages may be lost: it is told of all that it waits for, and its greeting is sent again. */
  lost(): void;
  /** Whoever provides it is back: a greeting without an answer is sent again. */
  back(): void;
  /** Resolves when it has saved what it has, and all that it asked for is answered. */
  tearDown(): Promise<void>;
}

export function createViewMessages(options: MessagesOptions): ViewMessages {
  const { post, onOpenLink, onDownload } = options;
  const check = createMessageCheck(options.limits, options.now);
  const apps = createAppsSide({
    context: options.context,
    canOpenLinks: onOpenLink !== undefined,
    canDownload: onDownload !== undefined,
  });
  let isTornDown = false;
  let settle = (): void => {};

  const settleWhenDone = (): void => {
    if (isTornDown && apps.isIdle()) settle();
  };
  const openLink = (url: string): Done =>
    onOpenLink !== undefined && isOpenable(url) && options.isPressed() ? onOpenLink(url) : false;
  const answerWhenDone = (id: RequestId, run: () => Done): void => {
    const done = async (): Promise<boolean> => (await run()) !== false;
    done().then(
      (isDone) => post(answerTo(id, isDone)),
      () => post(answerTo(id, false)),
    );
  };
  const send = (data: unknown): void => {
    const sent = async (): Promise<unknown> => options.send(data);
    sent().catch((error: unknown) => {
      const answer = apps.notSent(data, error instanceof Error ? error.message : answerWords.notSent);
      if (answer !== null) post(answer);
      settleWhenDone();
    });
  };
  const greetAgain = (): void => {
    const greeting = apps.greeting();
    if (greeting !== null) send(greeting);
  };

  return {
    posted(data) {
      const fault = check(data);
      if (fault !== null) {
        options.onFault(fault);
        const answer = fault === "large" ? apps.notSent(data, answerWords.tooLarge) : null;
        if (answer !== null) post(answer);
        return;
      }
      const next = apps.fromView(data);
      if (next.kind === "send") send(data);
      else if (next.kind === "answer") post(next.answer);
      else if (next.kind === "open_link") answerWhenDone(next.id, () => openLink(next.url));
      else if (next.kind === "download") answerWhenDone(next.id, () => onDownload?.(next.contents) ?? false);
      else {
        isTornDown = true;
        settleWhenDone();
      }
    },
    came(payload) {
      const message = apps.fromProvider(payload);
      if (message !== null) post(message);
      settleWhenDone();
    },
    contextChanged(changed) {
      const message = apps.contextChanged(changed);
      if (message !== null) post(message);
    },
    followed(url) {
      void openLink(url);
    },
    lost() {
      for (const answer of apps.lost()) post(answer);
      greetAgain();
      settleWhenDone();
    },
    back: greetAgain,
    tearDown() {
      const message = apps.tearDown();
      if (message === null) return Promise.resolve();
      return new Promise((resolve) => {
        settle = resolve;
        post(message);
      });
    },
  };
}
