import type { LeftSave } from "../../protocol/left-save.ts";
import type { Ability, HostAbilities, HostAnswer, HostContext, HostPort, HostSignal, ToolReply } from "./host-port.ts";

type Args = Readonly<Record<string, unknown>>;

/** A host for tests: says what the test says, and remembers what it was asked. */
export interface FakeHost extends HostPort {
  tell(signal: HostSignal): void;
  /** The host takes the widget down; resolves when the widget has let go. */
  tearDown(): Promise<void>;
  readonly calls: { readonly tool: string; readonly args: Args }[];
  readonly contexts: string[];
  readonly messages: string[];
  readonly logs: string[];
  /** What the host holds for the widget, where it does. */
  held: readonly LeftSave[];
  /** Can the server be reached? */
  reachable: boolean;
  /** The server takes calls and answers none. */
  hangs: boolean;
  /** Messages are taken, or refused with these words. */
  refusal: string | null;
  /** While it is there, nothing answers before it does. */
  wait: Promise<void> | null;
}

export const FAKE_CONTEXT: HostContext = {
  hostName: "claude-ai",
  theme: "light",
  displayMode: "inline",
  displayModes: ["inline", "fullscreen"],
  touch: false,
  safeArea: { top: 0, right: 0, bottom: 0, left: 0 },
  container: {},
  styles: {},
};

/** What a host does, whatever it says. */
export type Abilities = Readonly<Record<keyof HostAbilities, boolean>>;

const ALL: Abilities = {
  serverTools: true,
  message: true,
  modelContext: true,
  openLinks: true,
  download: true,
  log: true,
};

export function createFakeHost(options: {
  readonly answer: (tool: string, args: Args) => ToolReply;
  readonly abilities?: Partial<Abilities>;
  /** Does it without saying so. */
  readonly hides?: readonly ("serverTools" | "message")[];
  readonly context?: Partial<HostContext>;
  /** The host holds saves, as our own page does. */
  readonly holds?: boolean;
}): FakeHost {
  const listeners = new Set<(signal: HostSignal) => void>();
  let teardown: () => Promise<void> = async () => {};
  const does = { ...ALL, ...options.abilities };
  const said = (name: "serverTools" | "message"): Ability =>
    does[name] && options.hides?.includes(name) !== true ? "yes" : "untried";
  const abilities = { ...does, serverTools: said("serverTools"), message: said("message") };
  let context = { ...FAKE_CONTEXT, ...options.context };
  const host: FakeHost = {
    get context() {
      return context;
    },
    abilities,
    calls: [],
    contexts: [],
    messages: [],
    logs: [],
    held: [],
    reachable: true,
    hangs: false,
    refusal: null,
    wait: null,
    tell(signal) {
      for (const listener of listeners) listener(signal);
    },
    tearDown: () => teardown(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...(options.holds === true
      ? {
          holdSaves(saves) {
            host.held = saves;
          },
        }
      : {}),
    onTeardown(callback) {
      teardown = callback;
    },
    async callTool(tool, args) {
      if (abilities.serverTools === "no") return { ok: false, why: "no server tools" };
      host.calls.push({ tool, args });
      if (host.hangs) return new Promise(() => {});
      await host.wait;
      if (!does.serverTools) abilities.serverTools = "no";
      if (!does.serverTools) return { ok: false, why: "no server tools" };
      if (!host.reachable) return { ok: false, why: "connection lost" };
      abilities.serverTools = "yes";
      return { ok: true, reply: options.answer(tool, args) };
    },
    async updateModelContext(text) {
      host.contexts.push(text);
      return { ok: true };
    },
    async sendMessage(text): Promise<HostAnswer> {
      await host.wait;
      if (!does.message) abilities.message = "no";
      if (!does.message) return { ok: false, why: "no messages" };
      if (host.refusal !== null) return { ok: false, why: host.refusal };
      abilities.message = "yes";
      host.messages.push(text);
      return { ok: true };
    },
    async requestDisplayMode(mode) {
      context = { ...context, displayMode: mode };
      return mode;
    },
    openLink: async () => ({ ok: true }),
    download: async () => ({ ok: true }),
    log: (level, message) => void host.logs.push(`${level}: ${message}`),
  };
  return host;
}
