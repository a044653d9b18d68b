import { passText } from "../../../../protocol/handshake.ts";
import type { PageRoute, PageRoutes } from "../../../../protocol/page.ts";
import { type BrowserKey, toBase64Url } from "./browser-key.ts";
import { isOurServer, type Spot } from "./check-greeting.ts";
import type { Session } from "./session.ts";

type Fetch = (address: string | URL, init?: RequestInit) => Promise<Response>;

/** Something else than this page's server answers at its address. Nothing was sent to it. */
export class StrangerError extends Error {
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
  /** A request with the pass. With no session, or one that is refused, the answer is 401. Fails as `enter` does. */
  send: Fetch;
  /** The server went, or may have: whoever answers next has to show who they are. */
  lost(): void;
}

export interface GateOptions {
  readonly session: Session;
  /** Null: this browser has no keys, so the right to use the page is the pass itself. */
  readonly key: (() => Promise<BrowserKey>) | null;
  readonly spot: Spot;
  /** The server did not take this session. */
  readonly onLocked: (session: string | null) => void;
  readonly fetchIt?: Fetch;
}

const CHALLENGE_BYTES = 24;

export function createGate({ session, key, spot, onLocked, fetchIt = (...args) => fetch(...args) }: GateOptions): Gate {
  let pass: string | null = key === null ? session.read() : null;
  let renewing: Promise<string | null> | null = null;
  let met: string | null = null;

  const post = <Route extends PageRoute>(route: Route, body: PageRoutes[Route]["request"]): Promise<Response> =>
    fetchIt(route, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      cache: "no-store",
    });

  /** What the server's answer is to be signed with; it is sure by now who it is. */
  const greet = async (): Promise<string> => {
    if (key === null) return "";
    const challenge = toBase64Url(crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES)).buffer);
    const response = await post("/api/hello", { challenge });
    // A proxy whose server is away.
    if (response.status >= 502 && response.status <= 504) throw new TypeError("The server is away");
    const greeting = (await response.json().catch(() => null)) as PageRoutes["/api/hello"]["answer"] | null;
    if (!response.ok || greeting === null || !(await isOurServer(greeting, challenge, spot, met)))
      throw new StrangerError();
    met = greeting.key;
    return greeting.nonce;
  };

  const renew = async (): Promise<string | null> => {
    const held = session.read();
    if (held === null) return null;
    if (key === null) {
      onLocked(held);
      return null;
    }
    const nonce = await greet();
    const own = await key();
    const proof = await own.sign(passText({ place: spot.host, nonce }));
    const response = await post("/api/pass", { session: held, key: own.publicKey, nonce, proof });
    if (response.status === 401) {
      onLocked(held);
      return null;
    }
    if (!response.ok) throw new TypeError(`The server answered ${response.status}`);
    pass = ((await response.json()) as PageRoutes["/api/pass"]["answer"]).pass;
    return pass;
  };
  const obtain = (): Promise<string | null> => {
    renewing ??= renew().finally(() => {
      renewing = null;
    });
    return renewing;
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
    if (key !== null) pass = null;
  };

  return {
    async enter(link) {
      await greet();
      const own = key === null ? null : await key();
      const response = await post("/api/session", { link, ...(own === null ? {} : { key: own.publicKey }) });
      if (response.ok) {
        const made = (await response.clone().json()) as PageRoutes["/api/session"]["answer"];
        pass = made.pass;
        session.keep(made.session ?? made.pass);
      }
      return response;
    },
    // Up to the request itself nothing is waited for where there is a pass: a page that goes has no more time than that.
    async send(address, init = {}) {
      const held = pass ?? (await obtain());
      if (held === null) return locked();
      const response = await withPass(address, init, held);
      if (response.status !== 401) return response;
      // Another process serves the page by now, or the session has ended: the next pass shows which.
      if (pass === held) pass = null;
      const next = pass ?? (await obtain());
      return next === null ? response : withPass(address, init, next);
    },
    lost,
  };
}

function locked(): Response {
  return new Response(JSON.stringify({ error: { code: "no_session", message: "" } }), { status: 401 });
}
