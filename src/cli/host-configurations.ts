const TOKEN = "WRITING_CANVAS_TOKEN";
const INPUT = "canvas-token";

export interface Served {
  readonly endpoint: string;
  readonly hasToken: boolean;
  /** Node and the file that it is running, and the folder it was told to keep data in. */
  readonly node: string;
  readonly script: string;
  readonly data: string | null;
  readonly version: string;
}

/** Ready to paste: what each host needs to find this server. A token is never printed: hosts take it from the environment, or ask for it. */
export function hostConfigurations({ endpoint, hasToken, node, script, data, version }: Served): string {
  const name = "writing-canvas";
  const headers = (token: string) => (hasToken ? { headers: { Authorization: `Bearer ${token}` } } : {});
  // In single quotes: Claude Code puts the value in, so that it stands neither in a command line nor in its file.
  const header = hasToken ? ` --header 'Authorization: Bearer \${${TOKEN}}'` : "";
  const inputs = hasToken
    ? { inputs: [{ type: "promptString", id: INPUT, description: "Token of Writing Canvas", password: true }] }
    : {};
  const from = hasToken ? ` (with ${TOKEN} in its environment)` : "";
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    section(
      "Claude Desktop: in claude_desktop_config.json (it starts its own server, on the same data)",
      json({ mcpServers: { [name]: stdioCommand({ node, script, version }, data) } }),
    ),
    section(`Claude Code${from}: run`, `claude mcp add --transport http ${name} ${endpoint}${header}`),
    section(
      "VS Code: in .vscode/mcp.json",
      json({ ...inputs, servers: { [name]: { type: "http", url: endpoint, ...headers(`\${input:${INPUT}}`) } } }),
    ),
    section(
      `Cursor${from}: in ~/.cursor/mcp.json`,
      json({ mcpServers: { [name]: { url: endpoint, ...headers(`\${env:${TOKEN}}`) } } }),
    ),
  ].join("\n");
}

/**
 * Installed from the registry it is found by its name and this very version: what a host runs changes when the person says
 * so, not when somebody publishes. A clone is found by its path, and by Node's: hosts often see another PATH.
 */
export function stdioCommand(
  { node, script, version }: Pick<Served, "node" | "script" | "version">,
  data: string | null,
): { readonly command: string; readonly args: readonly string[] } {
  const dataArgs = data === null ? [] : ["--data", data];
  return /[\\/]node_modules[\\/]/.test(script)
    ? { command: "npx", args: ["-y", `writing-canvas@${version}`, ...dataArgs] }
    : { command: node, args: [script, ...dataArgs] };
}

function section(title: string, body: string): string {
  const indented = body
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");
  return `${title}\n\n${indented}\n`;
}
