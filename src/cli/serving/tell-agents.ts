import { personCall } from "../../server/actions/call.ts";
import { AAP_CLIENT } from "../../surfaces/aap/agent-paths.ts";
import { exportRecords } from "../../surfaces/aap/export-records.ts";
import { notifyOf, type Sink } from "../../surfaces/aap/notify.ts";
import { commandSink, fileSink, streamSink } from "../../surfaces/aap/sinks.ts";
import type { Invocation } from "../surroundings.ts";
import type { AskedAgents, AskedSink } from "./asked-agents.ts";
import type { OpenCanvas } from "./open-canvas.ts";

/** What lets in, or opens the store: nothing for a program that is told one line. */
const SECRETS = [
  "WRITING_CANVAS_TOKEN",
  "WRITING_CANVAS_OPERATOR_TOKEN",
  "WRITING_CANVAS_CLIENT_SECRET",
  "WRITING_CANVAS_STORE",
  "PGPASSWORD",
];

/**
 * From now on what people do is written and told as was asked. `toClient`: tells the program at the other end of stdio.
 * Returns how to end it, before the store is closed.
 */
export function tellAgents(
  { surroundings }: Invocation,
  { deps }: Pick<OpenCanvas, "deps">,
  { agents, root, sinks, owner }: AskedAgents,
  toClient?: (line: string) => Promise<void>,
): { readonly stop: () => Promise<void> } {
  const call = personCall({ ...deps, owner }, AAP_CLIENT);
  const { env, folder, stderr } = surroundings;
  const programEnv = Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.includes(name)));
  const sinkOf = (asked: AskedSink): readonly Sink[] => {
    switch (asked.kind) {
      case "stderr":
        return [streamSink("stderr", stderr)];
      case "file":
        return [fileSink(asked.path)];
      case "command":
        return [commandSink(asked.words, { env: programEnv, folder })];
      case "mcp":
        return toClient === undefined ? [] : [{ name: "mcp", atOnce: 1, deliver: toClient }];
    }
  };
  const running = [
    ...(root === null ? [] : [exportRecords({ call, agents, root })]),
    ...(sinks.length === 0 ? [] : [notifyOf({ call, sinks: sinks.flatMap(sinkOf) })]),
  ];
  return {
    stop: async () => {
      await Promise.all(running.map((each) => each.stop()));
    },
  };
}
