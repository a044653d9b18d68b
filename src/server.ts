/** The package's public surface: a server to run inside other programs, its store, its widget. docs/embedding.md shows them. */
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { McpServer } from "@modelcontextprotocol/server";
import { version as packageVersion } from "../package.json";
import { createIntroductions } from "./server/access/identify.ts";
import { randomId as cryptoRandomId } from "./server/actions/random-id.ts";
import { createKeepLimit } from "./server/actions/writing/keep-text.ts";
import type { HandlerGuards, KnownCaller } from "./server/http/handler-guard.ts";
import { createMcpHttpHandler, type HttpHandler } from "./server/http/http-handler.ts";
import { createMcpServer } from "./server/mcp/mcp-server.ts";
import { WRITING_TOOLS } from "./server/mcp/register-tools.ts";
import type { ServerDeps } from "./server/mcp/tool.ts";
import type { Marks, Store } from "./server/storage/ports.ts";
import { openPostgresStore as openDatabase, type PostgresStoreOptions } from "./server/storage/postgres/store.ts";
import { openSqliteStore as openStore, type SqliteStoreOptions } from "./server/storage/sqlite/store.ts";

// The types of what stands below; and what a store of one's own is made of: its ports, what they hand around, what all do alike.
export { MOST_OF_SEALED, MOST_POINTS, withPoints } from "./core/document/versions/points.ts";
export type { CanvasRecord } from "./core/records/canvas.ts";
export type * from "./core/records/history.ts";
export type { CanvasListing } from "./core/records/listing.ts";
export { StoreError } from "./protocol/errors.ts";
export { BIN_DAYS } from "./protocol/limits.ts";
export type { Identity, Scope } from "./server/access/identity.ts";
export type { Limits } from "./server/actions/limits.ts";
export type { After } from "./server/clock/timer.ts";
export type { Authenticate, HandlerGuards, HttpCaller } from "./server/http/handler-guard.ts";
export type { HttpHandler } from "./server/http/http-handler.ts";
export type { PagePort } from "./server/mcp/page-links.ts";
export type { ServerDeps } from "./server/mcp/tool.ts";
export type { UiWish } from "./server/mcp/ui-clients.ts";
export { type LineRow, momentText, readLine, summaryOf } from "./server/storage/line-row.ts";
export { assertKeepable, listingOf, passageIn, searchText, wordsOf } from "./server/storage/listing.ts";
export { lineAfter, lineNews, planLine, rowsNeeded } from "./server/storage/plan-line.ts";
export type * from "./server/storage/ports.ts";
export { entryOf, isOfArchived, lineWriter, withOwnMoment } from "./server/storage/put-lines.ts";
export { UnwritableError } from "./server/storage/store-error.ts";

/** A store is all that a server needs; everything else has a default. */
export type CanvasServerOptions = Pick<ServerDeps, "store"> & Partial<ServerDeps>;

/** The MCP server of one connection, or of one request. All that lasts is in the store. */
export function createCanvasServer(options: CanvasServerOptions): McpServer {
  return createMcpServer(withDefaults(options));
}

export type CanvasHandlerOptions = CanvasServerOptions & HandlerGuards & { readonly maxBodyBytes?: number };

/**
 * MCP over HTTP, for `http.createServer` or a route of a framework, at whatever path. By itself it lets in programs of this
 * machine only; `token`, or `authenticate` and `allowedHosts`, open it further. Throws when they would do so by mistake.
 */
export function createHttpHandler(options: CanvasHandlerOptions): HttpHandler {
  const deps = withDefaults(options);
  const introduce = createIntroductions({ people: deps.store.people, now: () => performance.now(), log: deps.log });
  const build = ({ owner, identity }: KnownCaller) => {
    // Who it is the embedder has said: it is only kept. It never fails.
    if (identity !== undefined) void introduce(identity);
    return createMcpServer({ ...deps, owner, identity });
  };
  const { owner, log } = deps;
  return createMcpHttpHandler({ ...options, build, owner, log, writingTools: WRITING_TOOLS });
}

/** The store in one SQLite file, `canvases.db` in this folder, which is made when it is missing. Several processes may share it. */
export function openSqliteStore({
  now = () => new Date(),
  log = () => undefined,
  ...rest
}: Pick<SqliteStoreOptions, "folder"> &
  Partial<Pick<SqliteStoreOptions, "now" | "log" | "after" | "keepVersions">>): Promise<Store> {
  return openStore({ ...rest, now, log });
}

/**
 * The store in a PostgreSQL database that any number of machines may share. Its tables are made when they are missing, in a
 * schema of their own.
 */
export function openPostgresStore({
  now = () => new Date(),
  log = () => undefined,
  ...rest
}: Pick<PostgresStoreOptions, "url"> & Partial<PostgresStoreOptions>): Promise<Store & { readonly marks: Marks }> {
  return openDatabase({ ...rest, now, log });
}

/** The widget: one HTML file with everything inside. */
export function widgetHtml(): Promise<string> {
  // In development this file is TypeScript, and what is built lies in dist/.
  const built = extname(import.meta.url) === ".ts" ? "../dist/canvas-app.html" : "canvas-app.html";
  return readFile(fileURLToPath(new URL(built, import.meta.url)), "utf8");
}

function withDefaults({
  owner = "local",
  version = packageVersion,
  widgetHtml: widget = widgetHtml,
  clock = () => new Date(),
  randomId = cryptoRandomId,
  log = () => undefined,
  keeps = createKeepLimit(),
  ...rest
}: CanvasServerOptions): ServerDeps {
  return { ...rest, owner, version, widgetHtml: widget, clock, randomId, log, keeps };
}
