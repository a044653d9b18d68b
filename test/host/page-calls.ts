import { request as sendRequest } from "node:http";
import { passingKey } from "../../src/surfaces/page/app/access/browser-key.ts";
import { createGate, type Gate } from "../../src/surfaces/page/app/access/gate.ts";

export interface PageAnswer {
  readonly status: number;
  readonly text: string;
}

/** One request as a browser makes it at this address, on a connection of its own: none outlives the server that it was made to. */
export function sendAsBrowser(
  origin: string,
  route: string,
  {
    method = "POST",
    body = "",
    headers = {},
  }: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<PageAnswer> {
  const { host, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    // The system need not know the page's name, which browsers find by themselves.
    const at = { host: "127.0.0.1", port, path: route, method, agent: false };
    const request = sendRequest({ ...at, headers: { ...headers, host } }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on("error", reject);
    request.end(body);
  });
}

export function callPage(origin: string, route: string, body: unknown, pass = ""): Promise<PageAnswer> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${pass}` };
  return sendAsBrowser(origin, route, { body: JSON.stringify(body), headers });
}

export const originOf = (link: string): string => new URL(link).origin;
/** The one-time token behind the `#`. */
export const tokenOf = (link: string): string => /link=([\w-]+)$/.exec(link)?.[1] ?? "";

/** A browser that came in by a link: it has a key of its own, and gets a new pass whenever it needs one. */
export interface Visitor {
  readonly gate: Gate;
  call(route: string, body: unknown): Promise<PageAnswer>;
}

/** Spends a link. */
export async function visitPage(link: string, at = originOf(link)): Promise<Visitor> {
  let held: string | null = null;
  let own: ReturnType<typeof passingKey> | null = null;
  const gate = createGate({
    session: {
      kept: "memory",
      read: () => held,
      keep: (token) => {
        held = token;
      },
      drop: () => {
        held = null;
      },
      subscribe: () => () => {},
    },
    key: () => {
      own ??= passingKey();
      return own;
    },
    spot: new URL(at),
    onLocked: () => {},
    fetchIt: async (address, init = {}) => {
      const headers = Object.fromEntries(new Headers(init.headers));
      const { method = "GET", body } = init;
      const answer = await sendAsBrowser(at, String(address), { method, body: String(body ?? ""), headers });
      return new Response(answer.text, { status: answer.status });
    },
  });
  const entered = await gate.enter(tokenOf(link));
  if (!entered.ok) throw new Error(`No session: ${entered.status} ${await entered.text()}`);
  return {
    gate,
    async call(route, body) {
      const headers = { "content-type": "application/json" };
      const answer = await gate.send(route, { method: "POST", body: JSON.stringify(body), headers });
      return { status: answer.status, text: await answer.text() };
    },
  };
}

/** Spends a link as a browser without keys, at the address that everybody knows: the pass, and where it is good. */
export async function enterPlainly(link: string): Promise<{ readonly origin: string; readonly pass: string }> {
  const origin = `http://127.0.0.1:${new URL(link).port}`;
  const { status, text } = await callPage(origin, "/api/session", { link: tokenOf(link) });
  if (status !== 200) throw new Error(`No pass: ${status} ${text}`);
  return { origin, pass: (JSON.parse(text) as { pass: string }).pass };
}
