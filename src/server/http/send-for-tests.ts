import { request as sendRequest } from "node:http";

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** One request as it is, with whatever headers, the Host too. */
export function send(
  port: number,
  path: string,
  {
    method = "POST",
    body = "",
    headers = {},
    address = "127.0.0.1",
  }: {
    method?: string;
    body?: string | Buffer;
    headers?: Record<string, string>;
    address?: string | undefined;
  },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = sendRequest({ host: address, port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** The sentence of an error. */
export const messageOf = (reply: Reply) => (JSON.parse(reply.text) as { error: { message: string } }).error.message;
export const JSON_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
export const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
