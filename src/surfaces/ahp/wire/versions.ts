/**
 * Versions of the Agent Host Protocol that are spoken here, the newest first. 0.10.0 is VS Code's own number, with the wire of
 * 1.0.0.
 */
export const BASELINES = ["1.0.0", "0.10.0", "0.9.0"] as const;

/** Since then the protocol has a canvas of its own, smaller than that of proposal 297. */
const WITH_RELEASED_CANVAS = "0.10.0";

type Version = readonly [number, number, number];

export type Negotiated =
  | { readonly ok: true; readonly version: string }
  /** `malformed`: the first entry that is no version. Without: they are versions, and none is spoken here. */
  | { readonly ok: false; readonly malformed?: string };

/**
 * The highest of the offered versions that is compatible with one that is spoken here (the same major number, and below 1.0.0
 * the same minor), exactly as it was offered. One malformed entry spoils the offer.
 */
export function negotiate(offered: readonly string[]): Negotiated {
  let best: { readonly text: string; readonly version: Version } | null = null;
  for (const text of offered) {
    const version = parseVersion(text);
    if (version === null) return { ok: false, malformed: text };
    const isSpoken = BASELINES.some((baseline) => isCompatible(version, parsed(baseline)));
    if (isSpoken && (best === null || compare(version, best.version) > 0)) best = { text, version };
  }
  return best === null ? { ok: false } : { ok: true, version: best.text };
}

/** As other hosts say it. */
export function supportedVersions(): readonly string[] {
  return BASELINES.map((version) => `^${version}`);
}

export function hasReleasedCanvas(version: string): boolean {
  return compare(parsed(version), parsed(WITH_RELEASED_CANVAS)) >= 0;
}

function parsed(version: string): Version {
  const read = parseVersion(version);
  if (read === null) throw new RangeError(`${JSON.stringify(version)} is no version`);
  return read;
}

function parseVersion(text: string): Version | null {
  const match = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/.exec(text);
  return match === null ? null : [Number(match[1]), Number(match[2]), Number(match[3])];
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function isCompatible(offered: Version, baseline: Version): boolean {
  if (compare(offered, baseline) < 0 || offered[0] !== baseline[0]) return false;
  return baseline[0] > 0 || offered[1] === baseline[1];
}
