import { z } from "zod";
import { AVAILABILITIES, RUN } from "./types.ts";

/** What is asked of what comes over the wire. Fields that nobody knows are let through: a newer peer may say more. */

const uri = z.string().min(1).max(2_048);
const name = z.string().min(1).max(200);
/** In characters: what is kept of a client is told to everybody who shows it. */
export const LONGEST_KEPT = 256 * 1024;
/** A title, or a status. */
const words = z.string().max(1_000);
const json = z.record(z.string(), z.unknown());
/** Chosen by whoever opens it; it stands in addresses. */
const instanceId = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/, "1 to 128 letters, digits, dots, dashes or underscores");
const clientId = z.string().min(1).max(200);
const seq = z.int().min(0);
const MOST = 200;

const capabilities = z.looseObject({ canvas: z.looseObject({ reachesHost: z.boolean().optional() }).optional() });

export const initializeParams = z.looseObject({
  protocolVersions: z.array(z.string()).min(1).max(MOST),
  clientId,
  clientInfo: z.looseObject({ name: z.string(), version: z.string().optional() }).optional(),
  initialSubscriptions: z.array(uri).max(MOST).optional(),
  capabilities: capabilities.optional(),
  _meta: z.looseObject({ [RUN]: z.string().max(200).optional() }).optional(),
});

export const reconnectParams = z.looseObject({
  clientId,
  lastSeenServerSeq: seq.optional(),
  subscriptions: z.array(z.union([uri, z.looseObject({ channel: uri, lastSeenServerSeq: seq })])).max(1_000),
});

export const channelParams = z.looseObject({ channel: uri });

export const action = z.looseObject({ type: z.string().min(1).max(200) });

export const dispatchParams = z.looseObject({ channel: uri, clientSeq: seq, action });

const canvasAction = z.looseObject({
  name,
  description: z.string().optional(),
  inputSchema: json.optional(),
});

export const clientCanvasDeclaration = z.looseObject({
  canvasId: name,
  displayName: z.string().min(1),
  description: z.string(),
  inputSchema: json.optional(),
  actions: z.array(canvasAction).max(MOST).optional(),
});

export const activeClient = z.looseObject({
  clientId,
  displayName: z.string().optional(),
  tools: z.array(z.unknown()).optional(),
  canvasProviders: z.array(clientCanvasDeclaration).max(MOST).optional(),
});

const availability = z.enum(AVAILABILITIES);
const source = z.union([z.object({ kind: z.literal("server") }), z.object({ kind: z.literal("client"), clientId })]);

export const canvasDeclaration = clientCanvasDeclaration.extend({
  extensionId: z.string(),
  extensionName: z.string().optional(),
  source,
});

export const openCanvasRef = z.looseObject({
  instanceId,
  channel: uri,
  canvasId: name,
  extensionId: z.string(),
  extensionName: z.string().optional(),
  title: z.string().optional(),
  availability,
});

export const canvasState = z.looseObject({
  instanceId,
  canvasId: name,
  extensionId: z.string(),
  extensionName: z.string().optional(),
  displayName: z.string().optional(),
  input: json.optional(),
  title: z.string().optional(),
  status: z.string().optional(),
  url: z.string().optional(),
  availability,
  provider: source,
});

export const releasedCanvasState = z.looseObject({
  instanceId,
  extensionId: z.string(),
  canvasId: name,
  title: z.string().optional(),
  status: z.string().optional(),
  url: z.string().optional(),
});

/** Null takes an optional value away; a canvas always is the one or the other, so there is no null for `availability`. */
export const canvasUpdated = z.looseObject({
  type: z.literal("canvas/updated"),
  title: z.string().nullable().optional(),
  status: z.string().nullable().optional(),
  url: z.string().nullable().optional(),
  availability: availability.optional(),
});

export const closeRequested = z.looseObject({ type: z.literal("canvas/closeRequested") });
/** The payload is between whoever shows a canvas and whoever provides it; of a Writing Canvas: a message of MCP Apps. */
export const canvasMessage = z.looseObject({ type: z.literal("canvas/message"), payload: z.unknown() });
export const canvasesChanged = z.looseObject({
  type: z.literal("session/canvasesChanged"),
  canvases: z.array(canvasDeclaration),
});
export const openCanvasesChanged = z.looseObject({
  type: z.literal("session/openCanvasesChanged"),
  openCanvases: z.array(openCanvasRef),
});
export const chatCanvasesChanged = z.looseObject({
  type: z.literal("chat/canvasesChanged"),
  canvases: z.array(z.looseObject({ resource: uri })).optional(),
});
export const canvasStateChanged = z.looseObject({
  type: z.literal("canvas/stateChanged"),
  canvas: releasedCanvasState,
});

const target = { channel: uri, canvasId: name, extensionId: z.string(), instanceId };
export const canvasOpenParams = z.looseObject({ ...target, input: json.optional() });
export const canvasOpenResult = z.looseObject({
  // It may be a whole document: `data:` is one of the schemes.
  url: z.string().max(LONGEST_KEPT).optional(),
  title: words.optional(),
  status: words.optional(),
});
export const canvasInvokeActionParams = z.looseObject({ ...target, actionName: name, input: json.optional() });
export const canvasInvokeActionResult = z.looseObject({ value: z.unknown().optional() });
export const canvasCloseParams = z.looseObject(target);
export const canvasReadResourceParams = z.looseObject({ channel: uri, uri: z.string().max(8_192) });
export const canvasReadResourceResult = z.looseObject({
  contents: z.array(
    z.looseObject({
      uri: z.string(),
      mimeType: z.string().optional(),
      text: z.string().optional(),
      blob: z.string().optional(),
    }),
  ),
});

/** Whether it is short enough to be kept, and can be written down at all: what is nested too deeply cannot. */
export function isShort(value: unknown): boolean {
  try {
    return (JSON.stringify(value) ?? "").length <= LONGEST_KEPT;
  } catch {
    return false;
  }
}
