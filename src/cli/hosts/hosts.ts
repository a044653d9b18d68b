import { posix, win32 } from "node:path";
import type { Surroundings } from "../surroundings.ts";

/** Under which name a host's configuration has us. */
export const SERVER_NAME = "writing-canvas";

/** How a host starts or reaches this server. */
export type Connection =
  | { readonly kind: "stdio"; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: "http"; readonly url: string };
export type Entry = Readonly<Record<string, unknown>>;
type Places = Pick<Surroundings, "platform" | "home" | "env">;

export interface HostSpec {
  /** What `install` calls it. */
  readonly id: string;
  readonly name: string;
  readonly format: "json" | "toml" | "yaml";
  /** The user's own configuration file. */
  readonly file: (places: Places) => string;
  /** Something that is there when the host is: a folder or a file. */
  readonly traces: (places: Places) => readonly string[];
  /** The project's file, from the project's folder, where the host has one. */
  readonly projectFile?: string;
  /** Where in the file its servers stand. */
  readonly key: string;
  /** What stands there for us; null: the host takes no such connection from its file. */
  readonly entry: (connection: Connection) => Entry | null;
  /** What an address' entry says besides, so that the host sends the token in this variable; without: the host cannot. */
  readonly tokenFrom?: (variable: string) => Entry;
  /** What makes the host see the change. */
  readonly next: string;
  /** Where the host takes a folder that shows the canvas beside the conversation. */
  readonly extension?: ExtensionSpec;
}

export interface ExtensionSpec {
  readonly folder: (places: Places) => string;
  /** Where it shows the canvas. */
  readonly where: string;
  /** What makes the host take it. */
  readonly next: string;
}

const joined = ({ platform }: Places, ...parts: string[]): string =>
  (platform === "win32" ? win32 : posix).join(...parts);
const inHome = (places: Places, ...parts: string[]): string => joined(places, places.home, ...parts);

/** Where the platform keeps an application's settings. */
function settingsFolder(places: Places): string {
  const { platform, env } = places;
  if (platform === "win32") return env.APPDATA || inHome(places, "AppData", "Roaming");
  if (platform === "darwin") return inHome(places, "Library", "Application Support");
  return configFolder(places);
}

/** The XDG folder, which some programs use on macOS too. */
function configFolder(places: Places): string {
  const xdg = places.env.XDG_CONFIG_HOME;
  return xdg?.startsWith("/") ? xdg : inHome(places, ".config");
}

const plain = (connection: Connection): Entry =>
  connection.kind === "stdio" ? { command: connection.command, args: connection.args } : { url: connection.url };
const typed = (connection: Connection): Entry => ({
  type: connection.kind,
  ...plain(connection),
});

const bearer = (value: string): Entry => ({ headers: { Authorization: `Bearer ${value}` } });
const fromEnv = (variable: string): Entry => bearer(`\${env:${variable}}`);

