import type { Identity } from "../../../server/access/identity.ts";
import type { CanvasResourceContent, ClientCanvasDeclaration, JsonObject } from "../wire/types.ts";

/** Who provides canvases from inside this process: asked directly, where a client's would be asked over the wire. */
export interface OwnProvider {
  readonly extensionId: string;
  readonly extensionName: string;
  readonly declarations: readonly ClientCanvasDeclaration[];
  /** Opens an instance, or opens it again. What is refused is thrown as an `RpcFailure`. */
  open(asked: {
    readonly canvasId: string;
    readonly instanceId: string;
    readonly input: JsonObject | undefined;
  }): Promise<OpenedOwn>;
  invoke(instanceId: string, actionName: string, input: JsonObject | undefined): Promise<unknown>;
  close(instanceId: string): Promise<void>;
  /** What an instance is shown with; null: there is nothing by this path. */
  read(instanceId: string, path: readonly string[]): Promise<Omit<CanvasResourceContent, "uri"> | null>;
  /** Where this client loads the instance from, good for its next visit; null: there is no page. */
  addressFor(instanceId: string, clientId: string): Promise<string | null>;
  /** What a client's view of an instance says. `say` answers that view, now and later. */
  hear(instanceId: string, view: View, payload: unknown): void;
  /** That client shows the instance no more: what it had not saved yet is saved now. */
  leave(instanceId: string, clientId: string): Promise<void>;
  /** Some of what was said to that client's view did not arrive, and cannot be said again. */
  missed(instanceId: string, clientId: string): Promise<void>;
  /** Its connection is away for a while. What it had not saved yet is saved now; it may go on. */
  away(instanceId: string, clientId: string): Promise<void>;
}

export interface OpenedOwn {
  readonly title: string;
  readonly status: string;
  /** The document to begin with, below the instance. */
  readonly entry: readonly string[];
  /** What this opening has of its own: the same in another process, and another once it was closed. Its channel is named by it. */
  readonly opening: string;
}

export interface View {
  readonly clientId: string;
  /** Who shows it, where the server knows its people. */
  readonly identity: Identity | undefined;
  readonly say: (payload: unknown) => void;
}
