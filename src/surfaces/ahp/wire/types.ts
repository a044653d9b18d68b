/**
 * The Agent Host Protocol as far as this host and this client speak it: the base as it is released, and what proposal 297 adds
 * (canvases that agents open and clients show). Names are the protocol's own.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

/** At initialize. `canvas`: they show canvases, and may provide some. Everything of the proposal goes to those alone. */
export interface ClientCapabilities {
  readonly canvas?: CanvasCapability;
  readonly [other: string]: unknown;
}

export interface CanvasCapability {
  /** They reach this host's own web addresses: a canvas is loaded from there, not read over the channel. */
  readonly reachesHost?: boolean;
  readonly [other: string]: unknown;
}

export interface Implementation {
  readonly name: string;
  readonly version?: string;
  readonly title?: string;
}

export interface InitializeParams {
  readonly channel?: string;
  readonly protocolVersions: readonly string[];
  readonly clientId: string;
  readonly clientInfo?: Implementation | undefined;
  readonly initialSubscriptions?: readonly string[] | undefined;
  readonly capabilities?: ClientCapabilities | undefined;
  readonly _meta?: JsonObject | undefined;
}

/**
 * In the `_meta` of `initialize`, a text of this client's choice, another each time that its program starts: a host that knows it
 * does not do again what that run dispatched before, however often it is greeted.
 */
export const RUN = "writing-canvas/run";

export interface InitializeResult {
  readonly protocolVersion: string;
  readonly serverSeq: number;
  readonly serverInfo: Implementation;
  readonly snapshots: readonly Snapshot[];
  readonly _meta?: JsonObject;
}

export interface Snapshot {
  readonly resource: string;
  readonly state: unknown;
  readonly fromSeq: number;
}

/** The older form names channels, and says once what was seen last; the newer says it of each. */
export interface ReconnectParams {
  readonly clientId: string;
  readonly lastSeenServerSeq?: number | undefined;
  readonly subscriptions: readonly (string | { readonly channel: string; readonly lastSeenServerSeq: number })[];
}

export type ReconnectResult =
  | { readonly type: "replay"; readonly actions: readonly ActionEnvelope[]; readonly missing: readonly string[] }
  | { readonly type: "snapshot"; readonly snapshots: readonly Snapshot[] }
  | { readonly channels: readonly ReconnectedChannel[] };

export type ReconnectedChannel =
  | { readonly kind: "replay"; readonly channel: string; readonly actions: readonly ActionEnvelope[] }
  | { readonly kind: "snapshot"; readonly channel: string; readonly snapshot: Snapshot }
  | { readonly kind: "missing"; readonly channel: string };

export interface ActionOrigin {
  readonly clientId: string;
  readonly clientSeq: number;
}

export interface ActionEnvelope {
  readonly channel: string;
  readonly action: Action;
  readonly serverSeq: number;
  /** Whose dispatch it was; left out: the host's own. */
  readonly origin?: ActionOrigin;
  /** It was not done, for this reason. */
  readonly rejectionReason?: string;
}

export interface DispatchParams {
  readonly channel: string;
  readonly clientSeq: number;
  readonly action: Action;
}

/** Any action: one that is not known is left alone. */
export interface Action {
  readonly type: string;
  readonly [field: string]: unknown;
}

// The root, the session and its one chat.

export interface RootState {
  readonly agents: readonly {
    readonly provider: string;
    readonly displayName: string;
    readonly description: string;
    readonly models: readonly [];
  }[];
  readonly activeSessions: number;
}

export const IDLE = 1;

export interface SessionSummary {
  readonly resource: string;
  readonly provider: string;
  readonly title: string;
  readonly status: number;
  readonly createdAt: string;
  readonly modifiedAt: string;
}

export interface SessionState {
  readonly provider: string;
  readonly title: string;
  readonly status: number;
  readonly lifecycle: "ready";
  readonly activeClients: readonly SessionActiveClient[];
  readonly chats: readonly ChatSummary[];
  readonly defaultChat: string;
  /** Of the proposal: what an agent can open. */
  readonly canvases?: readonly SessionCanvasDeclaration[];
  /** Of the proposal: what is open. */
  readonly openCanvases?: readonly OpenCanvasRef[];
}

