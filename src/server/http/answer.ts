import type { ServerResponse } from "node:http";

/** Answers in the form that MCP clients read errors in; the sentence is for whoever looks. */
export function answerError(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  // -32700 is JSON-RPC's own number for a body that cannot be read; the rest are the server's.
  const code = status === 400 ? -32700 : -32000;
  answerJson(response, status, { jsonrpc: "2.0", id: null, error: { code, message } }, headers);
}

export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(text)),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  response.end(text);
}
