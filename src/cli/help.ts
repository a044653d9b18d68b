import { COMMANDS, type CommandSpec, GROUPS, STDIO } from "./commands.ts";

const EXITS = ["0 done", "1 could not be done", "2 asked wrongly"];

/** All commands by group, with the options that go with most of them. */
export function generalHelp(version: string, program: string): string {
  const commands = Object.entries(COMMANDS).map(([name, spec]) => ({ ...spec, usage: usageOf(name, spec) }));
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const groups = Object.entries(GROUPS).flatMap(([group, words]) => [
    `${words}:`,
    ...columns(
      [
        ...(group === "serving" ? [["(no command)", STDIO.help] as const] : []),
        ...commands
          .filter((command) => (command.group ?? "canvases") === group)
          .map(({ usage, help }) => [usage, help] as const),
      ],
      width,
    ),
    "",
  ]);
  return [
    `writing-canvas ${version}: an editable markdown document inside an AI conversation.`,
    `Commands are typed behind the program: ${program} COMMAND`,
    "",
    ...groups,
    "Options without a command:",
    ...optionLines(STDIO),
    "",
    `\`${program} COMMAND --help\` says the options of a command. Most take --data DIR and --json.`,
    `Exit codes: ${EXITS.join(", ")}. Words go to stderr, answers to stdout.`,
    "",
  ].join("\n");
}

export function commandHelp(name: string, spec: CommandSpec, program: string): string {
  const exits = spec.exits ?? EXITS;
  return [
    `${program} ${usageOf(name, spec)} [options]`,
    `  ${spec.help}`,
    "",
    ...optionLines(spec),
    "",
    ...(spec.notes === undefined ? [] : [...spec.notes.map((note) => `  ${note}`), ""]),
    `Exit codes: ${exits.join(", ")}.`,
    "",
  ].join("\n");
}

function usageOf(name: string, spec: CommandSpec): string {
  const optional = (spec.optional ?? []).map((argument) => `[${argument}]`);
  return [name, ...spec.positionals, ...optional].join(" ");
}

function optionLines(spec: CommandSpec): string[] {
  return columns(
    Object.entries(spec.options).map(([name, { value, short, help }]) => [
      `${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`,
      help,
    ]),
  );
}

function columns(rows: readonly (readonly [string, string])[], atLeast = 0): string[] {
  const width = Math.max(atLeast, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
