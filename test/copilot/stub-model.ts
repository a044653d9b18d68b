import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A call that the model makes. */
export interface ToolCall {
  readonly tool: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | null | readonly { readonly text?: string }[];
}

/** What a model was sent, as far as tests read it. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly description?: string } }[];
  readonly stream?: boolean;
}

/** A server of OpenAI's completions whose model makes the calls that it is told to, one a request, and then says "done". */
export interface StubModel {
  readonly baseUrl: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly ModelRequest[];
  /** What the model calls from now on; what was left of an earlier script is dropped. */
  readonly script: (calls: readonly ToolCall[]) => void;
  readonly close: () => Promise<void>;
}

export async function startStubModel(): Promise<StubModel> {
  const requests: ModelRequest[] = [];
  let coming: ToolCall[] = [];
  let calls = 0;
  const server = createServer(async (request, response) => {
    if (request.url?.endsWith("/chat/completions") !== true) return json(response, { data: [{ id: "stub" }] });
    const asked = JSON.parse(await bodyOf(request)) as ModelRequest;
    requests.push(asked);
    const next = coming.shift();
    const message = next === undefined ? { role: "assistant", content: "done" } : calling(next, `call-${++calls}`);
    const finish = next === undefined ? "stop" : "tool_calls";
    if (asked.stream === true) streamed(response, message, finish);
    else json(response, { ...HEAD, object: "chat.completion", choices: [choice({ message }, finish)], usage: USAGE });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script: (scripted) => {
      coming = [...scripted];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const HEAD = { id: "stub", created: 1, model: "stub" };
const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function calling({ tool, args = {} }: ToolCall, id: string) {
  const call = { index: 0, id, type: "function", function: { name: tool, arguments: JSON.stringify(args) } };
  return { role: "assistant", content: null, tool_calls: [call] };
}

function choice(said: object, finish: string | null) {
  return { index: 0, ...said, finish_reason: finish };
}

function streamed(response: ServerResponse, delta: object, finish: string) {
  const chunk = { ...HEAD, object: "chat.completion.chunk" };
  const chunks = [
    { ...chunk, choices: [choice({ delta }, null)] },
    { ...chunk, choices: [choice({ delta: {} }, finish)], usage: USAGE },
  ];
  response.setHeader("content-type", "text/event-stream");
  response.end(`${chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("")}data: [DONE]\n\n`);
}

function json(response: ServerResponse, body: object) {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** All words of a message. */
export function wordsOf({ content }: Message): string {
  if (content === null) return "";
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("");
}
