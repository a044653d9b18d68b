import type { Identity } from "../../../server/access/identity.ts";
import { hashOf } from "../../../server/access/tokens.ts";
import { createCanvasServer } from "../../../server.ts";
import { type BrowserKey, passingKey } from "../app/access/browser-key.ts";
import { type Api, createApi, createGate, type Gate } from "../app/access/gate.ts";
import type { Session } from "../app/access/session.ts";
import { startTestPage, type TestPage } from "./page-for-tests.ts";
import type { SignIns, SignInTokens } from "./sign-in/sign-ins.ts";

/** Tokens that a test gives and takes back. */
export class TestTokens implements SignInTokens {
  readonly held = new Map<string, Identity>();

  constructor(...people: readonly (readonly [token: string, subject: string, ...scopes: Identity["scopes"]])[]) {
    for (const [token, subject, ...scopes] of people)
      this.held.set(token, {
        subject,
        name: `${subject[0]?.toUpperCase()}${subject.slice(1)}`,
        scopes: scopes.length === 0 ? ["canvas:read", "canvas:write"] : scopes,
      });
  }

  async identify(token: string) {
    const identity = this.held.get(token);
    if (identity === undefined) return { kind: "unknown", why: "not known" } as const;
    return { kind: "known", identity, id: hashOf(token).slice(0, 8) } as const;
  }

  async holder(id: string): Promise<Identity | null> {
    return [...this.held].find(([token]) => hashOf(token).slice(0, 8) === id)?.[1] ?? null;
  }
}

/** A page of a server that knows its people. */
export async function startPeoplePage(
  folder: string,
  signIns: SignIns,
  change: Parameters<typeof startTestPage>[1] = {},
): Promise<TestPage> {
  let started: TestPage | null = null;
  started = await startTestPage(folder, {
    access: { host: "127.0.0.1", identify: async () => ({ kind: "unknown", why: "no token" }) },
    build: ({ identity }) => {
      if (started === null || identity === undefined) throw new Error("Nobody called");
      return createCanvasServer({ ...started.deps, owner: identity.subject, identity });
    },
    ...change,
    signIns,
  });
  return started;
}

/** A browser with a key of its own, at a page. */
export interface TestBrowser {
  readonly key: BrowserKey;
  readonly gate: Gate;
  readonly api: Api;
  readonly session: Session;
  /** Sessions that the server did not take. */
  readonly locked: (string | null)[];
}

/** `reach`: where the next request goes, in place of the page's own address. */
export async function openBrowser(
  origin: string,
  given?: BrowserKey,
  reach: () => string = () => origin,
): Promise<TestBrowser> {
  const key = given ?? (await passingKey());
  let held: string | null = null;
  const session: Session = {
    kept: "memory",
    read: () => held,
    keep: (token) => {
      held = token;
    },
    drop: () => {
      held = null;
    },
    subscribe: () => () => {},
  };
  const locked: (string | null)[] = [];
  const { host, hostname } = new URL(origin);
  const gate = createGate({
    session,
    key: async () => key,
    spot: { host, hostname },
    onLocked: (token) => void locked.push(token),
    fetchIt: (route, init) => {
      const headers = new Headers(init?.headers);
      headers.set("origin", origin);
      return fetch(new URL(String(route), reach()), { ...init, headers });
    },
  });
  return { key, gate, api: createApi(gate), session, locked };
}
