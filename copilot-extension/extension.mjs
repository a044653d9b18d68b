/** Writing Canvas beside a conversation with GitHub Copilot, which starts this file in a process of its own for each session. */
import { joinSession } from "@github/copilot-sdk/extension";
import about from "./package.json" with { type: "json" };
import { openWritingCanvas } from "./writing-canvas.mjs";

// stdout is the line to Copilot; what goes to stderr stands in its log.
const note = (line) => process.stderr.write(`writing-canvas: ${line}\n`);
const words = (error) => (error instanceof Error ? error.message : String(error));

/** To the person, in the conversation; Copilot's log has it if that cannot be. */
const tell = (session, line, options) => session.log(`Writing Canvas: ${line}`, options).catch(() => note(line));

const opened = await openWritingCanvas({ data: about.data, log: note }).catch(async (error) => {
  await tell(await joinSession(), words(error), { level: "error" });
  process.exit(1);
});
let isClosing = false;
async function close(code) {
  if (isClosing) return;
  isClosing = true;
  await opened.close().catch((error) => note(words(error)));
  process.exit(code);
}
process.on("SIGTERM", () => close(0));
process.on("SIGINT", () => close(0));
// Copilot went away without a word.
process.stdin.on("end", () => close(0));
process.stdin.on("close", () => close(0));

// Copilot asks the person whether the hook may be. After a no it does not load the extension.
const session = await joinSession({ canvases: [opened.canvas], hooks: opened.hooks }).catch(async (error) => {
  note(words(error));
  await close(1);
});
opened.attach(session);
