import { parseArgs } from "node:util";
import { COMMANDS, type CommandSpec, STDIO } from "./commands.ts";
import { UsageError } from "./surroundings.ts";

export interface Parsed {
  /** Empty: MCP over stdio. */
  readonly name: string;
  readonly spec: CommandSpec;
  readonly options: Readonly<Record<string, string | true>>;
  /** Of options that may be given several times: all values. */
  readonly repeated: Readonly<Record<string, readonly string[]>>;
  readonly positionals: readonly string[];
}

/** What the arguments ask for; throws a UsageError that says what is wrong with them. */
export function parseCommand(args: readonly string[]): Parsed {
  const [first = ""] = args;
  const named = first !== "" && !first.startsWith("-");
  const spec = named ? (Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined) : STDIO;
  if (!spec)
    throw new UsageError(
      `There is no command ${JSON.stringify(first)}. The commands are ${Object.keys(COMMANDS).join(", ")}.`,
    );

  const name = named ? first : "";
  const { options, repeated, positionals } = parseOptions(spec, named ? args.slice(1) : args);
  if (options.help || options.version === true) return { name, spec, options, repeated, positionals };
  const misplaced = positionals[0] !== undefined && !named && Object.hasOwn(COMMANDS, positionals[0]);
  if (misplaced) throw new UsageError(`Put the command first: ${positionals[0]} …`);
  const most = spec.positionals.length + (spec.optional?.length ?? 0);
  if (positionals.length > most) {
    throw new UsageError(`${JSON.stringify(positionals[most])} is one argument too many.`);
  }
  const missing = spec.positionals[positionals.length];
  if (missing) throw new UsageError(`${missing} is missing: ${[name, ...spec.positionals].join(" ")}`);
  return { name, spec, options, repeated, positionals };
}

function parseOptions(
  spec: CommandSpec,
  args: readonly string[],
): Pick<Parsed, "options" | "repeated" | "positionals"> {
  const known = Object.fromEntries(
    Object.entries(spec.options).map(([name, { value, short, repeats = false }]) => [
      name,
      { type: value ? ("string" as const) : ("boolean" as const), multiple: repeats, ...(short ? { short } : {}) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: known,
      strict: true,
      allowPositionals: true,
    });
    const options: Record<string, string | true> = {};
    const repeated: Record<string, readonly string[]> = {};
    for (const [name, value] of Object.entries(values)) {
      const texts = [value].flat().filter((each) => typeof each === "string");
      if (texts.includes("")) throw new UsageError(`--${name} needs a ${spec.options[name]?.value ?? "value"}.`);
      if (Array.isArray(value)) repeated[name] = texts;
      else if (typeof value === "string" || value === true) options[name] = value;
    }
    return { options, repeated, positionals };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(firstSentence(error));
  }
}

/** Node's own words name the option; what follows them is advice for other programs. */
function firstSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const dashed = /'(-[^' ]+).*' argument is ambiguous/.exec(message)?.[1];
  if (dashed !== undefined)
    return `${dashed} needs a value. One that begins with a dash is written with the long name and an equals sign: --name=-VALUE`;
  return `${message.split(/\.\s|\n/, 1)[0]?.replace(/\.$/, "")}.`;
}
