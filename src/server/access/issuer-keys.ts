import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { type Bucket, takeToken } from "../rate-limit/token-bucket.ts";

/** What an issuer signs its tokens with, as it says itself. */
export interface IssuerKeys {
  /**
   * The issuer's keys, no older than a minute: one that was removed is good no longer than that. Throws when there are none so
   * fresh and the issuer does not answer.
   */
  current(): Promise<JWTVerifyGetKey>;
  /** The same, asked for anew because a token names a key that is not among them; null: too many such tokens came. */
  newer(): Promise<JWTVerifyGetKey | null>;
}

export interface IssuerKeysOptions {
  readonly issuer: string;
  readonly fetch: typeof fetch;
  /** Milliseconds, of a clock that nobody sets. */
  readonly now: () => number;
}

/** Older keys are not used. */
const FRESH_MS = 60_000;
/** From then on the next ones are asked for beforehand, so that nobody waits. */
const RENEW_MS = 30_000;
const METADATA_MS = 10 * 60_000;
/** Whoever does not answer is not asked by each request. */
const PAUSE_MS = 2_000;
const ANSWER_MS = 5_000;
const MOST_BYTES = 1024 * 1024;
const MOST_KEYS = 100;
/** Tokens with keys that nobody knows: anybody can make those up. */
const UNKNOWN_KEYS = { burst: 5, everyMs: 5_000 };

interface Kept {
  readonly keys: JWTVerifyGetKey;
  readonly at: number;
}

export function createIssuerKeys(options: IssuerKeysOptions): IssuerKeys {
  const { now } = options;
  const keysUri = createKeysUri(options);
  let kept: Kept | null = null;
  let asking: Promise<Kept> | null = null;
  let failed: { readonly at: number; readonly error: unknown } | null = null;
  let unknown: Bucket | undefined;

  const ask = (): Promise<Kept> => {
    if (asking !== null) return asking;
    const at = now();
    if (failed !== null && at - failed.at < PAUSE_MS) return Promise.reject(failed.error);
    asking = (async () => {
      try {
        const found = await readJson(options, await keysUri());
        kept = { keys: keySet(found), at };
        failed = null;
        return kept;
      } catch (error) {
        failed = { at: now(), error };
        throw error;
      } finally {
        asking = null;
      }
    })();
    return asking;
  };
  return {
    async current() {
      const age = kept === null ? Number.POSITIVE_INFINITY : now() - kept.at;
      if (kept === null || age >= FRESH_MS) return (await ask()).keys;
      // What fails is said to whoever needs it, once these are too old.
      if (age >= RENEW_MS) ask().catch(() => undefined);
      return kept.keys;
    },
    async newer() {
      // Many may come at once with the first tokens of a new key.
      if (asking !== null) return (await asking).keys;
      const taken = takeToken(unknown, UNKNOWN_KEYS, now());
      unknown = taken.bucket;
      return taken.ok ? (await ask()).keys : null;
    },
  };
}

/** Where the issuer says that its keys are. Asked for again from time to time; what it said before stays good if it does not answer. */
function createKeysUri(options: IssuerKeysOptions): () => Promise<string> {
  let known: { readonly uri: string; readonly at: number } | null = null;
  return async () => {
    if (known !== null && options.now() - known.at < METADATA_MS) return known.uri;
    try {
      known = { uri: await discoverKeys(options), at: options.now() };
    } catch (error) {
      if (known === null) throw error;
    }
    return known.uri;
  };
}

async function discoverKeys(options: IssuerKeysOptions): Promise<string> {
  const { issuer } = options;
  const failures: string[] = [];
  for (const address of metadataAddresses(issuer)) {
    try {
      const said = (await readJson(options, address)) as { readonly issuer?: unknown; readonly jwks_uri?: unknown };
      if (said.issuer !== issuer)
        throw new Error(`it says there that it is ${JSON.stringify(said.issuer)}: --issuer must be exactly that`);
      if (typeof said.jwks_uri !== "string" || !isSafeAddress(said.jwks_uri))
        throw new Error("it names no https address of its keys there");
      return said.jwks_uri;
    } catch (error) {
      failures.push(`${address}: ${reasonOf(error)}`);
    }
  }
  throw new Error(`The issuer ${issuer} does not say where its keys are. ${failures.join("; ")}`);
}

/** Of OAuth (RFC 8414) and OpenID Connect, in the order in which MCP clients look. */
export function metadataAddresses(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/+$/, "");
  return [
    ...new Set([
      `${origin}/.well-known/oauth-authorization-server${path}`,
      `${origin}/.well-known/openid-configuration${path}`,
      `${origin}${path}/.well-known/openid-configuration`,
    ]),
  ];
}

/** Over https, or on this machine. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isHere = hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
  return protocol === "https:" || (protocol === "http:" && isHere);
}

function keySet(found: unknown): JWTVerifyGetKey {
  const { keys } = (found ?? {}) as { readonly keys?: unknown };
  if (!Array.isArray(keys) || keys.length > MOST_KEYS) throw new Error("What it gives as its keys is no set of keys");
  return createLocalJWKSet(found as JSONWebKeySet);
}

async function readJson({ fetch: ask }: IssuerKeysOptions, address: string): Promise<unknown> {
  const answer = await ask(address, {
    headers: { accept: "application/json" },
    // Whoever is led elsewhere may be led to anybody.
    redirect: "error",
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`it answers with ${answer.status}`);
  }
  let size = 0;
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new Error(`its answer has more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

/** `fetch failed` says nothing: its cause does. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  const deeper = cause instanceof Error ? (cause as NodeJS.ErrnoException).code || cause.message : "";
  return deeper === "" ? message : `${message} (${deeper})`;
}
