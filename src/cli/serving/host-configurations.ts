const TOKEN = "WRITING_CANVAS_TOKEN";
const INPUT = "canvas-token";

export interface Served {
  readonly endpoint: string;
  readonly hasToken: boolean;
  /** How a host starts a server of its own, on the same data; null: it reaches this one only. */
  readonly start: { readonly command: string; readonly args: readonly string[] } | null;
}

/** Ready to paste: what each host needs to find this server. A token is never printed: hosts take it from the environment, or ask for it. */
export function hostConfigurations({ endpoint, hasToken, start }: Served): string {
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
    ...(start === null
      ? []
      : [
          section(
            "Claude Desktop: in claude_desktop_config.json (it starts its own server, on the same data)",
            json({ mcpServers: { [name]: start } }),
          ),
        ]),
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

function section(title: string, body: string): string {
  const indented = body
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");
  return `${title}\n\n${indented}\n`;
}
