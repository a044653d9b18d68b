import type { LeftSave } from "../../protocol/left-save.ts";
import type { ModelTool, WidgetTool } from "../../protocol/names.ts";

/** What the widget knows of the program around it. Everything optional: hosts differ. */
export interface HostContext {
  readonly hostName?: string;
  readonly theme: "light" | "dark";
  readonly displayMode: "inline" | "fullscreen" | "pip";
  readonly displayModes: readonly ("inline" | "fullscreen" | "pip")[];
  readonly locale?: string;
  readonly touch: boolean;
  readonly safeArea: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  readonly container: {
    readonly height?: number;
    readonly maxHeight?: number;
    readonly width?: number;
    readonly maxWidth?: number;
  };
  /** CSS custom properties given by the host, by their names. */
  readonly styles: Readonly<Record<string, string>>;
  readonly fontCss?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
}

/**
 * "untried": the host has not said that it can. Many can all the same, so that the first wish is tried; a refusal is the no.
 */
export type Ability = "yes" | "untried" | "no";

/** What is asked of the host only where it says that it can, and what is tried. Both may become known later. */
export interface HostAbilities {
  readonly serverTools: Ability;
  readonly message: Ability;
  readonly modelContext: boolean;
  readonly openLinks: boolean;
  readonly download: boolean;
  readonly log: boolean;
}

export type HostSignal =
  | { readonly kind: "partial"; readonly tool: ModelTool; readonly args: Readonly<Record<string, unknown>> }
  | { readonly kind: "input"; readonly tool: ModelTool; readonly args: Readonly<Record<string, unknown>> }
  | { readonly kind: "result"; readonly result: ToolReply }
  | { readonly kind: "cancelled"; readonly reason?: string }
  | { readonly kind: "context"; readonly context: HostContext }
  | { readonly kind: "error"; readonly message: string };

export interface ToolReply {
  readonly isError: boolean;
  readonly text: string;
  readonly meta: unknown;
}

export type HostAnswer = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** The port to the host. No call throws: a refusal, a missing capability and a lost connection are values. */
export interface HostPort {
  readonly context: HostContext;
  readonly abilities: HostAbilities;
  subscribe(listener: (signal: HostSignal) => void): () => void;
  /** The person's widget is going away: the host waits until the callback is done. */
  onTeardown(callback: () => Promise<void>): void;
  /** As it came: `callTool` of call-tool.ts knows what each tool takes and answers. */
  callTool(
    tool: WidgetTool,
    args: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly ok: true; readonly reply: ToolReply } | { readonly ok: false; readonly why: string }>;
  /** Only where the host sends, when it goes, what it was last told here: all that would be lost by then. */
  holdSaves?(saves: readonly LeftSave[]): void;
  /** Only where the host prints the whole document itself. */
  print?(): void;
  updateModelContext(text: string): Promise<HostAnswer>;
  /** May take as long as a person takes: the host may be asking its own. */
  sendMessage(text: string): Promise<HostAnswer>;
  requestDisplayMode(mode: "inline" | "fullscreen"): Promise<"inline" | "fullscreen" | "pip">;
  openLink(url: string): Promise<HostAnswer>;
  download(file: { readonly name: string; readonly mimeType: string; readonly text: string }): Promise<HostAnswer>;
  log(level: "debug" | "info" | "warning" | "error", message: string): void;
}
