import { EXTENSION_ID, getUiCapability } from "@modelcontextprotocol/ext-apps/server";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type ClientSession, decodeSession, SESSION_HEADER } from "../http/client-session.ts";

/** Whether the client shows the widget. "unknown": it has said nothing either way, and gets what it needs in both cases. */
export type Ui = "shown" | "unknown" | "none";

/** What the person has said about all clients of a server. */
export type UiWish = "on" | "off";

/** What a client says of itself: older ones once, at the start, newer ones with every request. */
export interface ClientFacts {
  readonly name: string | undefined;
  readonly capabilities: ClientCapabilities | undefined;
  /** The session that it was given, over HTTP; none where it sends none. */
  readonly session?: string | undefined;
}

/**
 * Clients that were run and show no widget, by the name that they give. Names that other programs give too (the defaults of
 * SDKs) do not belong here: among those programs may be one that shows it.
 */
const TEXT_ONLY: ReadonlySet<string> = new Set([
  // Claude Code, the terminal: drops `_meta`; not every version of it hides the widget's tools from its model.
  "claude-code",
  // Codex: drops `_meta` and hides the widget's tools; opens addresses for its person.
  "codex-mcp-client",
  // Gemini CLI: its model sees every tool that is listed, and the `_meta` of errors.
  "gemini-cli-mcp-client",
  // opencode: its model sees every tool that is listed.
  "opencode",
  // Continue's CLI: its model sees every tool that is listed.
  "continue-cli-client",
  // Copilot's runtime, unless it says that it shows UI: its model sees every tool that is listed.
  "copilot-cli",
  // Cline: its model sees every tool that is listed, and whole results with `_meta`.
  "@cline/core",
]);

/**
 * Clients that were run, say that they show UI, and pass on a model's result without its `_meta`: the widget that they show has
 * no key, and what is typed in it stays in the browser. Their people need the page's link, too.
 */
const LOSES_META: ReadonlySet<string> = new Set([
  // Copilot's runtime: the event from which a program shows the widget has its text alone.
  "copilot-cli",
]);

/**
 * The first that applies: the person's wish, the client says that it shows UI, it was measured to show none, the widget was
 * read, it declares extensions without UI. Where a model can read resources by itself, as behind the measured ones, that the
 * widget was read says nothing: it must not get a model the keys of the person.
 */
export function uiOf(
  { name, capabilities }: ClientFacts,
  { wish, hasReadWidget }: { readonly wish?: UiWish | undefined; readonly hasReadWidget: boolean },
): Ui {
  if (wish !== undefined) return wish === "on" ? "shown" : "none";
  if (getUiCapability(capabilities) !== undefined)
    return name !== undefined && LOSES_META.has(name) ? "unknown" : "shown";
  if (name !== undefined && TEXT_ONLY.has(name)) return "none";
  if (hasReadWidget) return "shown";
  return capabilities?.extensions === undefined ? "unknown" : "none";
}

/**
 * Of whoever sent this request. An older client over stateless HTTP has told another server, which is gone: it is known by
 * its session id, and one that sends none not at all.
 */
function factsOf(server: McpServer, { mcpReq, http }: ServerContext): ClientFacts {
  if (mcpReq.envelope === undefined) {
    const client = server.server.getClientVersion();
    if (client !== undefined) return { name: client.name, capabilities: server.server.getClientCapabilities() };
    const session = decodeSession(http?.req?.headers.get(SESSION_HEADER));
    return { name: session?.name, capabilities: session && capabilitiesOf(session), session: session?.connection };
  }
  const envelope: {
    readonly [CLIENT_INFO_META_KEY]?: Implementation;
    readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  } = mcpReq.envelope;
  return { name: envelope[CLIENT_INFO_META_KEY]?.name, capabilities: envelope[CLIENT_CAPABILITIES_META_KEY] };
}

/** Only those that say whether there is a widget. */
function capabilitiesOf({ extensions }: ClientSession): ClientCapabilities {
  if (extensions === undefined) return {};
  return { extensions: extensions === "ui" ? { [EXTENSION_ID]: {} } : {} };
}

/** What one connection knows of the client at its other end. */
export interface KnownClient {
  readonly facts: (context: ServerContext) => ClientFacts;
  readonly ui: (context: ServerContext) => Ui;
  /** The client reads the widget: so it shows it, from now on. One that was not given the widget's tools is told of them. */
  readonly readsWidget: (context: ServerContext) => void;
}

export function knowClient(server: McpServer, wish: UiWish | undefined): KnownClient {
  let hasReadWidget = false;
  const facts = (context: ServerContext) => factsOf(server, context);
  const ui = (context: ServerContext) => uiOf(facts(context), { wish, hasReadWidget });
  return {
    facts,
    ui,
    readsWidget: (context) => {
      // Over stateless HTTP this server ends with the request, and the next one knows nothing of it.
      if (context.http !== undefined) return;
      const before = ui(context);
      hasReadWidget = true;
      if (before !== "none" || ui(context) === "none") return;
      server.sendToolListChanged();
      server.sendResourceListChanged();
    },
  };
}
