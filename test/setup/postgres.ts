import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { postgresPrograms, type RunAs, whoRunsPostgres } from "./postgres-programs.ts";

/** How PostgreSQL stops: it waits for its clients, sends them away, or falls as if the machine had. */
export type StopMode = "smart" | "fast" | "immediate";

/** A real PostgreSQL of one's own, on a loopback port, with a random password. It ends with the process that started it, however that ends. */
export interface Postgres {
  /** Of the database `postgres`, as its superuser. */
  readonly url: string;
  readonly port: number;
  /** The address of a new, empty database. */
  freshDatabase(): Promise<string>;
  /** What it has logged last, for the words of a failed test. */
  log(): string;
  stop(mode: StopMode): Promise<void>;
  /** After `stop` or `kill`: on the same port, with the same data. Resolves when it takes connections. */
  start(): Promise<void>;
  /** As `kill -9` of its first process. */
  kill(): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

export interface PostgresOptions {
  /** Whether an acknowledged commit is on the disk, as it is by default. Without it everything is quicker. */
  readonly durable: boolean;
}

const GUARD = fileURLToPath(new URL("postgres-guard.mjs", import.meta.url));
const SIGNALS = { smart: "SIGTERM", fast: "SIGINT", immediate: "SIGQUIT" } as const;
const QUICK = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
const LOG_KEPT = 16_000;
const START_MS = 60_000;

export async function startPostgres({ durable }: PostgresOptions): Promise<Postgres> {
  const runAs = whoRunsPostgres();
  const folder = await mkdtemp(join(tmpdir(), "canvas-postgres-"));
  const guard = startGuard(folder);
  try {
    if ("uid" in runAs) await chown(folder, runAs.uid, runAs.gid);
    const programs = await postgresPrograms(folder, runAs);
    const password = randomBytes(12).toString("hex");
    await makeCluster(join(programs, "bin/initdb"), folder, password, runAs);
    const cluster = new Cluster(join(programs, "bin/postgres"), folder, password, durable ? [] : QUICK, runAs, guard);
    await cluster.start();
    return cluster;
  } catch (error) {
    guard.stdin?.end();
    throw error;
  }
}

/** Detached: what ends this process and all of its group leaves it alone. */
function startGuard(folder: string): ChildProcess {
  const guard = spawn(process.execPath, [GUARD, folder], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  guard.unref();
  // A guard that has gone is no reason to end; what it would have done, `close` does.
  guard.stdin?.on("error", () => undefined);
  return guard;
}

/** Sorts by the rules of a language, as most servers do: an order that should be by bytes has to say so. */
async function makeCluster(initdb: string, folder: string, password: string, runAs: RunAs): Promise<void> {
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if ("uid" in runAs) await chown(passwordFile, runAs.uid, runAs.gid);
  const child = spawn(
    initdb,
    [
      ...["-D", join(folder, "data"), "-U", "postgres", "-A", "scram-sha-256", "--pwfile", passwordFile],
      ...["-E", "UTF8", "--locale", "C", "--locale-provider", "icu", "--icu-locale", "en-US"],
      ...["--no-sync", "--no-instructions"],
    ],
    { cwd: folder, env: bareEnvironment(), stdio: ["ignore", "ignore", "pipe"], ...runAs },
  );
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    errors += chunk;
  });
  const [code] = (await once(child, "close")) as [number | null];
  await rm(passwordFile, { force: true });
  if (code !== 0) throw new Error(`initdb ended with ${code}. ${errors}`);
}

/** None of the caller's PG variables, and messages in English. */
function bareEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" };
}

class Cluster implements Postgres {
  port = 0;
  private running: ChildProcess | null = null;
  private logged = "";
  private made = 0;

  constructor(
    private readonly program: string,
    private readonly folder: string,
    private readonly password: string,
    private readonly settings: readonly string[],
    private readonly runAs: RunAs,
    private readonly guard: ChildProcess,
  ) {}

  get url(): string {
    return this.urlOf("postgres");
  }

  log(): string {
    return this.logged;
  }

  async freshDatabase(): Promise<string> {
    this.made += 1;
    const name = `canvas_${this.made}`;
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      await client.query(`CREATE DATABASE ${name}`);
    } finally {
      await client.end();
    }
    return this.urlOf(name);
  }

  async start(): Promise<void> {
    if (this.running !== null) throw new Error("PostgreSQL runs already");
    const until = Date.now() + START_MS;
    for (;;) {
      const port = this.port === 0 ? await freePort() : this.port;
      const failure = await this.spawnOn(port);
      if (failure === null) {
        this.port = port;
        return;
      }
      // The port was taken meanwhile, or processes of the one that was killed are still on their way out.
      const mayPass = /could not bind|Address already in use|is still in use|lock file/.test(failure);
      if (!mayPass || Date.now() > until) throw new Error(`PostgreSQL did not start.\n${failure}`);
    }
  }

  stop(mode: StopMode): Promise<void> {
    return this.end(SIGNALS[mode]);
  }

  kill(): Promise<void> {
    return this.end("SIGKILL");
  }

  async close(): Promise<void> {
    await this.end("SIGQUIT");
    this.guard.stdin?.end();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  private urlOf(database: string): string {
    return `postgres://postgres:${this.password}@127.0.0.1:${this.port}/${database}`;
  }

  /** Null once it takes connections; what it said when it ended instead. */
  private spawnOn(port: number): Promise<string | null> {
    const settings = [
      ...["listen_addresses=127.0.0.1", "unix_socket_directories=", `port=${port}`, "max_connections=200"],
      ...this.settings,
    ];
    const data = join(this.folder, "data");
    const child = spawn(this.program, ["-D", data, ...settings.flatMap((setting) => ["-c", setting])], {
      cwd: this.folder,
      env: bareEnvironment(),
      stdio: ["ignore", "ignore", "pipe"],
      ...this.runAs,
    });
    this.running = child;
    this.guard.stdin?.write(`${child.pid ?? 0}\n`);
    let said = "";
    return new Promise((resolve) => {
      child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
        this.logged = (this.logged + chunk).slice(-LOG_KEPT);
        if (said.length < LOG_KEPT) said += chunk;
        if (said.includes("ready to accept connections")) resolve(null);
      });
      child.once("error", (error) => {
        said += error.message;
      });
      child.once("close", () => {
        this.running = null;
        this.guard.stdin?.write("0\n");
        resolve(said);
      });
    });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { running } = this;
    if (running === null) return;
    const gone = once(running, "close");
    running.kill(signal);
    await gone;
  }
}

/** Below those that the system gives to outgoing connections, which could take it while PostgreSQL is stopped. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + randomInt(7_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}
