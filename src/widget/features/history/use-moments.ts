import { useCallback, useEffect, useState } from "react";
import type { MomentSummary, VersionSummary } from "../../../core/records/history.ts";

export type ListedMoments =
  | { readonly ok: true; readonly moments: readonly MomentSummary[] }
  | { readonly ok: false; readonly why: string };

export interface Moments {
  /** Those that are loaded, by version. */
  readonly loaded: ReadonlyMap<number, ListedMoments>;
  retry(version: number): void;
}

/** Every text that stood inside the version, asked for once it is looked at: only those that have more than their points. */
export function useMoments(
  version: VersionSummary | undefined,
  listMoments: (version: number) => Promise<ListedMoments>,
): Moments {
  const [loaded, setLoaded] = useState<ReadonlyMap<number, ListedMoments>>(new Map());
  const wanted = version?.moments === undefined || loaded.has(version.version) ? null : version.version;
  useEffect(() => {
    if (wanted === null) return;
    let isCurrent = true;
    const keep = (listed: ListedMoments): void => {
      if (isCurrent) setLoaded((before) => new Map(before).set(wanted, listed));
    };
    listMoments(wanted).then(keep, (error: unknown) => keep({ ok: false, why: String(error) }));
    return () => {
      isCurrent = false;
    };
  }, [wanted, listMoments]);
  const retry = useCallback(
    (number: number) => setLoaded((before) => new Map([...before].filter(([each]) => each !== number))),
    [],
  );
  return { loaded, retry };
}
