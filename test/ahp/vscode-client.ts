import { type CuttableLine, createLine, type Frame } from "./cuttable-line.ts";
import { type AgentHostProtocolClient, loadVscode, type Subscription, type Vscode } from "./vscode-bundle.ts";

/** VS Code's own client on a line that can be cut. */
export interface VscodeOnLine {
  readonly client: AgentHostProtocolClient;
  readonly line: CuttableLine;
  /** What it complained of in its log. */
  readonly warnings: readonly string[];
  /** Follows a session or a chat; resolves with the subscription once its first state is there. */
  follow(kind: "session" | "chat", uri: string): Promise<Subscription>;
  close(): void;
}

export interface VscodeOptions {
  /** Changes what it says on its way out; for what its code cannot be asked to say. */
  readonly rewrite?: (frame: Frame) => Frame;
}

/** Tries again at once, and as long as the line is cut. */
const POLICY = { autoRestore: true, initialDelayMs: 1, maxDelayMs: 20, maxAttempts: 10_000 };

/** The client, not connected yet. `address`: of the host's socket. */
export async function newVscodeClient(address: string, options: VscodeOptions = {}): Promise<VscodeOnLine> {
  const vscode = await loadVscode();
  const line = createLine(vscode, address, options.rewrite);
  const warnings: string[] = [];
  const client = new vscode.AgentHostProtocolClient(
    address,
    line.newTransport,
    {
      clientInfo: { name: "vscode", version: "test" },
      reconnectPolicy: POLICY,
      // The real one counts beats of a clock that would keep this process alive.
      loadEstimator: { hasHighLoad: () => false },
    },
    ...servicesOf(vscode, warnings),
  );
  return {
    client,
    line,
    warnings,
    follow: async (kind, uri) => {
      const component = kind === "session" ? vscode.StateComponents.Session : vscode.StateComponents.Chat;
      const { object } = client.getSubscription(component, vscode.URI.parse(uri), "test");
      await first(object);
      return object;
    },
    close: () => {
      client.dispose();
      line.end();
    },
  };
}

async function first(subscription: Subscription): Promise<void> {
  const { value } = subscription;
  if (value instanceof Error) throw value;
  if (value !== undefined) return;
  await new Promise<void>((resolve, reject) => {
    const listening = [
      subscription.onDidChange(() => end(resolve)),
      subscription.onDidError((error) => end(() => reject(error))),
    ];
    const end = (then: () => void) => {
      for (const one of listening) one.dispose();
      then();
    };
  });
}

/** VS Code without a window: no settings, no telemetry, nothing trusted, no file of anybody's. In its constructor's order. */
function servicesOf({ Emitter }: Vscode, warnings: string[]): readonly unknown[] {
  const never = new Emitter<unknown>().event;
  const warn = (...words: readonly unknown[]) =>
    warnings.push(words.map((word) => (typeof word === "string" ? word : JSON.stringify(word))).join(" "));
  const log = { trace: () => {}, debug: () => {}, info: () => {}, warn, error: warn };
  const refuse = async () => {
    throw new Error("There are no files here.");
  };
  const resources = {
    ...Object.fromEntries(
      ["list", "read", "write", "del", "move", "copy", "resolve", "mkdir", "request"].map((name) => [name, refuse]),
    ),
    grantImplicitRead: () => ({ dispose: () => {} }),
    connectionClosed: () => {},
  };
  const configuration = { onDidChangeConfiguration: never, getValue: () => undefined, inspect: () => ({}) };
  const telemetry = { telemetryLevel: 0, machineId: "nobody", devDeviceId: "nobody" };
  const trustEnablement = { isWorkspaceTrustEnabled: () => true };
  const trust = {
    onDidChangeTrustedFolders: never,
    onDidChangeTrust: never,
    getTrustedUris: () => [],
    getUriTrustInfo: async () => ({ trusted: false }),
    setUrisTrust: refuse,
  };
  const trustRequest = { requestResourcesTrust: async () => false };
  return [log, resources, configuration, telemetry, trustEnablement, trust, trustRequest];
}
