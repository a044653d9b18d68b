import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { ActionEnvelope, SessionState } from "../../src/surfaces/ahp/wire/types.ts";
import { type Node, startNode } from "../host/start-node.ts";
import type { Frame } from "./cuttable-line.ts";
import { connectRawPeer, type RawPeer } from "./raw-peer.ts";
import type { Subscription } from "./vscode-bundle.ts";
import { newVscodeClient, type VscodeOnLine, type VscodeOptions } from "./vscode-client.ts";

/** The built program, another client that shows canvases, and as many of VS Code's clients as a test wants. */
export class AhpDesk {
  private readonly clients: VscodeOnLine[] = [];

  private constructor(
    private readonly folder: string,
    private readonly token: string | undefined,
    private running: Node,
    readonly other: RawPeer,
    readonly session: string,
    readonly chat: string,
  ) {}

  /** `token`: what everybody has to show; left out: nobody has to. */
  static async open(token?: string): Promise<AhpDesk> {
    const folder = await mkdtemp(join(tmpdir(), "canvas-ahp-"));
    const node = await start(folder, token);
    const other = await connectRawPeer(addressOf(node, token), "the-other");
    const { items } = (await other.request("listSessions", {})) as { readonly items: readonly { resource: string }[] };
    const session = items[0]?.resource ?? "";
    const { state } = await other.subscribe(session);
    return new AhpDesk(folder, token, node, other, session, (state as SessionState).defaultChat);
  }

  get node(): Node {
    return this.running;
  }

  get address(): string {
    return addressOf(this.running, this.token);
  }

  async newClient(options?: VscodeOptions): Promise<VscodeOnLine> {
    const made = await newVscodeClient(this.address, options);
    this.clients.push(made);
    return made;
  }

  async connected(options?: VscodeOptions): Promise<VscodeOnLine> {
    const made = await this.newClient(options);
    await made.client.connect();
    return made;
  }

  /** The other client does something that every client sees: it gives itself a name. */
  rename(displayName: string): Promise<ActionEnvelope> {
    return this.other.dispatch(this.session, activeAs(this.other.clientId, displayName));
  }

  /** The program dies, and another takes its place on the same store. Nobody but VS Code's clients is on it then. */
  async restart(): Promise<void> {
    await this.running.kill();
    this.running = await start(this.folder, this.token);
  }

  closeClients(): void {
    for (const one of this.clients.splice(0)) one.close();
  }

  async close(): Promise<void> {
    this.closeClients();
    this.other.close();
    await this.running.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function start(store: string, token: string | undefined): Promise<Node> {
  return startNode({ store, env: token === undefined ? {} : { WRITING_CANVAS_TOKEN: token } });
}

function addressOf({ origin }: Node, token: string | undefined): string {
  return `${origin.replace(/^http/, "ws")}/ahp${token === undefined ? "" : `?tkn=${token}`}`;
}

export function activeAs(clientId: string, displayName: string) {
  return { type: "session/activeClientSet", activeClient: { clientId, displayName, tools: [] } };
}

export function nameIn(state: unknown, clientId: string): string | undefined {
  return (state as SessionState).activeClients.find((active) => active.clientId === clientId)?.displayName;
}

/** Whether all that a client did was answered. */
export function isSettled({ value, verifiedValue }: Subscription): boolean {
  return value === verifiedValue;
}

/** The answers to requests of a method, oldest first. */
export function answersTo({ line }: VscodeOnLine, method: string): readonly Frame[] {
  const ids = line.sent.filter((frame) => frame.method === method).map(({ id }) => id);
  const answers = framesIn(line.received).filter((frame) => !("method" in frame));
  return ids.flatMap((id) => answers.filter((answer) => answer.id === id));
}

/** The actions that came one by one, oldest first; without those of an answer. */
export function actionsIn({ line }: VscodeOnLine): readonly ActionEnvelope[] {
  const said = framesIn(line.received).filter(({ method }) => method === "action");
  return said.map(({ params }) => params as ActionEnvelope);
}

function framesIn(texts: readonly string[]): readonly Frame[] {
  return texts.map((text) => JSON.parse(text) as Frame);
}

/** It happens in no time, and often. */
const SOON = { interval: 2 };

/** The connection is gone, and the client knows it. */
export async function cut({ client, line }: VscodeOnLine): Promise<void> {
  line.cut();
  await expect.poll(() => client.connectionState, SOON).toBe("reconnecting");
}

export async function mend({ client, line }: VscodeOnLine, elsewhere?: string): Promise<void> {
  line.mend(elsewhere);
  await expect.poll(() => client.connectionState, SOON).toBe("connected");
}

/** As if it were another version of itself, which says these things when it introduces itself. */
export function saying(more: { readonly protocolVersions?: readonly string[]; readonly capabilities?: object }) {
  const rewrite: VscodeOptions["rewrite"] = (frame) =>
    frame.method === "initialize" ? { ...frame, params: { ...(frame.params as object), ...more } } : frame;
  return { rewrite };
}
