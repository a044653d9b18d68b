import { type PageError, type PageRoute, type PageRoutes, passText, RATE_HEADER } from "../../../../protocol/page.ts";
import { pageWords } from "../words.ts";
import { type BrowserKey, toBase64Url } from "./browser-key.ts";
import { isOurServer, type Spot } from "./check-greeting.ts";
import type { Session } from "./session.ts";

type Fetch = (address: string | URL, init?: RequestInit) => Promise<Response>;

/** Something else than this page's server answers at its address. Nothing was sent to it. */
export class UnknownServerError extends Error {
  constructor() {
    super("Another program answers at this address");
  }
}

/**
 * The way to the server. Nothing passes before the server has shown that it is this page's own: at first, and again whenever
 * it was lost. Then the session becomes a pass, which the page keeps to itself and loses with the server.
 */
export interface Gate {
  /** Spends a link. Fails when the server cannot be reached, or is none of ours. */
  enter(link: string): Promise<Response>;
  /** The same with a token, on a server that knows its people. */
  signIn(token: string): Promise<Response>;
  /** Where the browser goes to sign in at the issuer; it comes back to this canvas by a link that is good here alone. */
  beginSignIn(canvas: string | null): Promise<Response>;
  /** Ends the session, here and at the server. Fails, with the session as it was, when the server cannot be reached. */
  signOut(): Promise<void>;
  /** A request with the pass. With no session, or one that is refused, the answer is 401. Fails as `enter` does. */
  send: Fetch;
  /** Who serves the page, once they have shown it. Null with no session, or one that is refused. Fails as `enter` does. */
  server(): Promise<MetServer | null>;
  /** Whether that server has been there all the time since. */
  isStill(met: MetServer): boolean;
  /** The server went, or may have: whoever answers next has to show who they are. */
  lost(): void;
}

/** A server that has shown who it is, from then until it was lost. */
export interface MetServer {
  /** The port of the frame's document by its own word; null where this browser can check nobody's word. */
  readonly frame: number | null;
}

export interface GateOptions {
  readonly session: Session;
  /** Null: this browser has no keys, so the right to use the page is the pass itself. */
  readonly key: (() => Promise<BrowserKey>) | null;
  readonly spot: Spot;
  /** The canvas whose panel this is; left out: the whole page. */
  readonly only?: string | null;
  /** The server did not take this session. */
  readonly onLocked: (session: string | null) => void;
  readonly fetchIt?: Fetch;
}

const CHALLENGE_BYTES = 24;

