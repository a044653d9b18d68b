import { COMMANDS, type CommandSpec, STDIO } from "./commands.ts";

/** All commands, with the options of those that serve. */
export function generalHelp(version: string): string {
  const rows = Object.entries(COMMANDS).map(([name, spec]) => [usageOf(name, spec), spec.help] as const);
  return [
    `writing-canvas ${version}: an editable markdown document inside an AI conversation.`,
    "",
    "Usage:",
    ...columns([["writing-canvas", STDIO.help], ...rows]),
    "",
    "Options:",
    ...optionLines(STDIO),
    "",
    "Options of serve:",
    ...optionLines(COMMANDS.serve ?? STDIO),
    "",
    "`writing-canvas COMMAND --help` says the options of the other commands.",
    "",
  ].join("\n");
}

export function commandHelp(name: string, spec: CommandSpec): string {
  return [`${usageOf(name, spec)} [options]: ${spec.help}`, "", ...optionLines(spec), ""].join("\n");
}

function usageOf(name: string, spec: CommandSpec): string {
  const optional = (spec.optional ?? []).map((argument) => `[${argument}]`);
  return ["writing-canvas", name, ...spec.positionals, ...optional].join(" ");
}

function optionLines(spec: CommandSpec): string[] {
  return columns(
    Object.entries(spec.options).map(([name, { value, short, help }]) => [
      `${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`,
      help,
    ]),
  );
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
