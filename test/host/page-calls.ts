import { request as sendRequest } from "node:http";

export interface PageAnswer {
  readonly status: number;
  readonly text: string;
}

/** A call of the page's API as the page makes it, on a connection of its own: none outlives the server that it was made to. */
export function callPage(origin: string, route: string, body: unknown, session = ""): Promise<PageAnswer> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${session}` };
    const request = sendRequest(origin + route, { method: "POST", agent: false, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on("error", reject);
    request.end(JSON.stringify(body));
  });
}

export const originOf = (link: string): string => new URL(link).origin;
/** The one-time token behind the `#`. */
export const tokenOf = (link: string): string => /link=([\w-]+)$/.exec(link)?.[1] ?? "";

/** Spends a link. */
export async function openSession(link: string): Promise<string> {
  const { status, text } = await callPage(originOf(link), "/api/session", { link: tokenOf(link) });
  if (status !== 200) throw new Error(`No session: ${status} ${text}`);
  return (JSON.parse(text) as { session: string }).session;
}