/** The hosts whose configuration we know for certain, in the order in which they are named. */
export const HOSTS: readonly HostSpec[] = [
  {
    id: "claude-desktop",
    name: "Claude Desktop",
    format: "json",
    file: (places) => joined(places, settingsFolder(places), "Claude", "claude_desktop_config.json"),
    traces: (places) => [joined(places, settingsFolder(places), "Claude")],
    key: "mcpServers",
    entry: (connection) => (connection.kind === "stdio" ? plain(connection) : null),
    next: "Quit Claude Desktop and start it again.",
  },
  {
    id: "claude-code",
    name: "Claude Code",
    format: "json",
    file: (places) => joined(places, places.env.CLAUDE_CONFIG_DIR || places.home, ".claude.json"),
    traces: (places) => [
      joined(places, places.env.CLAUDE_CONFIG_DIR || places.home, ".claude.json"),
      places.env.CLAUDE_CONFIG_DIR || inHome(places, ".claude"),
    ],
    projectFile: ".mcp.json",
    key: "mcpServers",
    entry: typed,
    tokenFrom: (variable) => bearer(`\${${variable}}`),
    next: "Start a new session of Claude Code; /mcp shows it.",
  },
  {
    id: "cursor",
    name: "Cursor",
    format: "json",
    file: (places) => inHome(places, ".cursor", "mcp.json"),
    traces: (places) => [inHome(places, ".cursor")],
    projectFile: ".cursor/mcp.json",
    key: "mcpServers",
    entry: plain,
    tokenFrom: fromEnv,
    next: "Cursor sees it at once; its settings show it under MCP.",
  },
  visualStudioCode("vscode", "VS Code", "Code"),
  visualStudioCode("vscode-insiders", "VS Code Insiders", "Code - Insiders"),
  {
    id: "goose",
    name: "Goose",
    format: "yaml",
    file: (places) =>
      places.platform === "win32"
        ? joined(places, settingsFolder(places), "Block", "goose", "config", "config.yaml")
        : joined(places, configFolder(places), "goose", "config.yaml"),
    traces: (places) => [
      places.platform === "win32"
        ? joined(places, settingsFolder(places), "Block", "goose")
        : joined(places, configFolder(places), "goose"),
    ],
    key: "extensions",
    entry: (connection) => ({
      name: SERVER_NAME,
      description: "An editable markdown document inside the conversation",
      enabled: true,
      ...(connection.kind === "stdio"
        ? { type: "stdio", cmd: connection.command, args: connection.args }
        : { type: "streamable_http", uri: connection.url }),
      timeout: 300,
    }),
    next: "Start a new session of Goose.",
  },
  {
    id: "windsurf",
    name: "Windsurf",
    format: "json",
    file: (places) => inHome(places, ".codeium", "windsurf", "mcp_config.json"),
    traces: (places) => [inHome(places, ".codeium", "windsurf")],
    key: "mcpServers",
    entry: (connection) => (connection.kind === "stdio" ? plain(connection) : { serverUrl: connection.url }),
    tokenFrom: fromEnv,
    next: "Refresh the MCP servers in Windsurf's Cascade panel.",
  },
  {
    id: "zed",
    name: "Zed",
    format: "json",
    file: (places) =>
      places.platform === "win32"
        ? joined(places, settingsFolder(places), "Zed", "settings.json")
        : joined(places, configFolder(places), "zed", "settings.json"),
    traces: (places) => [
      places.platform === "win32"
        ? joined(places, settingsFolder(places), "Zed")
        : joined(places, configFolder(places), "zed"),
    ],
    projectFile: ".zed/settings.json",
    key: "context_servers",
    entry: plain,
    next: "Zed sees it at once.",
  },
  {
    id: "codex",
    name: "Codex",
    format: "toml",
    file: (places) => joined(places, places.env.CODEX_HOME || inHome(places, ".codex"), "config.toml"),
    traces: (places) => [places.env.CODEX_HOME || inHome(places, ".codex")],
    projectFile: ".codex/config.toml",
    key: "mcp_servers",
    entry: plain,
    tokenFrom: (variable) => ({ bearer_token_env_var: variable }),
    next: "Start a new session of Codex; /mcp shows it.",
  },
  {
    id: "gemini",
    name: "Gemini CLI",
    format: "json",
    file: (places) => inHome(places, ".gemini", "settings.json"),
    traces: (places) => [inHome(places, ".gemini")],
    projectFile: ".gemini/settings.json",
    key: "mcpServers",
    entry: (connection) => (connection.kind === "stdio" ? plain(connection) : { httpUrl: connection.url }),
    tokenFrom: (variable) => bearer(`$${variable}`),
    next: "Start Gemini CLI again; /mcp shows it.",
  },
  {
    id: "copilot",
    name: "Copilot CLI",
    format: "json",
    file: (places) => joined(places, copilotFolder(places), "mcp-config.json"),
    traces: (places) => [copilotFolder(places)],
    key: "mcpServers",
    entry: (connection) => ({
      type: connection.kind === "stdio" ? "local" : "http",
      ...plain(connection),
      tools: ["*"],
    }),
    next: "Start Copilot CLI again; /mcp show names it.",
    extension: {
      folder: (places) => joined(places, copilotFolder(places), "extensions", SERVER_NAME),
      where: "Copilot's side panel",
      next: "Start Copilot CLI with --experimental, which it remembers, and let the extension register hooks when it asks.",
    },
  },
  {
    id: "lm-studio",
    name: "LM Studio",
    format: "json",
    file: (places) => inHome(places, ".lmstudio", "mcp.json"),
    traces: (places) => [inHome(places, ".lmstudio")],
    key: "mcpServers",
    entry: plain,
    next: "LM Studio sees it at once.",
  },
];

const copilotFolder = (places: Places): string => places.env.COPILOT_HOME || inHome(places, ".copilot");

function visualStudioCode(id: string, name: string, folder: string): HostSpec {
  return {
    id,
    name,
    format: "json",
    file: (places) => joined(places, settingsFolder(places), folder, "User", "mcp.json"),
    traces: (places) => [joined(places, settingsFolder(places), folder, "User")],
    projectFile: ".vscode/mcp.json",
    key: "servers",
    entry: typed,
    tokenFrom: fromEnv,
    next: `${name} asks before it starts it the first time.`,
  };
}