export interface ChatSummary {
  readonly resource: string;
  readonly title: string;
  readonly status: number;
  readonly modifiedAt: string;
  readonly interactivity: "read-only";
}

export interface ChatState extends ChatSummary {
  readonly turns: readonly [];
  /** Of the released protocol: the channels of what is open; left out: nothing is. */
  readonly canvases?: readonly { readonly resource: string }[];
}

export interface SessionActiveClient {
  readonly clientId: string;
  readonly displayName?: string | undefined;
  readonly tools?: readonly unknown[] | undefined;
  /** Of the proposal: the canvases that this client provides. */
  readonly canvasProviders?: readonly ClientCanvasDeclaration[] | undefined;
  readonly [other: string]: unknown;
}

// What proposal 297 adds.

export interface ClientCanvasDeclaration {
  readonly canvasId: string;
  readonly displayName: string;
  readonly description: string;
  /** JSON schemas are not looked into here. */
  readonly inputSchema?: JsonObject | undefined;
  readonly actions?: readonly SessionCanvasAction[] | undefined;
}

export interface SessionCanvasAction {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: JsonObject | undefined;
}

export interface SessionCanvasDeclaration extends ClientCanvasDeclaration {
  /** Whose it is: `client:<clientId>` of a client's. */
  readonly extensionId: string;
  readonly extensionName?: string | undefined;
  readonly source: CanvasProviderSource;
}

export type CanvasProviderSource = { readonly kind: "server" } | { readonly kind: "client"; readonly clientId: string };

export const AVAILABILITIES = ["ready", "stale"] as const;
/** "stale": whoever provides it is away, and there is nothing to load. */
export type CanvasAvailability = (typeof AVAILABILITIES)[number];

export interface OpenCanvasRef {
  readonly instanceId: string;
  readonly channel: string;
  readonly canvasId: string;
  readonly extensionId: string;
  readonly extensionName?: string | undefined;
  readonly title?: string | undefined;
  readonly availability: CanvasAvailability;
}

export interface CanvasState {
  readonly instanceId: string;
  readonly canvasId: string;
  readonly extensionId: string;
  readonly extensionName?: string | undefined;
  readonly displayName?: string | undefined;
  /** What it was opened with: it is opened again with the same when its provider is back. */
  readonly input?: JsonObject | undefined;
  readonly title?: string | undefined;
  readonly status?: string | undefined;
  /** Where it is loaded from: a web address, or `ahp-canvas-content:`, read over the channel. Left out while it is stale. */
  readonly url?: string | undefined;
  readonly availability: CanvasAvailability;
  readonly provider: CanvasProviderSource;
}

/** A canvas in the released protocol. The address is http or https, and left out where there is none. */
export interface ReleasedCanvasState {
  readonly instanceId: string;
  readonly extensionId: string;
  readonly canvasId: string;
  readonly title?: string;
  readonly status?: string;
  readonly url?: string;
}

/** Only what is there changes; null takes an optional value away. */
export interface CanvasUpdated {
  readonly type: "canvas/updated";
  readonly title?: string | null | undefined;
  readonly status?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly availability?: CanvasAvailability | undefined;
}

export interface CanvasOpenParams {
  /** The session's. */
  readonly channel: string;
  readonly canvasId: string;
  readonly extensionId: string;
  readonly instanceId: string;
  readonly input?: JsonObject | undefined;
}

export interface CanvasOpenResult {
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly status?: string | undefined;
}

export interface CanvasInvokeActionParams {
  readonly channel: string;
  readonly instanceId: string;
  readonly canvasId: string;
  readonly extensionId: string;
  readonly actionName: string;
  readonly input?: JsonObject | undefined;
}

export interface CanvasInvokeActionResult {
  readonly value?: unknown;
}

export interface CanvasCloseParams {
  readonly channel: string;
  readonly instanceId: string;
  readonly canvasId: string;
  readonly extensionId: string;
}

export interface CanvasReadResourceParams {
  /** The instance's. */
  readonly channel: string;
  readonly uri: string;
}

export interface CanvasReadResourceResult {
  readonly contents: readonly CanvasResourceContent[];
}

export interface CanvasResourceContent {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly text?: string | undefined;
  /** Base64. */
  readonly blob?: string | undefined;
}
