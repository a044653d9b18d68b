import type { Answerer, Asking } from "./ask-leader.ts";
import type { LeaderRecord } from "./leader-record.ts";
import type { LeaderEnd } from "./leader-route.ts";
import type { PageManagerPorts } from "./manager-ports.ts";

interface Listener {
  readonly kind: "leader" | "foreign" | "silent";
  readonly storeId: string;
  readonly version: string;
  readonly watchers: Set<(end: LeaderEnd) => void>;
  readonly onYield?: () => void;
}

/** For tests: a machine with ports, one data folder and a clock that stands still until it is moved. */
export class FakeMachine {
  readonly listening = new Map<number, Listener>();
  record: LeaderRecord | null = null;
  readonly lines: string[] = [];
  readonly endedPanels: string[] = [];
  asked = 0;
  #now = 0;
  #timers: { readonly at: number; readonly act: () => void }[] = [];

  occupy(port: number, kind: "foreign" | "silent"): void {
    this.listening.set(port, { kind, storeId: "", version: "", watchers: new Set() });
  }

  /** The process that listens there ends, and whoever watched it learns of it. */
  free(port: number, end: LeaderEnd = "gone"): void {
    const listener = this.listening.get(port);
    this.listening.delete(port);
    for (const tell of listener?.watchers ?? []) tell(end);
  }

  /** Lets everything that can happen now happen. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
  }

  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      await this.settle();
      const next = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = next.at;
      next.act();
    }
    this.#now = until;
  }

  after = (ms: number, act: () => void): (() => void) => {
    const timer = { at: this.#now + ms, act };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  ports(process: { pid?: number; storeId?: string; version?: string; firstPort?: number } = {}): PageManagerPorts {
    const { pid = 1, storeId = "store", version = "1.2.0", firstPort = 3001 } = process;
    return {
      storeId,
      version,
      pid,
      firstPort,
      startPage: async ({ port: asked, sandboxPort, onYield }) => {
        const port = asked === 0 ? 40_000 + this.listening.size : asked;
        await Promise.resolve();
        if (this.listening.has(port)) return { ok: false, reason: "taken" };
        this.listening.set(port, { kind: "leader", storeId, version, watchers: new Set(), onYield });
        return {
          ok: true,
          page: {
            origin: `http://127.0.0.1:${port}`,
            port,
            sandboxPort: sandboxPort ?? port + 1,
            close: async (end) => this.free(port, end),
          },
        };
      },
      originAt: (port) => `http://127.0.0.1:${port}`,
      ask: (asking) => this.#ask(asking),
      readRecord: async () => this.record,
      writeRecord: async (record) => {
        this.record = record;
      },
      mintLink: () => "LINK",
      panels: {
        mintPanel: async (canvas, panel) => ({ link: `${canvas}.LINK-OF-${panel}`, permit: `${canvas}.PERMIT` }),
        endPanel: async (panel) => void this.endedPanels.push(panel),
      },
      after: this.after,
      log: (line) => this.lines.push(line),
    };
  }

  async #ask({ port, hold, patienceMs }: Asking): Promise<Answerer> {
    this.asked += 1;
    await Promise.resolve();
    const listener = this.listening.get(port);
    if (listener === undefined) return { kind: "nobody" };
    if (listener.kind === "foreign") return { kind: "foreign" };
    if (listener.kind === "silent") {
      await new Promise<void>((resolve) => this.after(patienceMs, resolve));
      return { kind: "silent" };
    }
    const { storeId, version, watchers } = listener;
    let tell: (end: LeaderEnd) => void = () => {};
    const ended = new Promise<LeaderEnd>((resolve) => {
      tell = resolve;
    });
    if (hold) watchers.add(tell);
    return {
      kind: "leader",
      storeId,
      version,
      challenge: "",
      nonce: "",
      ended,
      release: () => void watchers.delete(tell),
    };
  }
}
