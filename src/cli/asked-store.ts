import type { StoreAddress } from "../server/storage/open-store.ts";
import { dataFolder } from "./data-folder.ts";
import { CommandError, type Invocation, UsageError } from "./surroundings.ts";

type Asked = Pick<Invocation, "surroundings" | "options">;

const VARIABLE = "WRITING_CANVAS_STORE";
const FORM = "postgres://USER@HOST:PORT/DATABASE";
const MOST_CONNECTIONS = 500;

/** Where the canvases are, by option or environment: a database, or the data folder. */
export function askedStore(invocation: Asked): StoreAddress {
  const { surroundings, options } = invocation;
  const given = textOf(options.store) ?? (surroundings.env[VARIABLE] || undefined);
  if (given === undefined) return { kind: "folder", folder: dataFolder(invocation) };
  const name = options.store === undefined ? VARIABLE : "--store";
  if (options.data !== undefined)
    throw new UsageError(`Canvases are in one place: give --data DIR or ${name}, not both.`);
  const connections = askedConnections(invocation);
  return {
    kind: "postgres",
    url: checkedUrl(given, name),
    ...(connections === undefined ? {} : { connections }),
  };
}

/** The folder, for what only this machine's own canvases have. */
export function ownFolder(invocation: Asked, what: string): string {
  const address = askedStore(invocation);
  if (address.kind === "folder") return address.folder;
  throw new UsageError(`${what} is for canvases in a data folder of this machine: leave out --store and ${VARIABLE}.`);
}

/** As it may be said and logged. */
export function storeInWords(address: StoreAddress): string {
  if (address.kind === "folder") return address.folder;
  const { hostname, port, pathname } = new URL(address.url);
  return `PostgreSQL at ${hostname || "this machine"}${port === "" ? "" : `:${port}`}${pathname === "/" ? "" : `, database ${decodeURIComponent(pathname.slice(1))}`}`;
}

/** What to say about a password that everybody on the machine can read; null: there is none. */
export function passwordWarning({ options }: Asked): string | null {
  const given = textOf(options.store);
  if (given === undefined || new URL(given).password === "") return null;
  return `The password in --store stands in the list of processes, where every user of this machine can read it. Give the address in ${VARIABLE}, or the password in PGPASSWORD or a .pgpass file.`;
}

function checkedUrl(given: string, name: string): string {
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    // What was given may hold a password: it is not said.
    throw new UsageError(`${name} is no address of a database. It looks like ${FORM}.`);
  }
  if (url.protocol !== "postgres:" && url.protocol !== "postgresql:")
    throw new UsageError(
      `${name} begins with ${url.protocol}//; canvases can be kept in PostgreSQL, ${FORM}, or in a folder (--data DIR).`,
    );
  if (url.hash !== "")
    throw new UsageError(`${name} has a # in it. In a password it is written %23, ? is %3F, / is %2F, @ is %40.`);
  return given;
}

function askedConnections({ surroundings, options }: Asked): number | undefined {
  const variable = "WRITING_CANVAS_CONNECTIONS";
  const given = textOf(options.connections) ?? (surroundings.env[variable] || undefined);
  if (given === undefined) return undefined;
  const number = /^\d{1,4}$/.test(given) ? Number(given) : Number.NaN;
  if (number >= 1 && number <= MOST_CONNECTIONS) return number;
  throw new UsageError(
    `${options.connections === undefined ? variable : "--connections"} is ${JSON.stringify(given)}; it is a number from 1 to ${MOST_CONNECTIONS}.`,
  );
}

/** What the database said when it could not be opened, in words that do not hold the password. */
export function cannotOpen(address: StoreAddress, error: unknown): unknown {
  if (address.kind === "folder" || !(error instanceof Error)) return error;
  const why = [error, error.cause].map(refusalOf).find((words) => words !== null) ?? error.message;
  return new CommandError(`${storeInWords(address)}: ${why}`);
}

function refusalOf(error: unknown): string | null {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? (REFUSALS[code] ?? null) : null;
}

const REFUSALS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there. Check host and port, and that PostgreSQL runs and listens there.",
  ENOTFOUND: "there is no machine of this name.",
  EAI_AGAIN: "the name of the machine could not be looked up.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "its certificate is of nobody that this machine trusts. Name its authority: sslrootcert=FILE.",
  SELF_SIGNED_CERT_IN_CHAIN:
    "its certificate is of nobody that this machine trusts. Name its authority: sslrootcert=FILE.",
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "its certificate is of nobody that this machine trusts. Name its authority: sslrootcert=FILE.",
  "28P01": "the password is wrong. Check the address, PGPASSWORD and .pgpass.",
  "28000": "this user may not connect. Check the user's name, and pg_hba.conf.",
  "3D000": "there is no such database. Make it first: createdb.",
  "42501":
    "this user may not make tables there. Let them create a schema in the database, or make the schema writing_canvas for them.",
};

function textOf(value: string | true | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
