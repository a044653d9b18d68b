/**
 * A chat page made of others' parts: @mcp-ui/client's AppFrame over an ext-apps AppBridge. It decides nothing: every
 * request of a widget goes to the test (`askHost`), and the test tells it what to send (`canvasHost`).
 */
import { AppFrame, type AppFrameProps } from "@mcp-ui/client";
import { AppBridge, type McpUiHostContext } from "@modelcontextprotocol/ext-apps/app-bridge";
import { useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import type { HostPage, HostRequest, MountConfig } from "./page-contract.ts";

type Params = Record<string, unknown>;

interface Frame {
  readonly id: string;
  readonly html: string;
  readonly sandbox: { readonly url: URL };
  readonly bridge: AppBridge;
  readonly initialized: () => void;
  readonly failed: (error: Error) => void;
  mode: string;
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
  get(id: string): Frame {
    const found = this.all.find((frame) => frame.id === id);
    if (found === undefined) throw new Error(`There is no widget ${id} on the page`);
    return found;
  }
}

function Chat({ frames }: { readonly frames: Frames }) {
  const all = useSyncExternalStore(frames.subscribe, frames.list);
  return all.map((frame) => (
    <section key={frame.id} data-widget={frame.id} data-mode={frame.mode}>
      <AppFrame
        html={frame.html}
        sandbox={frame.sandbox}
        // The frame was typed against the bridge of the 1.x line; the two speak the same protocol.
        appBridge={frame.bridge as unknown as AppFrameProps["appBridge"]}
        onInitialized={frame.initialized}
        onError={frame.failed}
        onSizeChanged={(size) => void window.askHost(frame.id, { kind: "size", params: size } as HostRequest)}
      />
    </section>
  ));
}

function makeBridge(id: string, config: MountConfig, onMode: (mode: string) => void): AppBridge {
  const bridge = new AppBridge(null, config.hostInfo, config.capabilities, {
    hostContext: config.context as McpUiHostContext,
  });
  const ask = async <T,>(kind: HostRequest["kind"], params: unknown) =>
    (await window.askHost(id, { kind, params } as HostRequest)) as T;
  bridge.oncalltool = (params) => ask("tool", params);
  bridge.onmessage = (params) => ask("message", params);
  bridge.onupdatemodelcontext = (params) => ask("context", params);
  bridge.onopenlink = (params) => ask("link", params);
  bridge.ondownloadfile = (params) => ask("download", params);
  bridge.onloggingmessage = (params) => void ask("log", params);
  bridge.onrequestdisplaymode = async (params) => {
    const answer = await ask<{ mode: "inline" | "fullscreen" | "pip"; context: Params }>("mode", params);
    onMode(answer.mode);
    await bridge.sendHostContextChange(answer.context);
    return { mode: answer.mode };
  };
  return bridge;
}

const frames = new Frames();
window.canvasHost = {
  mount: (id, config) =>
    new Promise((resolve, reject) => {
      const url = new URL("/sandbox", location.href);
      url.searchParams.set("sandbox", config.sandbox);
      const setMode = (mode: string) =>
        frames.change(frames.list().map((one) => (one.id === id ? { ...one, mode } : one)));
      const bridge = makeBridge(id, config, setMode);
      const frame = { id, html: config.html, sandbox: { url }, bridge, mode: String(config.context.displayMode) };
      frames.change([...frames.list(), { ...frame, initialized: resolve, failed: reject }]);
    }),
  partial: (id, args) => frames.get(id).bridge.sendToolInputPartial({ arguments: args }),
  input: (id, args) => frames.get(id).bridge.sendToolInput({ arguments: args }),
  result: (id, result) => frames.get(id).bridge.sendToolResult(result as never),
  cancel: (id, reason) => frames.get(id).bridge.sendToolCancelled({ reason }),
  context: async (id, change) => {
    const frame = frames.get(id);
    if (typeof change.displayMode === "string")
      frames.change(frames.list().map((one) => (one.id === id ? { ...one, mode: String(change.displayMode) } : one)));
    await frame.bridge.sendHostContextChange(change);
  },
  teardown: async (id) => {
    await frames.get(id).bridge.teardownResource({});
    frames.change(frames.list().filter((one) => one.id !== id));
  },
  remove: (id) => frames.change(frames.list().filter((one) => one.id !== id)),
};

const place = document.getElementById("chat");
if (place === null) throw new Error("The page has no #chat to draw in");
createRoot(place).render(<Chat frames={frames} />);
