import { CANVAS_CODES, canvasFailure, failure, isObject, RPC, RpcFailure } from "../wire/json-rpc.ts";
import type { CanvasOpenResult, ClientCanvasDeclaration, JsonObject } from "../wire/types.ts";
import { wordsOf } from "./client-error.ts";

/** A canvas that this client provides to everybody in the session. */
export interface ProvidedCanvas extends ClientCanvasDeclaration {
  /** Opens an instance, or opens it again after this client was away: then with the input of the first time. */
  open(asked: AskedInstance & { readonly input: JsonObject | undefined }): CanvasOpenResult | Promise<CanvasOpenResult>;
  /** Only for actions that it declares. What it returns is the action's value. */
  invoke?(asked: AskedInstance & { readonly actionName: string; readonly input: JsonObject | undefined }): unknown;
  close?(asked: AskedInstance): void | Promise<void>;
}

export interface AskedInstance {
  /** The session's channel. */
  readonly channel: string;
  readonly canvasId: string;
  readonly instanceId: string;
}

/** Throw it in a handler: the agent is told the code and the message. Any other error has the code `canvas_provider_failed`. */
export class CanvasProviderError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "CanvasProviderError";
  }
}

/** As it is told to the host: what is declared, without what does it. */
export function declarationsOf(provides: readonly ProvidedCanvas[]): readonly ClientCanvasDeclaration[] {
  return provides.map(({ canvasId, displayName, description, inputSchema, actions }) => ({
    canvasId,
    displayName,
    description,
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(actions === undefined ? {} : { actions }),
  }));
}

/** What the host asks of whoever provides canvases, answered. Rejects with an `RpcFailure`, whatever goes wrong. */
export async function answerAsProvider(
  provides: readonly ProvidedCanvas[],
  method: string,
  params: unknown,
): Promise<unknown> {
  if (method !== "canvasOpen" && method !== "canvasInvokeAction" && method !== "canvasClose")
    throw failure(RPC.methodNotFound, "This client does not know that method.");
  const asked = readAsked(params);
  const canvas = provides.find(({ canvasId }) => canvasId === asked.canvasId);
  if (canvas === undefined)
    throw canvasFailure(CANVAS_CODES.unknownCanvas, "This client does not provide that canvas.");
  const { channel, canvasId, instanceId, input, actionName } = asked;
  const instance = { channel, canvasId, instanceId };
  try {
    switch (method) {
      case "canvasOpen":
        return await canvas.open({ ...instance, input });
      case "canvasInvokeAction": {
        const isDeclared = canvas.actions?.some(({ name }) => name === actionName) ?? false;
        if (!isDeclared || canvas.invoke === undefined || actionName === undefined)
          throw canvasFailure(CANVAS_CODES.noHandler, "This canvas has no such action.");
        const value = await canvas.invoke({ ...instance, actionName, input });
        return value === undefined ? {} : { value };
      }
      case "canvasClose":
        await canvas.close?.(instance);
        return null;
    }
  } catch (error) {
    if (error instanceof RpcFailure) throw error;
    const code = error instanceof CanvasProviderError ? error.code : "canvas_provider_failed";
    throw canvasFailure(code, wordsOf(error));
  }
}

function readAsked(params: unknown) {
  const { channel, canvasId, instanceId, actionName, input } = isObject(params) ? params : {};
  if (typeof channel !== "string" || typeof canvasId !== "string" || typeof instanceId !== "string")
    throw failure(RPC.invalidParams, "A canvas is asked for by channel, canvasId and instanceId.");
  if (input !== undefined && !isObject(input)) throw failure(RPC.invalidParams, "The input is an object.");
  return { channel, canvasId, instanceId, input, actionName: typeof actionName === "string" ? actionName : undefined };
}
