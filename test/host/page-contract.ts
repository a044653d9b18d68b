/** What the test's node process and the host page say to each other. Values only: it crosses into the browser. */

export type DisplayMode = "inline" | "fullscreen" | "pip";

interface Blocks {
  readonly content?: readonly { readonly text?: string }[];
}

/** What a widget asks of its host, as MCP Apps has it. */
export type HostRequest =
  | { readonly kind: "tool"; readonly params: { readonly name: string; readonly arguments?: Record<string, unknown> } }
  | { readonly kind: "message"; readonly params: Blocks }
  | { readonly kind: "context"; readonly params: Blocks }
  | { readonly kind: "link"; readonly params: { readonly url: string } }
  | {
      readonly kind: "download";
      readonly params: {
        readonly contents: readonly { readonly resource?: { readonly uri: string; readonly text?: string } }[];
      };
    }
  | { readonly kind: "mode"; readonly params: { readonly mode: DisplayMode } }
  | { readonly kind: "size"; readonly params: { readonly height?: number; readonly width?: number } }
  | { readonly kind: "log"; readonly params: unknown };

export interface MountConfig {
  readonly html: string;
  /** The sandbox attribute of the frame that holds the widget. */
  readonly sandbox: string;
  /** "none": the host sets no policy at all on what it shows. */
  readonly policy?: "none";
  readonly hostInfo: { readonly name: string; readonly version: string };
  readonly capabilities: Readonly<Record<string, Record<string, never> | Record<string, Record<string, never>>>>;
  /** What it answers with "no such method". */
  readonly lacks: readonly string[];
  /** @mcp-ui/client's AppRenderer, which says nothing of what it can, in the place of its AppFrame. */
  readonly renderer: boolean;
  readonly context: Readonly<Record<string, unknown>>;
}

export interface HostPage {
  /** Settles when the widget has said that it is ready. */
  mount(id: string, config: MountConfig): Promise<void>;
  partial(id: string, args: Record<string, unknown>): Promise<void>;
  input(id: string, args: Record<string, unknown>): Promise<void>;
  result(id: string, result: unknown): Promise<void>;
  cancel(id: string, reason: string): Promise<void>;
  context(id: string, change: Record<string, unknown>): Promise<void>;
  /** Asks the widget to finish, waits for its answer, takes it away. */
  teardown(id: string): Promise<void>;
  /** Takes it away without asking, as a host that was killed does. */
  remove(id: string): void;
}
