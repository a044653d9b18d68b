import { type Abilities, createFakeHost, type FakeHost } from "../host/fake-host.ts";
import { createFakeServer, type FakeServer } from "../host/fake-server.ts";
import type { HostContext } from "../host/host-port.ts";
import { createBrowserCache } from "./browser-cache.ts";
import { allSettled, createFakeClock, type FakeClock } from "./fake-clock.ts";
import { createKeptUndo } from "./kept-undo.ts";
import type { Liveness } from "./liveness.ts";
import { startWidget, type WidgetActions } from "./start-widget.ts";
import type { Ready, WidgetState } from "./state.ts";
import { createStore, type Store } from "./store.ts";
import { memoryStorage, type TextStorage } from "./text-storage.ts";

/** A widget in a fake host before a fake server, for tests. */
export interface WidgetRig {
  readonly store: Store;
  readonly host: FakeHost;
  readonly server: FakeServer;
  readonly clock: FakeClock;
  readonly storage: TextStorage;
  readonly actions: WidgetActions;
  canvas(): WidgetState;
  ready(): Ready;
  /** The model writes this, streamed in pieces, and the server answers. */
  write(content: string): Promise<void>;
  /** The host shows an old call again, as it does on reload. */
  replay(content: string, result: ReturnType<FakeServer["write"]>): Promise<void>;
  /** The saves that reached the host, as they were sent, and the text that each makes. */
  saves(): readonly Readonly<Record<string, unknown>>[];
  stop(): void;
}

export function openWidget(
  options: {
    readonly server?: FakeServer;
    readonly storage?: TextStorage;
    readonly clock?: FakeClock;
    readonly widgetId?: string;
    readonly liveness?: Liveness;
    readonly abilities?: Partial<Abilities>;
    readonly hides?: readonly ("serverTools" | "message")[];
    readonly context?: Partial<HostContext>;
    readonly holds?: boolean;
    /** Up to so many characters the browser keeps texts whole each time. */
    readonly shortText?: number;
  } = {},
): WidgetRig {
  const server = options.server ?? createFakeServer();
  const storage = options.storage ?? { ...memoryStorage(), kind: "browser" };
  const clock = options.clock ?? createFakeClock();
  const widgetId = options.widgetId ?? "widget-1";
  const host = createFakeHost({
    answer: server.answer,
    ...(options.abilities ? { abilities: options.abilities } : {}),
    ...(options.hides ? { hides: options.hides } : {}),
    ...(options.context ? { context: options.context } : {}),
    ...(options.holds ? { holds: true } : {}),
  });
  const store = createStore();
  const { actions, stop } = startWidget({
    store,
    host,
    clock,
    cache: createBrowserCache(storage, options.shortText),
    keptUndo: createKeptUndo(storage, clock),
    widgetId,
    liveness: options.liveness ?? { isAlive: async () => null },
    newKey: () => crypto.randomUUID(),
  });
  const texts = new Map<unknown, string>();
  store.subscribe(() => {
    const { canvas } = store.state();
    const outgoing = canvas.phase === "ready" ? canvas.outgoing : null;
    if (outgoing !== null && outgoing.content !== null) texts.set(outgoing.saveKey, outgoing.content);
  });
  const withText = (args: Readonly<Record<string, unknown>>) => {
    const content = texts.get(args.save_key);
    return args.changes === undefined || content === undefined ? args : { ...args, content };
  };
  const rig: WidgetRig = {
    store,
    host,
    server,
    clock,
    storage,
    actions,
    stop,
    canvas: () => store.state().canvas,
    ready() {
      const canvas = store.state().canvas;
      if (canvas.phase !== "ready") throw new Error(`The widget is ${canvas.phase}, not ready`);
      return canvas;
    },
    async write(content) {
      for (const share of [1 / 3, 2 / 3])
        host.tell({
          kind: "partial",
          tool: "write_canvas",
          args: { content: content.slice(0, content.length * share) },
        });
      await rig.replay(content, server.write(content));
    },
    async replay(content, result) {
      host.tell({ kind: "input", tool: "write_canvas", args: { content } });
      host.tell({ kind: "result", result });
      await allSettled();
    },
    saves: () => host.calls.filter((call) => call.tool === "save_canvas").map((call) => withText(call.args)),
  };
  return rig;
}
