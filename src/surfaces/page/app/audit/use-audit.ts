import { useCallback, useEffect, useState } from "react";
import type { PageAudit } from "../../../../protocol/page.ts";
import type { Api } from "../access/gate.ts";
import type { Live } from "../access/live.ts";
import { withNewest, withOlder } from "./audit-lines.ts";

interface Audit {
  /** null: not there yet. */
  readonly audit: PageAudit | null;
  /** Why the last answer failed, while there is none newer. */
  readonly failed: string | null;
  /** Older lines are on their way. */
  readonly loading: boolean;
  refresh(): Promise<void>;
  more(): Promise<void>;
}

/** Who did what, of one canvas or of all, kept up to date by the server's events while it is shown. */
export function useAudit(api: Api, live: Live, id: string | undefined): Audit {
  const [audit, setAudit] = useState<PageAudit | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [loading, setLoading] = useState(false);
  const ask = useCallback(
    (before?: number, signal?: AbortSignal) =>
      api.call(
        "/api/audit",
        { ...(id === undefined ? {} : { id }), ...(before === undefined ? {} : { before }) },
        { signal },
      ),
    [api, id],
  );
  const refresh = useCallback(
    async (signal?: AbortSignal) => {
      const answer = await ask(undefined, signal);
      if (signal?.aborted) return;
      if (answer.ok) {
        setAudit((before) => withNewest(before, answer.value));
        setFailed(null);
      } else if (answer.kind !== "locked") setFailed(answer.message);
    },
    [ask],
  );
  useEffect(() => {
    const abort = new AbortController();
    setAudit(null);
    void refresh(abort.signal);
    const stop = live.subscribe(() => void refresh(abort.signal));
    return () => {
      abort.abort();
      stop();
    };
  }, [refresh, live]);
  return {
    audit,
    failed,
    loading,
    refresh: () => refresh(),
    async more() {
      const last = audit?.lines.at(-1);
      if (last === undefined || loading) return;
      setLoading(true);
      const answer = await ask(last.number);
      setLoading(false);
      if (!answer.ok) return setFailed(answer.message);
      setFailed(null);
      setAudit((before) => {
        // Another canvas's lines are shown by now, or these have come already.
        if (before?.lines.at(-1)?.number !== last.number) return before;
        return withOlder(before, answer.value);
      });
    },
  };
}
