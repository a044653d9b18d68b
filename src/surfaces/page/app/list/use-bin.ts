import { useCallback, useEffect, useState } from "react";
import type { PageBin } from "../../../../protocol/page.ts";
import type { Api } from "../access/gate.ts";
import type { Live } from "../access/live.ts";

export interface Bin {
  /** null: not there yet. */
  readonly bin: PageBin | null;
  readonly failed: string | null;
  refresh(): Promise<void>;
}

/** What can be brought back, kept up to date by the server's events while it is shown. */
export function useBin(api: Api, live: Live): Bin {
  const [bin, setBin] = useState<PageBin | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const refresh = useCallback(
    async (signal?: AbortSignal) => {
      const answer = await api.call("/api/bin", {}, { signal });
      if (signal?.aborted) return;
      if (answer.ok) {
        setBin(answer.value);
        setFailed(null);
      } else if (answer.kind !== "locked") setFailed(answer.message);
    },
    [api],
  );
  useEffect(() => {
    const abort = new AbortController();
    void refresh(abort.signal);
    const stop = live.subscribe(() => void refresh(abort.signal));
    return () => {
      abort.abort();
      stop();
    };
  }, [refresh, live]);
  return { bin, failed, refresh };
}
