import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

/** VS Code's own code, as far as it is used here, with its own names. */
export interface Vscode {
  readonly AgentHostProtocolClient: new (
    identity: string,
    transport: () => unknown,
    options: {
      readonly clientInfo?: { readonly name: string; readonly version: string };
      readonly reconnectPolicy: ReconnectPolicy;
      readonly loadEstimator: { hasHighLoad(): boolean };
    },
    ...services: readonly unknown[]
  ) => AgentHostProtocolClient;
  readonly Emitter: new <T>() => Emitter<T>;
  readonly URI: { parse(text: string): Uri };
  readonly StateComponents: { readonly Session: number; readonly Chat: number };
  readonly rootReducer: VscodeReducer;
  readonly sessionReducer: VscodeReducer;
  readonly chatReducer: VscodeReducer;
  readonly SUPPORTED_PROTOCOL_VERSIONS: readonly string[];
  readonly ACTION_INTRODUCED_IN: Readonly<Record<string, string>>;
}

export interface AgentHostProtocolClient {
  readonly clientId: string;
  readonly connectionState: "connecting" | "incompatible" | "connected" | "reconnecting" | "closed";
  readonly initializeResult: { get(): { readonly protocolVersion: string; readonly serverInfo?: unknown } | undefined };
  readonly rootState: Subscription;
  readonly onDidAction: Listen<{
    readonly channel: string;
    readonly serverSeq: number;
    readonly rejectionReason?: string;
  }>;
  connect(): Promise<void>;
  ping(): Promise<void>;
  listSessions(): Promise<readonly ListedSession[]>;
  getSubscription(kind: number, resource: Uri, owner: string): { readonly object: Subscription; dispose(): void };
  dispatch(channel: string, action: { readonly type: string; readonly [field: string]: unknown }): void;
  dispose(): void;
}

/** `value`: with what the client itself has done and not yet been answered; `verifiedValue`: as the host has said it. */
export interface Subscription {
  readonly value: unknown;
  readonly verifiedValue: unknown;
  readonly onDidChange: Listen<unknown>;
  readonly onDidError: Listen<Error>;
}

export interface ListedSession {
  readonly session: Uri;
  readonly startTime: number;
  readonly modifiedTime: number;
  readonly summary: string;
  readonly status: number;
}

export interface ReconnectPolicy {
  readonly autoRestore: boolean;
  readonly initialDelayMs: number;
  readonly maxDelayMs: number;
  readonly maxAttempts: number;
}

export type VscodeReducer = (state: unknown, action: unknown, log: (message: string) => void) => unknown;
export type Listen<T> = (hear: (event: T) => void) => { dispose(): void };

export interface Emitter<T> {
  readonly event: Listen<T>;
  fire(event: T): void;
  dispose(): void;
}

export interface Uri {
  readonly scheme: string;
  toString(): string;
}

const PACKAGE = "@codingame/monaco-vscode-api/vscode/vs";
const HOST = `${PACKAGE}/platform/agentHost`;
const STATE = `${HOST}/common/state`;
const ENTRY = `
export { AgentHostProtocolClient } from "${HOST}/browser/agentHostProtocolClient";
export { Emitter } from "${PACKAGE}/base/common/event";
export { URI } from "${PACKAGE}/base/common/uri";
export { StateComponents } from "${STATE}/sessionState";
export { rootReducer } from "${STATE}/protocol/channels-root/reducer";
export { sessionReducer } from "${STATE}/protocol/channels-session/reducer";
export { chatReducer } from "${STATE}/protocol/channels-chat/reducer";
export { SUPPORTED_PROTOCOL_VERSIONS, ACTION_INTRODUCED_IN } from "${STATE}/protocol/version/registry";
`;
/** What a window would be drawn with. */
const NOT_CODE = [".css", ".svg", ".png", ".ttf", ".html", ".wasm", ".mp3"];

let loaded: Promise<Vscode> | undefined;

/** VS Code's code for browsers, bundled for Node; once for all tests of a file. */
export function loadVscode(): Promise<Vscode> {
  loaded ??= bundle();
  return loaded;
}

async function bundle(): Promise<Vscode> {
  const folder = await mkdtemp(join(tmpdir(), "canvas-vscode-"));
  try {
    const outfile = join(folder, "vscode.cjs");
    await build({
      stdin: { contents: ENTRY, resolveDir: import.meta.dirname },
      outfile,
      bundle: true,
      format: "cjs",
      platform: "node",
      loader: Object.fromEntries(NOT_CODE.map((ending) => [ending, "empty"])),
      logLevel: "error",
    });
    return createRequire(import.meta.url)(outfile) as Vscode;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
