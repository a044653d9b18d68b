import { statSync } from "node:fs";
import { join } from "node:path";
import type { TypedCommand } from "../../protocol/names.ts";
import { askLeader } from "../../surfaces/page/leader/ask-leader.ts";
import { readLeaderRecord } from "../../surfaces/page/leader/leader-record.ts";
import { createLinks } from "../../surfaces/page/server/links.ts";
import { pageIsOff } from "../serving/open-page.ts";
import type { Invocation } from "../surroundings.ts";
import { typedIn } from "../typed-command.ts";
import { attention, type Finding, ok, problem } from "./finding.ts";

const PATIENCE_MS = 20_000;
const KEY_BYTES = 32;

/** Whether the page is served, by whom and where, and whether it answers. */
export async function checkPage(folder: string, invocation: Invocation): Promise<readonly Finding[]> {
  const { platform, now, version } = invocation.surroundings;
  const typed = typedIn(invocation);
  if (pageIsOff(invocation)) return [ok("page", "turned off by WRITING_CANVAS_NO_PAGE")];
  const record = await readLeaderRecord(folder);
  const key = statSync(join(folder, "page.key"), { throwIfNoEntry: false });
  if (platform !== "win32" && key && (key.mode & 0o077) !== 0) {
    return [attention("page", "others can read the page's key", `Close it: chmod 600 '${join(folder, "page.key")}'`)];
  }
  // Only a whole key is opened: whoever opens a broken one makes a new one.
  if (!record || key?.size !== KEY_BYTES) return [notServed(typed)];
  const links = await createLinks(folder, now);
  const answer = await askLeader(links, { port: record.port, hold: false, patienceMs: PATIENCE_MS });
  const address = `http://127.0.0.1:${record.port}/`;
  switch (answer.kind) {
    case "leader":
      return answer.version === version
        ? [ok("page", `served at ${address} by process ${record.pid}`, `\`${typed("page")}\` opens it.`)]
        : [
            attention(
              "page",
              `served at ${address} by process ${record.pid}, which is version ${answer.version}`,
              "Start your hosts again, so that all run this version.",
            ),
          ];
    case "nobody":
      return [notServed(typed)];
    case "foreign":
      return [
        attention(
          "page",
          `not served at the moment; another program has its port ${record.port}`,
          "The page will take the next free port. Close tabs that show its old address, unless you know that program.",
        ),
      ];
    case "silent":
      return [
        problem(
          "page",
          `process ${record.pid} should serve ${address} and does not answer`,
          `End it (process ${record.pid}), then run \`${typed("page")}\`.`,
        ),
      ];
  }
}

function notServed(typed: TypedCommand): Finding {
  return ok("page", "not served at the moment", `\`${typed("page")}\` opens it; hosts start it when it is needed.`);
}
