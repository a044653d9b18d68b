import { byteLength } from "../../../core/document/check-text.ts";
import type { Ready } from "../state.ts";

/** The server's word for a text that is longer than it takes. */
export const TOO_LONG = "content_too_large";

/** What the server has found too long: asked again by itself it would only say no again, however often. */
export interface TooLong {
  refused(ready: Ready, why: string): void;
  /** Why this would be refused again; null: it may be taken now, for it is shorter, or something else is new. */
  wouldRefuse(ready: Ready): string | null;
  forget(): void;
}

export function createTooLong(): TooLong {
  let last: { readonly why: string; readonly bytes: number; readonly work: string; readonly view: object } | null =
    null;
  return {
    refused(ready, why) {
      last = { why, bytes: byteLength(ready.draft), work: workBeside(ready), view: ready.view };
    },
    wouldRefuse(ready) {
      if (last === null || ready.outgoing !== null || ready.suggesting) return null;
      const isSame = ready.view === last.view && workBeside(ready) === last.work;
      return isSame && byteLength(ready.draft) >= last.bytes ? last.why : null;
    },
    forget() {
      last = null;
    },
  };
}

/** What else waits to be saved: each thing that the person does adds to it, or takes something away. */
function workBeside({ local }: Ready): string {
  const { title, comments, decisions, protect, suggestOnly } = local;
  return JSON.stringify([title, comments.length, decisions.length, protect.length, suggestOnly]);
}
