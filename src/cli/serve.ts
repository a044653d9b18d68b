import type { Server } from "node:http";
import { refuseWideBinding } from "../server/http/access.ts";
import { createHttpServer } from "../server/http/http-server.ts";
import { listenFrom, listenOn, stopServer } from "../server/http/listen.ts";
import { hostConfigurations } from "./host-configurations.ts";
import { openCanvas } from "./open-canvas.ts";
import { CommandError, DONE, type Invocation, UsageError } from "./surroundings.ts";

const DEFAULT_PORT = 3001;
const GRACE_MS = 2_000;

/** MCP over HTTP until the process is asked to stop. */
export async function serve(invocation: Invocation): Promise<number> {
  const { surroundings, options } = invocation;
  const host = asText(options.host) ?? "127.0.0.1";
  const token = asText(options.token) ?? (surroundings.env.WRITING_CANVAS_TOKEN || undefined);
  const access = { host, ...(token ? { token } : {}) };
  const refusal = refuseWideBinding(access);
  if (refusal) throw new UsageError(refusal);
  const asked = askedPort(invocation);

  // Listened for before anything is open or said: a stop that comes early is kept.
  const stopped = new Promise<void>((resolve) => surroundings.onStop(resolve));
  const { store, folder, log, build, close } = await openCanvas(invocation);
  const server = createHttpServer({
    access,
    build: () => build(),
    version: surroundings.version,
    checkStore: () => store.count(),
    log,
  });
  try {
    const port = await bind(server, host, asked);
    if (asked === null && port !== DEFAULT_PORT) log(`Port ${DEFAULT_PORT} is taken; this server took ${port}.`);
    const endpoint = `http://${urlHost(host)}:${port}/mcp`;
    const dataGiven = options.data !== undefined || Boolean(surroundings.env.WRITING_CANVAS_DATA);
    surroundings.stdout.write(
      [
        `Writing Canvas ${surroundings.version} serves MCP at ${endpoint}`,
        `Data: ${folder}`,
        "",
        hostConfigurations({
          endpoint,
          hasToken: token !== undefined,
          node: surroundings.node,
          script: surroundings.script,
          data: dataGiven ? folder : null,
        }),
        "Ctrl+C stops it.",
        "",
      ].join("\n"),
    );
    await stopped;
    await stopServer(server, GRACE_MS);
  } finally {
    await close();
  }
  return DONE;
}

/** The port that was asked for; null: the default, or the next free one. */
function askedPort({ surroundings, options }: Invocation): number | null {
  const option = asText(options.port);
  const text = option ?? (surroundings.env.PORT || undefined);
  if (text === undefined) return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) {
    throw new UsageError(
      `${option === undefined ? "PORT" : "--port"} is ${JSON.stringify(text)}; a port is a number from 0 to 65535.`,
    );
  }
  return port;
}

async function bind(server: Server, host: string, asked: number | null): Promise<number> {
  const bound = asked === null ? await listenFrom(server, host, DEFAULT_PORT) : await listenOn(server, host, asked);
  if (bound.ok) return bound.port;
  if (bound.reason === "taken") {
    throw new CommandError(
      asked === null
        ? `Port ${DEFAULT_PORT} and those after it are taken. Choose a free one: writing-canvas serve --port N`
        : `Port ${asked} is taken by another program. Choose another (--port 0 takes any free one), or stop what uses it.`,
    );
  }
  throw new CommandError(`Could not listen on ${host}: ${bound.message}. Check --host and --port.`);
}

/** As it stands in a URL that this machine can open. */
function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

function asText(value: string | true | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
