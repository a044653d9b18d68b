import type { PageCommands } from "../../protocol/page.ts";
import { type Access, isLocal as isLocalAccess } from "../../server/http/access.ts";
import { namedFolder } from "../data-folder.ts";
import { SERVER_NAME } from "../hosts/hosts.ts";
import type { Invocation } from "../surroundings.ts";
import { hostCommand, quoteWord, typedElsewhere, typedFor } from "../typed-command.ts";

/** What the page tells people to type. Beyond this machine nobody is told where its files lie. */
export function pageCommands(invocation: Invocation, access: Pick<Access, "host" | "public">): PageCommands {
  const { surroundings } = invocation;
  const isLocal = isLocalAccess(access);
  const data = namedFolder(invocation);
  const typed = isLocal ? typedFor(surroundings, data) : typedElsewhere(surroundings);
  const { command, args } = hostCommand(surroundings, { data });
  const words = [command, ...args].map((word) => quoteWord(word, surroundings.platform));
  // On another machine than the servers' own they would speak of other canvases.
  const isHosted = access.public !== undefined;
  return {
    page: isHosted ? null : typed(isLocal ? "page" : "page --no-browser"),
    serve: isHosted ? null : typed("serve"),
    doctor: typed("doctor"),
    install: typed("install"),
    claudeCode: isLocal ? `claude mcp add ${SERVER_NAME} -- ${words.join(" ")}` : null,
    configuration: isLocal ? inOneLine({ mcpServers: { [SERVER_NAME]: { command, args } } }) : null,
  };
}

/** JSON with room between its words. */
function inOneLine(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(/\n */g, " ");
}
