import { randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { type Postgres, startPostgres } from "./postgres.ts";
import { postgresMissing } from "./postgres-programs.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where test files ask for a database (test/setup/fresh-database.ts), or why there is none to be had. */
    readonly postgres: { readonly ask: string } | { readonly missing: string };
  }
}

/**
 * One PostgreSQL for a run of unit tests, started when the first of them asks for a database: a run in which none asks
 * pays nothing. It keeps nothing on the disk for safety.
 */
export default async function offerPostgres(project: TestProject): Promise<() => Promise<void>> {
  const missing = postgresMissing();
  if (missing !== null) {
    project.provide("postgres", { missing });
    return async () => {};
  }
  let cluster: Promise<Postgres> | null = null;
  const path = `/${randomBytes(16).toString("hex")}`;
  const answer = async (response: ServerResponse): Promise<void> => {
    try {
      cluster ??= startPostgres({ durable: false });
      response.end(await (await cluster).freshDatabase());
    } catch (error) {
      response.statusCode = 500;
      response.end(String(error));
    }
  };
  const server = createServer((request, response) => {
    if (request.url === path) return void answer(response);
    response.statusCode = 404;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  project.provide("postgres", { ask: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}` });
  return async () => {
    server.close();
    server.closeAllConnections();
    // One that did not start has said so to whoever asked.
    await cluster?.then(
      (started) => started.close(),
      () => undefined,
    );
  };
}
