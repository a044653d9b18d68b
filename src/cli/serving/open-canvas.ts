import { readFile } from "node:fs/promises";
import type { McpServer } from "@modelcontextprotocol/server";
import { randomId } from "../../server/actions/random-id.ts";
import { createKeepLimit } from "../../server/actions/writing/keep-text.ts";
import { createHeavyCalls } from "../../server/heavy/heavy-calls.ts";
import { createWorker } from "../../server/heavy/worker-process.ts";
import type { Access } from "../../server/http/access.ts";
import { peerUserOnLinux, rememberPeers } from "../../server/http/peer-user.ts";
import { type Assistants, createAssistants } from "../../server/live/assistants.ts";
import { createSharedAssistants } from "../../server/live/shared-assistants.ts";
import { createMcpServer } from "../../server/mcp/mcp-server.ts";
import type { PagePort } from "../../server/mcp/page-links.ts";
import type { ServerDeps } from "../../server/mcp/tool.ts";
import type { UiWish } from "../../server/mcp/ui-clients.ts";
import type { Store } from "../../server/storage/ports.ts";
import { openSqliteStore } from "../../server/storage/sqlite/store.ts";
import { dataFolder } from "../data-folder.ts";
import { OWNER } from "../open-store.ts";
import type { Surroundings } from "../surroundings.ts";
import { CommandError, type Invocation, UsageError } from "../surroundings.ts";
import { type Log, logTo } from "../terminal/printable.ts";
import { typedIn } from "../typed-command.ts";

export interface OpenCanvas {
  readonly store: Store;
  readonly assistants: Assistants;
  readonly folder: string;
  readonly log: Log;
  /** What tools stand on; without a page. */
  readonly deps: ServerDeps;
  /**
   * A server for one connection or request, on the one store, with links to the page when there is one. `ui`: what is known
   * of the client, whatever was asked for all of them. `isOurs`: it is our own page, and no assistant.
   */
  readonly build: (connection?: {
    readonly page?: PagePort | null;
    readonly ui?: UiWish;
    readonly isOurs?: boolean;
  }) => McpServer;
  /** Once nobody is served any more. */
  readonly close: () => Promise<void>;
}

/** The store in the asked folder, and servers on it. */
export async function openCanvas(invocation: Invocation): Promise<OpenCanvas> {
  const { surroundings } = invocation;
  const log = logTo(surroundings.stderr);
  const folder = dataFolder(invocation);
  const ui = askedUi(invocation);
  const store = await openSqliteStore({ folder, now: surroundings.now, log, typed: typedIn(invocation) });
  const { now, workerFile } = surroundings;
  const worker = workerFile === null ? null : createWorker({ entry: workerFile, folder, now, log });
  // It writes with a connection of its own: whoever watches is told without waiting for the next look.
  worker?.onWrite(store.lookNow);
  const heavy = worker && createHeavyCalls(worker, store);
  const { marks }: Store = store;
  const assistants = marks
    ? createSharedAssistants({ marks, now, log })
    : createAssistants({ folder, pid: surroundings.pid, now, log });
  const deps: ServerDeps = {
    store,
    widgetHtml: () => readBuilt("widget", surroundings.widgetFiles),
    clock: surroundings.now,
    randomId,
    log,
    owner: OWNER,
    version: surroundings.version,
    keeps: createKeepLimit(),
    ...(ui === undefined ? {} : { ui }),
    ...(heavy ? { heavyCalls: heavy, longActions: heavy.actions } : {}),
  };
  return {
    store,
    assistants,
    folder,
    log,
    deps,
    build: ({ page, ui, isOurs } = {}) =>
      createMcpServer({
        ...deps,
        ...(isOurs ? {} : { assistants }),
        ...(page ? { page } : {}),
        ...(ui ? { ui } : {}),
      }),
    close: async () => {
      await assistants.close();
      await worker?.close();
      await store.close();
    },
  };
}

/** What was said about every client; undefined: nothing, each is judged by what is known of it. */
function askedUi({ surroundings, options }: Invocation): UiWish | undefined {
  const given = options.ui ?? (surroundings.env.WRITING_CANVAS_UI || undefined);
  if (given === undefined || given === "on" || given === "off") return given;
  throw new UsageError(
    `${options.ui === undefined ? "WRITING_CANVAS_UI" : "--ui"} is ${JSON.stringify(given)}; it is on (every host shows the widget) or off (none does). Leave it out to go by the host.`,
  );
}

/** How a server tells this user's programs from others', where the system lets it. */
export function currentUser({ platform, uid }: Pick<Surroundings, "platform" | "uid">): Pick<Access, "user"> {
  return platform === "linux" && uid !== null ? { user: { id: uid, ofPeer: rememberPeers(peerUserOnLinux) } } : {};
}

/** What the build made, read at each call so that a new build shows without a restart: the first of the files that exists. */
export async function readBuilt(what: "widget" | "page", files: readonly string[]): Promise<string> {
  for (const file of files) {
    try {
      return await readFile(file, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  throw new CommandError(`The ${what} is not built: no ${files.join(" and no ")}. Run npm run build.`);
}
