import { StoreError } from "../protocol/errors.ts";
import { commandHelp, generalHelp } from "./help.ts";
import { parseCommand } from "./parse-command.ts";
import { CommandError, DONE, FAILED, MISUSED, type Surroundings, UsageError } from "./surroundings.ts";
import { printable, printableJson } from "./terminal/printable.ts";
import { ownProgram } from "./typed-command.ts";

/** Does what the arguments ask; the exit code. */
export async function run(surroundings: Surroundings): Promise<number> {
  const { args, stdout, stderr, version } = surroundings;
  try {
    const { name, spec, options, repeated, positionals } = parseCommand(args);
    if (options.help) {
      stdout.write(
        name === ""
          ? generalHelp(version, ownProgram(surroundings))
          : commandHelp(name, spec, ownProgram(surroundings)),
      );
      return DONE;
    }
    if (options.version === true) {
      stdout.write(`${version}\n`);
      return DONE;
    }
    const command = await spec.load();
    return await command({ surroundings, options, repeated, positionals });
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof CommandError || error instanceof StoreError)) throw error;
    const misused = error instanceof UsageError;
    const { message } = error;
    // For programs, which read stdout; the words stay on stderr for whoever watches.
    if (args.includes("--json")) stdout.write(printableJson({ error: { message } }));
    stderr.write(`writing-canvas: ${printable(message, { lines: true })}\n`);
    if (misused) stderr.write(`\`${ownProgram(surroundings)} --help\` says more.\n`);
    if (misused) return MISUSED;
    return error instanceof CommandError ? error.exitCode : FAILED;
  }
}
