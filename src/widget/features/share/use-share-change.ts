import { useState } from "react";
import type { ShareChange } from "../../../protocol/sharing.ts";
import type { ShareAnswer, ShareChanger } from "./share-port.ts";

/** The part of the dialog in which something was done: what went wrong is said there. */
export type SharePart = "add" | "people" | "links" | "approvers" | "leave";

export interface ShareChanging {
  /** The change that is under way; null: none. */
  readonly pending: ShareChange | null;
  /** Why the last change came to nothing, in this part; null: it did not, or it was in another. */
  errorIn(part: SharePart): string | null;
  /** What was done last, for whoever listens; empty: nothing. */
  readonly done: string;
  /** One at a time: a change during another one does nothing. */
  make(part: SharePart, change: ShareChange, done: string): Promise<ShareAnswer | null>;
}

export function useShareChange(onChange: ShareChanger): ShareChanging {
  const [pending, setPending] = useState<ShareChange | null>(null);
  const [failed, setFailed] = useState<{ readonly part: SharePart; readonly why: string } | null>(null);
  const [done, setDone] = useState("");
  return {
    pending,
    done,
    errorIn: (part) => (failed?.part === part ? failed.why : null),
    async make(part, change, words) {
      if (pending !== null) return null;
      setPending(change);
      setFailed(null);
      setDone("");
      const answer = await onChange(change);
      setPending(null);
      if (answer.ok) setDone(words);
      else setFailed({ part, why: answer.why });
      return answer;
    },
  };
}