export function createGate(options: GateOptions): Gate {
  const { session, key, spot, only = null, onLocked, fetchIt = (...args) => fetch(...args) } = options;
  let pass: string | null = key === null ? session.read() : null;
  let renewing: Promise<string | null> | null = null;
  let met: string | null = null;
  let server: MetServer | null = null;
  // Another one whenever the server was lost: what was under way then is not this server's any more.
  let stretch = {};
  let refused: string | null = null;

  const post = <Route extends PageRoute>(route: Route, body: PageRoutes[Route]["request"]): Promise<Response> =>
    fetchIt(route, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      cache: "no-store",
    });

  /** What the server's answer is to be signed with; it is sure by now who it is. */
  const greet = async (): Promise<{ readonly nonce: string; readonly server: MetServer }> => {
    if (key === null) return { nonce: "", server: { frame: null } };
    const challenge = toBase64Url(crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES)).buffer);
    const response = await post("/api/hello", { challenge });
    // A proxy whose server is away.
    if (response.status >= 502 && response.status <= 504) throw new TypeError("The server is away");
    const greeting = (await response.json().catch(() => null)) as PageRoutes["/api/hello"]["answer"] | null;
    if (!response.ok || greeting === null || !(await isOurServer(greeting, challenge, spot, met)))
      throw new UnknownServerError();
    met = greeting.key;
    return { nonce: greeting.nonce, server: { frame: greeting.frame } };
  };
  /** Takes what a server gave that has greeted, unless it was lost meanwhile. */
  const take = (given: string, from: MetServer, since: object): string => {
    if (since !== stretch) throw new TypeError("The server was lost");
    // A second pass of a server that has been there all the time makes it no other.
    if (server === null || server.frame !== from.frame) server = from;
    pass = given;
    return given;
  };

  const renew = async (): Promise<string | null> => {
    const held = session.read();
    const since = stretch;
    if (held === null) return null;
    // Another tab may have brought a pass since.
    if (key === null && held !== refused) return take(held, { frame: null }, since);
    if (key === null) {
      onLocked(held);
      return null;
    }
    const { nonce, server: greeted } = await greet();
    const own = await key();
    const proof = await own.sign(passText({ place: spot.host, nonce }));
    const response = await post("/api/pass", { session: held, key: own.publicKey, nonce, proof });
    if (response.status === 401) {
      onLocked(held);
      return null;
    }
    if (!response.ok) throw new TypeError(`The server answered ${response.status}`);
    return take(((await response.json()) as PageRoutes["/api/pass"]["answer"]).pass, greeted, since);
  };
  const obtain = (): Promise<string | null> => {
    if (renewing !== null) return renewing;
    const mine = renew().finally(() => {
      if (renewing === mine) renewing = null;
    });
    renewing = mine;
    return mine;
  };

  const withPass = async (address: string | URL, init: RequestInit, held: string): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${held}`);
    try {
      return await fetchIt(address, { ...init, headers });
    } catch (error) {
      // A request that the page itself gave up says nothing about the server.
      if (init.signal?.aborted !== true) lost();
      throw error;
    }
  };
  const lost = (): void => {
    if (key === null) return;
    stretch = {};
    pass = null;
    server = null;
    renewing = null;
  };

  /** By a link or a token, which this server alone is given. */
  const comeIn = async (spend: (own: BrowserKey | null) => Promise<Response>): Promise<Response> => {
    const since = stretch;
    const { server: greeted } = await greet();
    const response = await spend(key === null ? null : await key());
    if (response.ok) {
      const made = (await response.clone().json()) as PageRoutes["/api/session"]["answer"];
      session.keep(made.session ?? made.pass);
      // The link is spent: lost meanwhile, the session asks for another pass.
      if (since === stretch) take(made.pass, greeted, since);
    }
    return response;
  };
  const send: Fetch = async (address, init = {}) => {
    const held = pass ?? (await obtain());
    if (held === null) return locked();
    const response = await withPass(address, init, held);
    // A pass of a server that is gone is a wrong token to the next one, which tells those to wait.
    if (response.status !== 401 && response.status !== 429) return response;
    // Too many requests: one more would not help.
    if (response.headers.has(RATE_HEADER)) return response;
    if (response.status === 401) refused = held;
    // Another process serves the page by now, or the session has ended: the next pass shows which.
    if (pass === held) {
      pass = null;
      server = null;
    }
    const next = pass ?? (await obtain());
    return next === null ? response : withPass(address, init, next);
  };

  return {
    enter: (link) =>
      comeIn((own) =>
        post("/api/session", {
          link,
          ...(own === null ? {} : { key: own.publicKey }),
          ...(only === null ? {} : { only }),
        }),
      ),
    signIn: (token) => comeIn((own) => post("/api/sign-in", { token, key: own?.publicKey ?? "" })),
    async beginSignIn(canvas) {
      await greet();
      const own = key === null ? null : await key();
      return post("/api/sign-in/begin", { key: own?.publicKey ?? "", ...(canvas === null ? {} : { canvas }) });
    },
    async signOut() {
      const headers = { "content-type": "application/json" };
      const response = await send("/api/sign-out", { method: "POST", headers, body: "{}", cache: "no-store" });
      // One that the server does not take is at its end already.
      if (!response.ok && response.status !== 401) throw new TypeError(`The server answered ${response.status}`);
      session.drop();
      lost();
    },
    // Up to the request itself nothing is waited for where there is a pass: a page that goes has no more time than that.
    send,
    async server() {
      if (pass === null || server === null) await obtain();
      return pass === null ? null : server;
    },
    isStill: (known) => known === server,
    lost,
  };
}

function locked(): Response {
  return new Response(JSON.stringify({ error: { code: "no_session", message: "" } }), { status: 401 });
}

/** What came of a request. "locked": the session is not, or no longer, good. */
export type ApiAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly kind: "locked" | "unreachable" | "refused";
      readonly code: string;
      readonly message: string;
    };

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The page may go before the answer comes: the browser sees the request through to the end. */
  readonly outlivesPage?: boolean;
}

export interface Api {
  call<Route extends PageRoute>(
    route: Route,
    request: PageRoutes[Route]["request"],
    how?: CallOptions,
  ): Promise<ApiAnswer<PageRoutes[Route]["answer"]>>;
}

/** The person's actions as requests. No call throws: a refusal and a lost server are values. */
export function createApi(gate: Pick<Gate, "send">): Api {
  return {
    call: (route, request, { signal, outlivesPage = false } = {}) =>
      answerOf(
        gate.send(route, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(request),
          cache: "no-store",
          ...(outlivesPage ? { keepalive: true } : {}),
          ...(signal === undefined ? {} : { signal }),
        }),
      ),
  };
}

/** What came of a request, as a value. */
export async function answerOf<Value>(sent: Promise<Response>): Promise<ApiAnswer<Value>> {
  try {
    const response = await sent;
    const answer: unknown = await response.json();
    if (response.ok) return { ok: true, value: answer as Value };
    const { code, message } = errorIn(answer, response.status);
    if (code === "no_session") return { ok: false, kind: "locked", code, message };
    // A proxy or a server that is just ending: it may well be there in a moment.
    const kind = response.status >= 502 && response.status <= 504 ? "unreachable" : "refused";
    return { ok: false, kind, code, message };
  } catch (error) {
    if (error instanceof SyntaxError)
      return { ok: false, kind: "refused", code: "unreadable", message: pageWords.unreadableAnswer };
    const message = error instanceof UnknownServerError ? pageWords.strangerAnswers : pageWords.unreachable;
    return { ok: false, kind: "unreachable", code: "unreachable", message };
  }
}

function errorIn(answer: unknown, status: number): PageError["error"] | { code: string; message: string } {
  const error = (answer as Partial<PageError> | null)?.error;
  if (typeof error?.message === "string" && typeof error.code === "string") return error;
  // Our own endpoints answer in one form; another program on the port may not.
  return { code: status === 401 ? "no_session" : "unreadable", message: pageWords.unreadableAnswer };
}
