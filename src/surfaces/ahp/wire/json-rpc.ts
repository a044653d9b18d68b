/** JSON-RPC 2.0 as the Agent Host Protocol speaks it: one message a frame, no batches. */

export type RequestId = number | string;

export interface RpcRequest {
  readonly kind: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: unknown;
}

export interface RpcNotification {
  readonly kind: "notification";
  readonly method: string;
  readonly params: unknown;
}

export type RpcAnswer =
  | { readonly kind: "result"; readonly id: RequestId; readonly result: unknown }
  | { readonly kind: "error"; readonly id: RequestId | null; readonly error: RpcError };

export type RpcMessage = RpcRequest | RpcNotification | RpcAnswer;

/** Whoever reads one matches `data.code`, where there is one: the numbers of what is not released yet may still change. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  sessionNotFound: -32001,
  providerNotFound: -32002,
  unsupportedVersion: -32005,
  notFound: -32008,
  permissionDenied: -32009,
  canvasProvider: -32012,
} as const;

/** `data.code` of what goes wrong with a canvas. Providers have codes of their own beside them. */
export const CANVAS_CODES = {
  noHandler: "canvas_action_no_handler",
  unavailable: "canvas_provider_unavailable",
  timeout: "canvas_provider_timeout",
  unknownCanvas: "canvas_unknown",
  unknownInstance: "canvas_instance_unknown",
  notYours: "canvas_not_your_provider",
  notRendered: "canvas_not_rendered",
  badAddress: "canvas_content_address_invalid",
  noContent: "canvas_content_not_found",
  badInput: "canvas_input_invalid",
  tooMany: "canvas_too_many_open",
} as const;

/** What a frame says; an error when that is no message. */
export function parseMessage(text: string): RpcMessage | { readonly kind: "unreadable"; readonly error: RpcError } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unreadable(RPC.parseError, "This is no JSON.");
  }
  if (!isObject(value) || value.jsonrpc !== "2.0") return unreadable(RPC.invalidRequest, "This is no JSON-RPC 2.0.");
  const { id, method, params, result, error } = value;
  if (typeof method === "string") {
    if (!("id" in value)) return { kind: "notification", method, params };
    if (isId(id)) return { kind: "request", id, method, params };
    return unreadable(RPC.invalidRequest, "A request's id is a number or a text.");
  }
  if (isObject(error) && typeof error.code === "number" && typeof error.message === "string") {
    const { code, message, data } = error;
    return {
      kind: "error",
      id: isId(id) ? id : null,
      error: { code, message, ...(data === undefined ? {} : { data }) },
    };
  }
  if (isId(id) && "result" in value) return { kind: "result", id, result };
  return unreadable(RPC.invalidRequest, "This is neither a request nor an answer.");
}

export function writeMessage(message: RpcMessage): string {
  switch (message.kind) {
    case "request":
      return JSON.stringify({ jsonrpc: "2.0", id: message.id, method: message.method, params: message.params });
    case "notification":
      return JSON.stringify({ jsonrpc: "2.0", method: message.method, params: message.params });
    case "result":
      return JSON.stringify({ jsonrpc: "2.0", id: message.id, result: message.result ?? null });
    case "error":
      return JSON.stringify({ jsonrpc: "2.0", id: message.id, error: message.error });
  }
}

/** An error that a request is answered with. */
export class RpcFailure extends Error {
  constructor(readonly error: RpcError) {
    super(error.message);
    this.name = "RpcFailure";
  }
}

export function failure(code: number, message: string, data?: unknown): RpcFailure {
  return new RpcFailure({ code, message, ...(data === undefined ? {} : { data }) });
}

/** Something about a canvas: the number may change, `data.code` says what it is. */
export function canvasFailure(code: string, message: string, number: number = RPC.canvasProvider): RpcFailure {
  return failure(number, message, { code, message });
}

/** `data.code` of an error, whatever its number. */
export function codeOf(error: RpcError): string | undefined {
  return isObject(error.data) && typeof error.data.code === "string" ? error.data.code : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(id: unknown): id is RequestId {
  return typeof id === "string" || typeof id === "number";
}

function unreadable(code: number, message: string) {
  return { kind: "unreadable", error: { code, message } } as const;
}
