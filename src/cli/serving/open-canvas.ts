import { readFile } from "node:fs/promises";
import type { McpServer } from "@modelcontextprotocol/server";
import type { Identity } from "../../server/access/identity.ts";
import { keepingOf } from "../../server/actions/limits.ts";
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
import { type OpenedStore, openStore, type StoreAddress } from "../../server/storage/open-store.ts";
import { askedLimits } from "../asked-limits.ts";
import { askedStore, cannotOpen, passwordWarning } from "../asked-store.ts";
import { dataFolder } from "../data-folder.ts";
import { OWNER } from "../open-store.ts";
import type { Surroundings } from "../surroundings.ts";
import { CommandError, type Invocation, UsageError } from "../surroundings.ts";
import { type Log, logTo } from "../terminal/printable.ts";
import { typedIn } from "../typed-command.ts";

export interface OpenCanvas {
  readonly store: OpenedStore;
  readonly assistants: Assistants;
  readonly address: StoreAddress;
  /** The data folder; null: the canvases are in a database, and this machine keeps nothing of them. */
  readonly folder: string | null;
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
    /** It is sent lines of its own accord. */
    readonly sendsLines?: boolean;
    /** Who it is, where the server knows its people: theirs are the canvases. */
    readonly identity?: Identity | undefined;
    /** The one canvas that it was let in for; left out: all. */
    readonly only?: string | undefined;
  }) => McpServer;
  /** Once nobody is served any more. */
  readonly close: () => Promise<void>;
}

/** Long calls come one at a time; another is for what is told of them. */
const WORKER_CONNECTIONS = 2;

/** The asked store, and servers on it. `given`: what a server that is run for many has of its own. */
export async function openCanvas(
  invocation: Invocation,
  given: Partial<Pick<ServerDeps, "log" | "observe" | "closing">> = {},
): Promise<OpenCanvas> {
  const { surroundings } = invocation;
  const log = given.log ?? logTo(surroundings.stderr);
  const address = askedStore(invocation);
  const folder = address.kind === "folder" ? address.folder : null;
  const ui = askedUi(invocation);
  const limits = askedLimits(invocation);
  const warning = passwordWarning(invocation);
  if (warning !== null) log(warning);
  const { now, workerFile } = surroundings;
  const options = { now, log, typed: typedIn(invocation), ...keepingOf(limits) };
  const store = await openStore(address, options).catch((error: unknown) => {
    throw cannotOpen(address, error);
  });
  const inWorker = address.kind === "folder" ? address : { ...address, connections: WORKER_CONNECTIONS };
  const worker = workerFile === null ? null : createWorker({ entry: workerFile, store: inWorker, limits, now, log });
  // It writes with a connection of its own: whoever watches is told without waiting for the next look.
  if (store.lookNow !== undefined) worker?.onWrite(store.lookNow);
  const heavy = worker && createHeavyCalls(worker, store);
  const { marks } = store;
  const assistants = marks
    ? createSharedAssistants({ marks, now, log })
    : createAssistants({ folder: dataFolder(invocation), pid: surroundings.pid, now, log });
  const deps: ServerDeps = {
    ...given,
    store,
    widgetHtml: () => readBuilt("widget", surroundings.widgetFiles),
    clock: surroundings.now,
    randomId,
    log,
    limits,
    owner: OWNER,
    version: surroundings.version,
    keeps: createKeepLimit(),
    ...(ui === undefined ? {} : { ui }),
    ...(heavy ? { heavyCalls: heavy, longActions: heavy.actions } : {}),
  };
  return {
    store,
    assistants,
    address,
    folder,
    log,
    deps,
    build: ({ page, ui, isOurs, sendsLines, identity, only } = {}) =>
      createMcpServer({
        ...deps,
        ...(identity === undefined ? {} : { owner: identity.subject, identity }),
        ...(isOurs ? {} : { assistants }),
        // A link to the page would be for all canvases.
        ...(page && only === undefined ? { page } : {}),
        ...(only === undefined ? {} : { only }),
        ...(sendsLines ? { sendsLines } : {}),
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
