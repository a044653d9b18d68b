/**
 * A chat page made of others' parts: @mcp-ui/client's AppFrame over an ext-apps AppBridge, or its AppRenderer. It decides
 * nothing: every request of a widget goes to the test (`askHost`), and the test tells it what to send (`canvasHost`).
 */
import { AppFrame, type AppFrameProps, AppRenderer, type AppRendererProps } from "@mcp-ui/client";
import { AppBridge, type McpUiHostContext } from "@modelcontextprotocol/ext-apps/app-bridge";
import { type ReactNode, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import type { HostPage, HostRequest, MountConfig } from "./page-contract.ts";

type Params = Record<string, unknown>;

/** One widget on the page, and the ways to tell it something. */
interface Frame {
  readonly id: string;
  readonly mode: string;
  readonly drawn: ReactNode;
  readonly link: {
    partial(args: Params): Promise<void>;
    input(args: Params): Promise<void>;
    result(result: unknown): Promise<void>;
    cancel(reason: string): Promise<void>;
    context(change: Params): Promise<void>;
    teardown(): Promise<void>;
  };
}

declare global {
  interface Window {
    canvasHost: HostPage;
    askHost(id: string, request: HostRequest): Promise<unknown>;
  }
}

/** The frames on the page, as React wants to hear of them. */
class Frames {
  private all: readonly Frame[] = [];
  private readonly listeners = new Set<() => void>();
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly list = () => this.all;
  change(next: readonly Frame[]) {
    this.all = next;
    for (const listener of this.listeners) listener();
  }
  set(id: string, change: Partial<Pick<Frame, "mode" | "drawn">>) {
    this.change(this.all.map((frame) => (frame.id === id ? { ...frame, ...change } : frame)));
  }
  get(id: string): Frame {
    const found = this.all.find((frame) => frame.id === id);
    if (found === undefined) throw new Error(`There is no widget ${id} on the page`);
    return found;
  }
}

function Chat({ frames }: { readonly frames: Frames }) {
  const all = useSyncExternalStore(frames.subscribe, frames.list);
  return all.map(({ id, mode, drawn }) => (
    <section key={id} data-widget={id} data-mode={mode}>
      {drawn}
    </section>
  ));
}

const frames = new Frames();

function asking(id: string) {
  return async <T,>(kind: HostRequest["kind"], params: unknown) =>
    (await window.askHost(id, { kind, params } as HostRequest)) as T;
}

function sandboxOf({ sandbox, policy }: MountConfig): { readonly url: URL } {
  const url = new URL("/sandbox", location.href);
  url.searchParams.set("sandbox", sandbox);
  if (policy !== undefined) url.searchParams.set("policy", policy);
  return { url };
}

function makeBridge(id: string, config: MountConfig): AppBridge {
  const bridge = new AppBridge(null, config.hostInfo, config.capabilities, {
    hostContext: config.context as McpUiHostContext,
  });
  const ask = asking(id);
  const does = (name: string) => !config.lacks.includes(name);
  if (does("serverTools")) bridge.oncalltool = (params) => ask("tool", params);
  if (does("message")) bridge.onmessage = (params) => ask("message", params);
  if (does("updateModelContext")) bridge.onupdatemodelcontext = (params) => ask("context", params);
  if (does("openLinks")) bridge.onopenlink = (params) => ask("link", params);
  if (does("downloadFile")) bridge.ondownloadfile = (params) => ask("download", params);
  bridge.onloggingmessage = (params) => void ask("log", params);
  bridge.onrequestdisplaymode = async (params) => {
    const answer = await ask<{ mode: "inline" | "fullscreen" | "pip"; context: Params }>("mode", params);
    frames.set(id, { mode: answer.mode });
    await bridge.sendHostContextChange(answer.context);
    return { mode: answer.mode };
  };
  return bridge;
}

/** Settled when the widget has said that it is ready. */
function addFrame(id: string, config: MountConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    const bridge = makeBridge(id, config);
    const drawn = (
      <AppFrame
        html={config.html}
        sandbox={sandboxOf(config)}
        // The frame was typed against the bridge of the 1.x line; the two speak the same protocol.
        appBridge={bridge as unknown as AppFrameProps["appBridge"]}
        onInitialized={() => resolve()}
        onError={reject}
        onSizeChanged={(size) => void asking(id)("size", size)}
      />
    );
    const link: Frame["link"] = {
      partial: (args) => bridge.sendToolInputPartial({ arguments: args }),
      input: (args) => bridge.sendToolInput({ arguments: args }),
      result: (result) => bridge.sendToolResult(result as never),
      cancel: (reason) => bridge.sendToolCancelled({ reason }),
      context: async (change) => bridge.sendHostContextChange(change),
      teardown: async () => {
        await bridge.teardownResource({});
      },
    };
    frames.change([...frames.list(), { id, mode: String(config.context.displayMode), drawn, link }]);
  });
}

/** It makes its own bridge and is told everything by its properties; whoever writes it gives it handlers, and no capabilities. */
async function addRenderer(id: string, config: MountConfig): Promise<void> {
  const ask = asking(id);
  let isDrawn = (): void => {};
  const drawnOnce = new Promise<void>((done) => {
    isDrawn = done;
  });
  let props: AppRendererProps = {
    toolName: "write_canvas",
    html: config.html,
    sandbox: sandboxOf(config),
    hostInfo: config.hostInfo,
    onCallTool: (params) => ask("tool", params),
    onMessage: (params) => ask("message", params),
    onOpenLink: (params) => ask("link", params),
    onSizeChanged: (size) => {
      // It says in no other way that the widget is there, and loses what is sent before.
      isDrawn();
      void ask("size", size);
    },
    onError: (error) => console.error(error.message),
  };
  const draw = () => <AppRenderer {...props} />;
  const give = async (change: Partial<AppRendererProps>) => {
    props = { ...props, ...change };
    frames.set(id, { drawn: draw() });
    // What comes next would else take its place before it was drawn.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  };
  const link: Frame["link"] = {
    partial: (args) => give({ toolInputPartial: { arguments: args } }),
    input: (args) => give({ toolInput: args }),
    result: (result) => give({ toolResult: result as NonNullable<AppRendererProps["toolResult"]> }),
    cancel: () => give({ toolCancelled: true }),
    context: (change) => give({ hostContext: { ...props.hostContext, ...change } }),
    teardown: async () => {},
  };
  frames.change([...frames.list(), { id, mode: String(config.context.displayMode), drawn: draw(), link }]);
  await drawnOnce;
  // Given at once, it is sent before there is a connection, and the page has an error.
  await link.context({ ...config.context });
}

window.canvasHost = {
  mount: (id, config) => (config.renderer ? addRenderer(id, config) : addFrame(id, config)),
  partial: (id, args) => frames.get(id).link.partial(args),
  input: (id, args) => frames.get(id).link.input(args),
  result: (id, result) => frames.get(id).link.result(result),
  cancel: (id, reason) => frames.get(id).link.cancel(reason),
  context: async (id, change) => {
    const { link } = frames.get(id);
    if (typeof change.displayMode === "string") frames.set(id, { mode: change.displayMode });
    await link.context(change);
  },
  teardown: async (id) => {
    await frames.get(id).link.teardown();
    frames.change(frames.list().filter((one) => one.id !== id));
  },
  remove: (id) => frames.change(frames.list().filter((one) => one.id !== id)),
};

const place = document.getElementById("chat");
if (place === null) throw new Error("The page has no #chat to draw in");
createRoot(place).render(<Chat frames={frames} />);
