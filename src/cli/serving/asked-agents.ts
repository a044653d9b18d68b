import { join, resolve } from "node:path";
import { isSubject, LOCAL_OWNER } from "../../server/access/identity.ts";
import { type Agents, isAgentName } from "../../surfaces/aap/agents.ts";
import { type Invocation, UsageError } from "../surroundings.ts";
import type { LogForm } from "./serve-log.ts";
import { said } from "./serving-options.ts";

/** Where agents are told of an interaction, in one line. */
export type AskedSink =
  | { readonly kind: "stderr" }
  | { readonly kind: "mcp" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "command"; readonly words: readonly string[] };

export interface AskedAgents {
  readonly agents: Agents;
  /** Below it interactions are written as files; null: nowhere. */
  readonly root: string | null;
  readonly sinks: readonly AskedSink[];
  /** Whose interactions are written and told. */
  readonly owner: string;
}

/** What of it makes sense where. */
export interface AgentsPlace {
  /** The server knows its people. */
  readonly knowsPeople: boolean;
  /** One client is connected, for as long as the process runs. */
  readonly hasClient: boolean;
  readonly log: LogForm;
}

/** What agents are told, and how, checked as a whole. */
export function askedAgents(invocation: Invocation, place: AgentsPlace): AskedAgents {
  const agents = readAgents(valuesOf(invocation, "agent", "WRITING_CANVAS_AGENTS", ","));
  const interactions = said(invocation, "interactions", "WRITING_CANVAS_INTERACTIONS");
  const notify = valuesOf(invocation, "notify", "WRITING_CANVAS_NOTIFY", "\n");
  const sinks = notify.values.map((text) => readSink({ text, from: notify.from }, invocation, place));
  const owner = askedOwner(invocation, place, interactions?.from ?? (sinks.length > 0 ? notify.from : null));
  // The two would be one folder, and one name in the path.
  const same = [...agents.keys()].find((name) => name.toLowerCase() === owner.toLowerCase());
  if (same !== undefined)
    throw new UsageError(
      `--agent ${same} is the name of --agent-owner, and all of their canvases already. Choose another name.`,
    );
  const root = interactions === null ? null : pathOf(interactions.text, invocation);
  return { agents, root, sinks, owner };
}

interface Values {
  readonly values: readonly string[];
  readonly from: string;
}

function valuesOf({ surroundings, repeated }: Invocation, option: string, variable: string, between: string): Values {
  const given = repeated?.[option];
  if (given !== undefined) return { values: given, from: `--${option}` };
  const values = (surroundings.env[variable] ?? "").split(between).map((text) => text.trim());
  return { values: values.filter((text) => text !== ""), from: variable };
}

const LONGEST_CLIENT = 200;

function readAgents({ values, from }: Values): Agents {
  const agents = new Map<string, string>();
  const taken = new Set([LOCAL_OWNER]);
  for (const text of values) {
    const at = text.indexOf("=");
    const name = at < 0 ? text : text.slice(0, at);
    const client = at < 0 ? text : text.slice(at + 1);
    if (!isAgentName(name))
      throw new UsageError(
        `${from} has the name ${JSON.stringify(name)}; a name is 1 to 64 letters, digits, dots, dashes and underscores, such as writer or writer=claude-code.`,
      );
    if (client.trim() === "" || client.length > LONGEST_CLIENT || /\p{Cc}/u.test(client))
      throw new UsageError(
        `${from} ${name} needs the name that its program gives itself behind the equals sign, such as ${name}=claude-code, or no equals sign where it is the same.`,
      );
    // On some disks one folder would be both.
    if (taken.has(name.toLowerCase()))
      throw new UsageError(
        name.toLowerCase() === LOCAL_OWNER
          ? `${from}: ${name} is all of your canvases already. Choose another name.`
          : `${from} has the name ${name} twice. Choose another for one of the two.`,
      );
    taken.add(name.toLowerCase());
    agents.set(name, client);
  }
  return agents;
}

const SINKS = 'stderr, file:PATH, mcp, or command:["PROGRAM","ARGUMENT"…]';

function readSink(
  { text, from }: { readonly text: string; readonly from: string },
  invocation: Invocation,
  { hasClient, log }: AgentsPlace,
): AskedSink {
  if (text === "stderr") {
    if (log === "text") return { kind: "stderr" };
    throw new UsageError(`${from} stderr would put lines among those of --log json. Use file:PATH, or --log text.`);
  }
  if (text === "mcp") {
    if (hasClient) return { kind: "mcp" };
    throw new UsageError(
      `${from} mcp is for a server over stdio, which has one client: over HTTP nobody stays connected. Use ${SINKS.replace(" mcp,", "")}.`,
    );
  }
  const [, kind, rest = ""] = /^(file|command):(.+)$/s.exec(text) ?? [];
  if (kind === "file") return { kind, path: pathOf(rest, invocation) };
  const words = kind === "command" ? readWords(rest) : null;
  if (words !== null) return { kind: "command", words };
  throw new UsageError(
    kind === "command"
      ? `${from} command: needs a JSON array of texts, the program first, such as command:["notify-send","Canvas"].`
      : `${from} is ${JSON.stringify(text)}; it is ${SINKS}.`,
  );
}

function readWords(text: string): readonly string[] | null {
  try {
    const words: unknown = JSON.parse(text);
    const isCommand = Array.isArray(words) && words.length > 0 && words[0] !== "";
    return isCommand && words.every((word) => typeof word === "string" && !word.includes("\0"))
      ? (words as string[])
      : null;
  } catch {
    return null;
  }
}

function askedOwner(invocation: Invocation, { knowsPeople }: AgentsPlace, needed: string | null): string {
  const asked = said(invocation, "agent-owner", "WRITING_CANVAS_AGENT_OWNER");
  if (!knowsPeople) {
    if (asked === null) return LOCAL_OWNER;
    throw new UsageError(
      `${asked.from} is for a server that knows its people, by --tokens or --issuer. Leave it out: here there is one owner.`,
    );
  }
  if (asked !== null && isSubject(asked.text)) return asked.text;
  if (asked !== null)
    throw new UsageError(
      `${asked.from} is ${JSON.stringify(asked.text)}; it is a name of at most 255 visible characters.`,
    );
  if (needed === null) return LOCAL_OWNER;
  throw new UsageError(
    `${needed} passes on what one person does, and this server knows many. Say whose with --agent-owner SUBJECT (or WRITING_CANVAS_AGENT_OWNER): the name in --tokens, or the issuer's sub.`,
  );
}

/** Shells leave a ~ alone that stands behind a colon or an equals sign. */
function pathOf(text: string, { surroundings: { home, folder } }: Invocation): string {
  return text === "~" || /^~[/\\]/.test(text) ? join(home, text.slice(1)) : resolve(folder, text);
}
