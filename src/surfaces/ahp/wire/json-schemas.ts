import { z } from "zod";
import * as schemas from "./schemas.ts";

/** What is said about canvases, each message and each part of one by its name in proposal 297 or in the released protocol. */
const NAMED = {
  InitializeParams: schemas.initializeParams,
  ReconnectParams: schemas.reconnectParams,
  DispatchActionParams: schemas.dispatchParams,
  SessionActiveClient: schemas.activeClient,
  ClientCanvasDeclaration: schemas.clientCanvasDeclaration,
  SessionCanvasDeclaration: schemas.canvasDeclaration,
  OpenCanvasRef: schemas.openCanvasRef,
  CanvasState: schemas.canvasState,
  SessionCanvasesChangedAction: schemas.canvasesChanged,
  SessionOpenCanvasesChangedAction: schemas.openCanvasesChanged,
  CanvasUpdatedAction: schemas.canvasUpdated,
  CanvasCloseRequestedAction: schemas.closeRequested,
  CanvasMessageAction: schemas.canvasMessage,
  CanvasOpenParams: schemas.canvasOpenParams,
  CanvasOpenResult: schemas.canvasOpenResult,
  CanvasInvokeActionParams: schemas.canvasInvokeActionParams,
  CanvasInvokeActionResult: schemas.canvasInvokeActionResult,
  CanvasCloseParams: schemas.canvasCloseParams,
  CanvasReadResourceParams: schemas.canvasReadResourceParams,
  CanvasReadResourceResult: schemas.canvasReadResourceResult,
  ReleasedCanvasState: schemas.releasedCanvasState,
  ChatCanvasesChangedAction: schemas.chatCanvasesChanged,
  CanvasStateChangedAction: schemas.canvasStateChanged,
} as const;

export type SchemaName = keyof typeof NAMED;

/** One JSON schema with all of them in `$defs`. */
export function jsonSchemas(): Readonly<Record<string, unknown>> {
  const defs = Object.entries(NAMED).map(([name, schema]) => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", target: "draft-2020-12" });
    return [name, rest];
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Canvases in the Agent Host Protocol, as Writing Canvas speaks it (implements proposal 297)",
    $defs: Object.fromEntries(defs),
  };
}
