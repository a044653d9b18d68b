import type { CanvasResourceContent } from "../../../wire/types.ts";
import { resolveContent } from "../../../wire/uris.ts";
import { type Loaded, loadedFrom } from "./data-url.ts";

export interface RelayLimits {
  /** Characters or bytes that are read in all. */
  readonly bytes: number;
  /** How much is made of them within a minute: what is used in many places is written into each. */
  readonly written: number;
  readonly resources: number;
  /** Style sheets in style sheets, and frames in frames. */
  readonly depth: number;
}

export const RELAY_LIMITS: RelayLimits = { bytes: 32_000_000, written: 96_000_000, resources: 500, depth: 8 };

/** What a relayed document does without, and why. */
export type RelayProblem =
  | { readonly kind: "outside"; readonly reference: string; readonly base: string }
  | { readonly kind: "unread"; readonly uri: string; readonly why: string }
  | { readonly kind: "limit"; readonly limit: keyof RelayLimits };

export interface Reader {
  readonly limits: RelayLimits;
  /** The content of an address; null where there is none to be had. Each is read once. */
  read(uri: string): Promise<Loaded | null>;
  /** Where a reference leads; null: out of the instance, or nowhere. */
  resolve(base: string, reference: string): string | null;
  /** False: that much more is too much for now. */
  write(length: number): boolean;
  problem(problem: RelayProblem): void;
  /** Nobody is there any more: nothing else is read. */
  stop(): void;
  /** Why an address could not be read; empty where it could, or where nobody said why. */
  whyNot(uri: string): string;
}

export type ReadResource = (uri: string) => Promise<readonly CanvasResourceContent[]>;

const AT_ONCE = 8;
const MINUTE_MS = 60_000;
const MOST_PROBLEMS = 100;

/** Reads what a document of one instance consists of: each once, few at a time, within limits; what is missing is said once. */
export function createReader(options: {
  readonly readResource: ReadResource;
  readonly limits?: Partial<RelayLimits> | undefined;
  readonly onProblem: (problem: RelayProblem) => void;
  /** In milliseconds, from any beginning. */
  readonly now: () => number;
}): Reader {
  const limits = { ...RELAY_LIMITS, ...options.limits };
  const known = new Map<string, Promise<Loaded | null>>();
  const said = new Set<string>();
  const reasons = new Map<string, string>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let bytes = 0;
  let written = 0;
  let minute = options.now();
  let isStopped = false;

  const problem = (what: RelayProblem): void => {
    const key = JSON.stringify(what);
    if (said.has(key) || said.size >= MOST_PROBLEMS) return;
    said.add(key);
    options.onProblem(what);
  };
  const unread = (uri: string, why: string): null => {
    reasons.set(uri, why);
    problem({ kind: "unread", uri, why });
    return null;
  };
  const load = async (uri: string): Promise<Loaded | null> => {
    if (running >= AT_ONCE) await new Promise<void>((next) => waiting.push(next));
    running += 1;
    try {
      if (isStopped || bytes > limits.bytes) return null;
      const contents = await options.readResource(uri);
      const content = contents.find((each) => each.uri === uri) ?? contents[0];
      bytes += content?.text?.length ?? ((content?.blob?.length ?? 0) * 3) / 4;
      if (bytes > limits.bytes) {
        problem({ kind: "limit", limit: "bytes" });
        return null;
      }
      const loaded = content === undefined ? null : loadedFrom(uri, content);
      return loaded ?? unread(uri, "It has no content.");
    } catch (error) {
      return unread(uri, error instanceof Error ? error.message : String(error));
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };

  return {
    limits,
    problem,
    stop() {
      isStopped = true;
    },
    whyNot: (uri) => reasons.get(uri) ?? "",
    read(uri) {
      const before = known.get(uri);
      if (before !== undefined) return before;
      if (known.size >= limits.resources) {
        problem({ kind: "limit", limit: "resources" });
        return Promise.resolve(null);
      }
      const loading = load(uri);
      known.set(uri, loading);
      return loading;
    },
    resolve(base, reference) {
      const uri = resolveContent(base, reference);
      if (uri === null) problem({ kind: "outside", reference: reference.slice(0, 200), base });
      return uri;
    },
    write(length) {
      if (options.now() - minute >= MINUTE_MS) {
        minute = options.now();
        written = 0;
      }
      written += length;
      if (written <= limits.written) return true;
      problem({ kind: "limit", limit: "written" });
      return false;
    },
  };
}
