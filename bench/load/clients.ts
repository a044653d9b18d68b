/** The load generator: MCP clients in a process of their own, on the nodes named in its arguments. */
import { McpWire, type WireOutcome } from "../../test/host/mcp-wire.ts";
import { documentText, drive, type Measured, type Operation, type Stretch } from "./plan.ts";
import { serveAsks } from "./worker.ts";

export type ClientsAsk =
  /** So many clients, each with a canvas of 20 kB. */
  | { readonly kind: "prepare"; readonly clients: number }
  | ({ readonly kind: "run" } & Stretch)
  /** The same number of requests of the same sizes, to a server of which only the protocol is asked. */
  | ({ readonly kind: "bare"; readonly bytes: number } & Stretch);

interface LoadClient {
  /** One for each node, and which is next: no client stays with one of them. */
  readonly wires: readonly McpWire[];
  next: number;
  canvasId: string;
  turn: number;
}

const origins = process.argv.slice(2);
const clients: LoadClient[] = [];
const name = `${process.pid}-${Date.now().toString(36)}`;
let written = 0;

function send(client: LoadClient, tool: string, args: Record<string, unknown>): Promise<WireOutcome> {
  const wire = client.wires[client.next % client.wires.length];
  if (wire === undefined) throw new Error("A client without nodes");
  client.next += 1;
  return wire.call(tool, args);
}

async function newClient(number: number): Promise<LoadClient> {
  const wires = origins.map((origin) => new McpWire(origin));
  for (const wire of wires) await wire.initialize("load");
  return { wires, next: number, canvasId: "", turn: 0 };
}

async function prepare(wanted: number): Promise<void> {
  for (let number = clients.length; number < wanted; number++) {
    const client = await newClient(number);
    const content = documentText(`${name}-${number}`, 0);
    const made = await send(client, "write_canvas", { content });
    const [, id] = made.kind === "result" ? (/Created canvas (\w+) /.exec(made.body) ?? []) : [];
    if (id === undefined) throw new Error(`No canvas was made: ${JSON.stringify(made)}`);
    clients.push({ ...client, canvasId: id });
  }
}

/** What each operation asks of a server. */
function argsOf(operation: Operation, client: LoadClient): readonly [string, Record<string, unknown>] {
  const { canvasId, turn } = client;
  switch (operation) {
    case "list":
      return ["list_canvases", {}];
    case "read":
      return ["read_canvas", { canvas_id: canvasId }];
    case "edit":
      return ["edit_canvas", { canvas_id: canvasId, edits: [{ find: `Turn ${turn}.`, replace: `Turn ${turn + 1}.` }] }];
    case "write":
      written += 1;
      return ["write_canvas", { content: documentText(`${name}-w${written}`, 0) }];
  }
}

function faultOf(outcome: WireOutcome): string | null {
  if (outcome.kind === "lost") return outcome.why;
  if (outcome.kind === "refused") return `${outcome.status} ${outcome.body.slice(0, 200)}`;
  return outcome.isError ? outcome.body.slice(0, 300) : null;
}

async function run(stretch: Stretch): Promise<Measured> {
  return drive(stretch, async (number) => {
    const client = clients[number];
    if (client === undefined) throw new Error(`Client ${number} is not prepared`);
    const outcome = await send(client, ...argsOf(stretch.operation, client));
    const error = faultOf(outcome);
    if (stretch.operation === "edit" && error === null) client.turn += 1;
    return { error, bytes: outcome.kind === "result" ? outcome.bytes : 0 };
  });
}

async function runBare(stretch: Stretch, bytes: number): Promise<Measured> {
  while (clients.length < stretch.clients) clients.push(await newClient(clients.length));
  return drive(stretch, async (number) => {
    const client = clients[number] as LoadClient;
    const [, args] = argsOf(stretch.operation, client);
    const outcome = await send(client, "answer", { ...args, bytes });
    return { error: faultOf(outcome), bytes: outcome.kind === "result" ? outcome.bytes : 0 };
  });
}

serveAsks(
  async (ask: ClientsAsk) => {
    if (ask.kind === "prepare") return prepare(ask.clients);
    return ask.kind === "run" ? run(ask) : runBare(ask, ask.bytes);
  },
  async () => {
    for (const { wires } of clients) for (const wire of wires) wire.close();
  },
);
