import { App, PostMessageTransport } from "@modelcontextprotocol/ext-apps";
import { HOLD_SAVES } from "../../protocol/left-save.ts";
import { MODEL_TOOLS, type ModelTool, PRINT_REQUEST, PRODUCT } from "../../protocol/names.ts";
import { isRecord } from "../../protocol/partial-check.ts";
import type { HostAbilities, HostAnswer, HostContext, HostPort, HostSignal, ToolReply } from "./host-port.ts";
import { readAbilities, readContext } from "./read-context.ts";

/** A server that says nothing for so long counts as one that cannot be reached: the save goes again. */
const ANSWER_MS = 15_000;
/** The first call in a host that has not said that it lets widgets call: nobody waits longer to learn that it does not. */
const FIRST_TRY_MS = 5_000;
/** A host may ask its person before it passes a message on, and they may be away. */
const MESSAGE_MS = 3_600_000;

/**
 * Connects to the MCP Apps host around this frame. Handlers stand before the connection does, so nothing that the host
 * sends early is lost: signals wait until somebody subscribes.
 */
export async function connectHost(version: string): Promise<HostPort> {
  const app = new App(
    { name: PRODUCT, version },
    { availableDisplayModes: ["inline", "fullscreen"] },
    // Given options replace the defaults as a whole, so the one that we rely on is named.
    { autoResize: true },
  );
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const listeners = new Set<(signal: HostSignal) => void>();
  let waiting: HostSignal[] | null = [];
  let teardown: () => Promise<void> = async () => {};

  const context = (): HostContext => readContext(app.getHostContext(), app.getHostVersion()?.name, dark.matches);
  const tell = (signal: HostSignal): void => {
    if (waiting) waiting.push(signal);
    else for (const listener of listeners) listener(signal);
  };
  const argumentsOf = (params: { arguments?: Record<string, unknown> | undefined }, whole: boolean) => {
    const args = params.arguments ?? {};
    return { tool: whichTool(app.getHostContext()?.toolInfo?.tool?.name, args, whole), args };
  };

  app.ontoolinputpartial = (params) => tell({ kind: "partial", ...argumentsOf(params, false) });
  app.ontoolinput = (params) => tell({ kind: "input", ...argumentsOf(params, true) });
  app.ontoolresult = (params) => tell({ kind: "result", result: readToolReply(params) });
  app.ontoolcancelled = (params) =>
    tell({ kind: "cancelled", ...(params.reason === undefined ? {} : { reason: params.reason }) });
  app.onhostcontextchanged = () => tell({ kind: "context", context: context() });
  app.onerror = (error) => tell({ kind: "error", message: wordsOf(error) });
  app.onteardown = async () => {
    await teardown();
    return {};
  };
  dark.addEventListener("change", () => tell({ kind: "context", context: context() }));

  await app.connect(new PostMessageTransport(window.parent, window.parent));

  const said = readAbilities(app.getHostCapabilities());
  let { serverTools, message } = said;
  const abilities: HostAbilities = {
    ...said,
    get serverTools() {
      return serverTools;
    },
    get message() {
      return message;
    },
  };
  const ask = async (able: boolean, call: () => Promise<{ isError?: boolean | undefined }>): Promise<HostAnswer> => {
    if (!able) return { ok: false, why: "This host cannot do that." };
    try {
      const answer = await call();
      return answer.isError === true ? { ok: false, why: "The host refused." } : { ok: true };
    } catch (error) {
      return { ok: false, why: wordsOf(error) };
    }
  };

  const holdSaves: HostPort["holdSaves"] = (saves) => {
    // The next change tells it anew, and the browser has its copy.
    app.notification({ method: HOLD_SAVES, params: { saves: [...saves] } }).catch((error: unknown) => {
      tell({ kind: "error", message: wordsOf(error) });
    });
  };

  const print: HostPort["print"] = () => {
    app.notification({ method: PRINT_REQUEST, params: {} }).catch((error: unknown) => {
      tell({ kind: "error", message: wordsOf(error) });
    });
  };
  const own = app.getHostCapabilities()?.experimental;

  return {
    ...(own?.[HOLD_SAVES] === undefined ? {} : { holdSaves }),
    ...(own?.[PRINT_REQUEST] === undefined ? {} : { print }),
    get context() {
      return context();
    },
    abilities,
    subscribe(listener) {
      listeners.add(listener);
      const early = waiting ?? [];
      waiting = null;
      for (const signal of early) listener(signal);
      return () => listeners.delete(listener);
    },
    onTeardown(callback) {
      teardown = callback;
    },
    async callTool(tool, args) {
      if (serverTools === "no") return { ok: false, why: "This host lets no widget reach its server." };
      const timeout = serverTools === "yes" ? ANSWER_MS : FIRST_TRY_MS;
      try {
        const result = await app.callServerTool({ name: tool, arguments: { ...args } }, { timeout });
        serverTools = "yes";
        return { ok: true, reply: readToolReply(result) };
      } catch (error) {
        if (serverTools === "untried") serverTools = "no";
        return { ok: false, why: wordsOf(error) };
      }
    },
    updateModelContext: (text) =>
      ask(abilities.modelContext, async () => {
        await app.updateModelContext({ content: [{ type: "text", text }] });
        return {};
      }),
    sendMessage: (text) =>
      ask(message !== "no", async () => {
        try {
          const content = [{ type: "text" as const, text }];
          const answer = await app.sendMessage({ role: "user", content }, { timeout: MESSAGE_MS });
          // A refusal in the answer is of this message (somebody types in the chat, say), not of all.
          message = "yes";
          return answer;
        } catch (error) {
          if (message === "untried") message = "no";
          throw error;
        }
      }),
    async requestDisplayMode(mode) {
      try {
        return (await app.requestDisplayMode({ mode })).mode;
      } catch (error) {
        tell({ kind: "error", message: wordsOf(error) });
        return context().displayMode;
      }
    },
    openLink: (url) => ask(abilities.openLinks, () => app.openLink({ url })),
    download: ({ name, mimeType, text }) =>
      ask(abilities.download, () =>
        app.downloadFile({
          contents: [{ type: "resource", resource: { uri: `file:///${encodeURIComponent(name)}`, mimeType, text } }],
        }),
      ),
    log(level, message) {
      if (!abilities.log) return;
      // A log line that cannot be delivered has nowhere else to be said.
      app.sendLog({ level, logger: PRODUCT, data: message }).catch(() => undefined);
    },
  };
}

/** Which of our tools is being called. Hosts need not say: only edits come as a list, and only the board's `whole` call has no content. */
function whichTool(named: string | undefined, args: Readonly<Record<string, unknown>>, whole: boolean): ModelTool {
  const known = MODEL_TOOLS.find((tool) => tool === named);
  if (known) return known;
  if ("content" in args) return "write_canvas";
  if ("edits" in args) return "edit_canvas";
  return whole ? "show_board" : "write_canvas";
}

interface RawResult {
  readonly content?: readonly unknown[] | undefined;
  readonly isError?: boolean | undefined;
  readonly _meta?: unknown;
}

/** A tool's result in our words. Whatever is missing or odd becomes empty, never an exception. */
function readToolReply(result: RawResult): ToolReply {
  const texts = (result.content ?? []).flatMap((block) =>
    isRecord(block) && block.type === "text" && typeof block.text === "string" ? [block.text] : [],
  );
  return {
    isError: result.isError === true,
    text: texts.join("\n"),
    meta: result._meta,
  };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
