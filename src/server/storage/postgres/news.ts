import { randomBytes } from "node:crypto";
import type pg from "pg";
import type { After } from "../../clock/timer.ts";
import type { StoreLog } from "../ports.ts";
import { wordsOf } from "../store-error.ts";
import type { Database } from "./engine/database.ts";

/** That a canvas changed, for one of those who are told of it, as nodes tell each other. */
export interface NewsItem {
  readonly reader: string;
  readonly id: string;
}

export interface News {
  /** Tells the other nodes, soon, together with what else there is to tell. */
  say(reader: string, id: string): void;
  /** Resolves when this node hears the others, or has tried to: it goes on trying. */
  listening(): Promise<void>;
  /** Hears nothing until `listening` is asked for again. */
  rest(): Promise<void>;
  gauges(): Readonly<Record<string, number>>;
  close(): Promise<void>;
}

/** What is said within this time goes in one word. */
const GATHER_MS = 3;
/** PostgreSQL takes 8,000 bytes. */
const MOST_BYTES = 7_500;
const RETRY_MS = 1_000;
const NODE_BYTES = 9;

/**
 * LISTEN and NOTIFY between nodes. Said after a write was committed and not within it: PostgreSQL lets transactions that say
 * something commit one after the other only. What is lost by that is found by whoever asks the tables.
 */
export function createNews(options: {
  readonly database: Database;
  readonly channel: string;
  readonly log: StoreLog;
  readonly after: After;
  readonly onListening: () => void;
  readonly onNews: (items: readonly NewsItem[]) => void;
}): News {
  const { database, channel, log, after, onListening, onNews } = options;
  const node = randomBytes(NODE_BYTES).toString("base64url");
  let unsaid: NewsItem[] = [];
  let saying: Promise<void> | null = null;
  let gathering: NodeJS.Timeout | undefined;
  let client: pg.Client | null = null;
  let connecting: Promise<void> | null = null;
  let isWanted = false;
  let hasFailed = false;
  let stopRetry = (): void => undefined;

  const sayAll = async (): Promise<void> => {
    while (unsaid.length > 0) {
      const { payload, rest } = pack(node, unsaid);
      unsaid = rest;
      try {
        await database.patiently((run) =>
          run({ text: "SELECT pg_notify($1, $2)", values: [channel, payload], name: "wc_notify" }),
        );
      } catch (error) {
        log(`Other nodes could not be told of changes, and find them out by themselves: ${wordsOf(error)}`, "warn");
      }
    }
  };
  const lost = (from: pg.Client, why: string): void => {
    if (client !== from) return;
    client = null;
    if (!isWanted) return;
    log(`This node does not hear the others for a moment: ${why}`, "warn");
    hasFailed = true;
    retry();
  };
  const retry = (): void => {
    stopRetry();
    stopRetry = after(RETRY_MS, () => void connect());
  };
  const listen = async (): Promise<void> => {
    try {
      const made = await database.connect();
      made.on("error", (error) => lost(made, error.message));
      made.on("end", () => lost(made, "the connection ended"));
      made.on("notification", ({ payload }) => onNews(read(node, payload)));
      client = made;
      await made.query(`LISTEN ${made.escapeIdentifier(channel)}`);
      if (!isWanted) {
        await end();
        return;
      }
      if (hasFailed) log("This node hears the others again.");
      hasFailed = false;
      onListening();
    } catch (error) {
      await end();
      if (!hasFailed) log(`This node does not hear the others: ${wordsOf(error)}`, "warn");
      hasFailed = true;
      if (isWanted) retry();
    }
  };
  const connect = (): Promise<void> => {
    if (client !== null && connecting === null) return Promise.resolve();
    connecting ??= listen().finally(() => {
      connecting = null;
    });
    return connecting;
  };
  const end = async (): Promise<void> => {
    const ending = client;
    client = null;
    // One that is broken cannot be left politely.
    await ending?.end().catch(() => undefined);
  };
  const rest = async (): Promise<void> => {
    isWanted = false;
    stopRetry();
    await connecting;
    await end();
  };
  return {
    say: (reader, id) => {
      unsaid.push({ reader, id });
      gathering ??= setTimeout(() => {
        gathering = undefined;
        saying = (saying ?? Promise.resolve()).then(sayAll);
      }, GATHER_MS);
    },
    listening: async () => {
      isWanted = true;
      await connect();
    },
    rest,
    gauges: () => ({ database_listening: client === null ? 0 : 1 }),
    close: async () => {
      clearTimeout(gathering);
      await saying;
      await sayAll();
      await rest();
    },
  };
}

/** As many as one word holds. */
function pack(node: string, items: readonly NewsItem[]): { readonly payload: string; readonly rest: NewsItem[] } {
  const said: (readonly [string, string])[] = [];
  let bytes = 100;
  for (const { reader, id } of items) {
    const more = Buffer.byteLength(JSON.stringify([reader, id])) + 1;
    if (said.length > 0 && bytes + more > MOST_BYTES) break;
    said.push([reader, id]);
    bytes += more;
  }
  return { payload: JSON.stringify([node, ...said]), rest: items.slice(said.length) };
}

/** What this node said itself it knows; what is no word of ours says nothing. */
function read(node: string, payload: string | undefined): readonly NewsItem[] {
  try {
    const value: unknown = JSON.parse(payload ?? "");
    if (!Array.isArray(value) || value[0] === node) return [];
    return value.slice(1).flatMap((item: unknown) => {
      if (!Array.isArray(item)) return [];
      const [reader, id] = item as readonly unknown[];
      return typeof reader === "string" && typeof id === "string" ? [{ reader, id }] : [];
    });
  } catch {
    return [];
  }
}
