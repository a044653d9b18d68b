import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  approveAll,
  CopilotClient,
  type CopilotSession,
  RuntimeConnection,
  type SessionConfig,
  type SessionEvent,
} from "@github/copilot-sdk";
import { type ModelRequest, type StubModel, startStubModel, type ToolCall, wordsOf } from "./stub-model.ts";

type EventOf<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;
type Wishes = Omit<SessionConfig, "model" | "provider" | "onEvent">;

/** One connection's part in a session, with a stub as its model. */
export interface Talk {
  readonly session: CopilotSession;
  readonly model: StubModel;
  /** All that were told to this connection, oldest first. */
  readonly events: readonly SessionEvent[];
  /** The person asks, the model makes these calls one after the other, and this is what each was told. */
  readonly say: (...calls: readonly ToolCall[]) => Promise<readonly string[]>;
  /** The first event of the type for which `isIt` holds, among those that came already and those of the next 30 seconds. */
  readonly waitFor: <Type extends SessionEvent["type"]>(
    type: Type,
    isIt?: (event: EventOf<Type>) => boolean,
  ) => Promise<EventOf<Type>>;
}

/** The real runtime in a process of its own, offline, with a home folder of its own. */
export interface Runtime {
  /** Where other processes can connect to it. */
  readonly address: { readonly url: string; readonly connectionToken: string };
  readonly home: string;
  /** A session of the first connection. */
  readonly create: (wishes?: Wishes) => Promise<Talk>;
  /** A session that an earlier runtime has left in the same home, on the first connection. */
  readonly resume: (sessionId: string, wishes?: Wishes) => Promise<Talk>;
  /** The same session on a connection of its own, which `leave` ends as if its process were gone. */
  readonly join: (talk: Talk, wishes?: Wishes) => Promise<Talk & { readonly leave: () => Promise<void> }>;
  /** All that the runtime has said on its standard error so far. */
  readonly stderr: () => string;
  /** Ends the process and leaves its folder, from which another can go on. */
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Why there is no runtime here, in a sentence; null where there is one. */
export const missing: string | null = whyMissing();

/** `env`: what the runtime's environment has besides; `home`: the folder of an earlier runtime, to go on from there. */
export async function startRuntime({
  env = {},
  home,
}: {
  readonly env?: Readonly<Record<string, string>>;
  readonly home?: string;
} = {}): Promise<Runtime> {
  const folder = home ?? (await mkdtemp(join(tmpdir(), "canvas-copilot-")));
  const { COPILOT_MCP_APPS: _, ...inherited } = process.env;
  const token = "only-for-this-test";
  const first = new CopilotClient({
    useLoggedInUser: false,
    baseDirectory: folder,
    workingDirectory: folder,
    connection: RuntimeConnection.forTcp({ connectionToken: token }),
    env: { ...inherited, COPILOT_OFFLINE: "true", TMPDIR: folder, ...env },
  });
  await first.start();
  const port = Reflect.get(first, "runtimePort") as number;
  const others = new Set<CopilotClient>();
  const models: StubModel[] = [];

  const newModel = async () => {
    const model = await startStubModel();
    models.push(model);
    return model;
  };
  const talk = async (
    model: StubModel,
    open: (config: SessionConfig) => Promise<CopilotSession>,
    wishes: Wishes,
  ): Promise<Talk> => {
    const { events, waitFor, onEvent } = hearEvents();
    const session = await open({
      onPermissionRequest: approveAll,
      ...wishes,
      model: "stub",
      provider: { type: "openai", wireApi: "completions", baseUrl: model.baseUrl, apiKey: "stub" },
      onEvent,
    });
    const say: Talk["say"] = async (...calls) => {
      model.script(calls);
      await session.sendAndWait({ prompt: "Go on." }, 120_000);
      return resultsIn(model.requests.at(-1));
    };
    return { session, model, events, say, waitFor };
  };

  const stop = async () => {
    for (const client of others) await client.stop();
    others.clear();
    await first.stop();
    for (const model of models.splice(0)) await model.close();
  };
  return {
    home: folder,
    address: { url: `127.0.0.1:${port}`, connectionToken: token },
    create: async (wishes = {}) => talk(await newModel(), (config) => first.createSession(config), wishes),
    resume: async (sessionId, wishes = {}) =>
      talk(await newModel(), (config) => first.resumeSession(sessionId, config), wishes),
    join: async ({ session: { sessionId }, model }, wishes = {}) => {
      const client = new CopilotClient({
        connection: RuntimeConnection.forUri(`127.0.0.1:${port}`, { connectionToken: token }),
      });
      others.add(client);
      const joined = await talk(model, (config) => client.resumeSession(sessionId, config), wishes);
      const leave = async () => {
        others.delete(client);
        await client.forceStop();
      };
      return { ...joined, leave };
    },
    stderr: () => String(Reflect.get(first, "stderrBuffer")),
    stop,
    close: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function hearEvents(): Pick<Talk, "events" | "waitFor"> & { readonly onEvent: (event: SessionEvent) => void } {
  const events: SessionEvent[] = [];
  const ears = new Set<(event: SessionEvent) => void>();
  return {
    events,
    onEvent: (event) => {
      events.push(event);
      for (const ear of ears) ear(event);
    },
    waitFor: <Type extends SessionEvent["type"]>(
      type: Type,
      isIt: (event: EventOf<Type>) => boolean = () => true,
    ): Promise<EventOf<Type>> =>
      new Promise((resolve, reject) => {
        const ear = (event: SessionEvent) => {
          if (event.type !== type || !isIt(event as EventOf<Type>)) return;
          ears.delete(ear);
          clearTimeout(tooLong);
          resolve(event as EventOf<Type>);
        };
        const tooLong = setTimeout(() => {
          ears.delete(ear);
          reject(new Error(`No such ${type} among: ${events.map((event) => event.type).join(", ")}`));
        }, 30_000);
        ears.add(ear);
        for (const event of events) ear(event);
      }),
  };
}

/** What the tools that were called since the person's last words have answered. */
function resultsIn(request: ModelRequest | undefined): readonly string[] {
  const messages = request?.messages ?? [];
  const asked = messages.findLastIndex(({ role }) => role === "user");
  return messages.slice(asked + 1).flatMap((message) => (message.role === "tool" ? [wordsOf(message)] : []));
}

/** The SDK's own runtime is a package of its own for each platform. */
function whyMissing(): string | null {
  const sdk = createRequire(import.meta.url).resolve("@github/copilot-sdk");
  const platform = `${process.platform}${isMusl() ? "musl" : ""}-${process.arch}`;
  try {
    createRequire(sdk).resolve(`@github/copilot-sdk-${platform}/package.json`);
    return null;
  } catch {
    return `(no Copilot runtime for ${platform} is installed)`;
  }
}

function isMusl(): boolean {
  if (process.platform !== "linux") return false;
  const report = process.report.getReport() as { readonly header?: { readonly glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime === undefined;
}
