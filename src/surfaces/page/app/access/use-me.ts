import { useEffect, useState } from "react";
import type { Person } from "../../../../core/records/sharing.ts";
import type { Api } from "./gate.ts";
import type { Live } from "./live.ts";

/** Who is signed in; null: this server knows no people; undefined: that is not known yet. */
export type SignedIn = Person | null | undefined;

/** Asked once the page is open, and again with every new connection: somebody else may have signed in by then. */
export function useMe(api: Api, live: Live, isOpen: boolean): SignedIn {
  const [me, setMe] = useState<SignedIn>();
  useEffect(() => {
    if (!isOpen) {
      setMe(undefined);
      return;
    }
    const abort = new AbortController();
    const ask = async (): Promise<void> => {
      const answer = await api.call("/api/who", {}, { signal: abort.signal });
      if (abort.signal.aborted || !answer.ok) return;
      const { me: next } = answer.value;
      setMe((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    void ask();
    const stop = live.subscribe((ids) => {
      if (ids === null) void ask();
    });
    return () => {
      abort.abort();
      stop();
    };
  }, [api, live, isOpen]);
  return me;
}
