/**
 * The built canvas in a process of its own, on a session of a runtime. It says "joined", and the words of what it is asked
 * to log; it stays until it is killed.
 */
import { approveAll, CopilotClient, RuntimeConnection } from "@github/copilot-sdk";
import { openWritingCanvas } from "../../dist/copilot.js";

const { url, connectionToken, sessionId, data } = JSON.parse(process.argv[2]);
const { canvas, hooks, attach } = await openWritingCanvas({ data, log: (line) => console.error(line) });
const client = new CopilotClient({ connection: RuntimeConnection.forUri(url, { connectionToken }) });
const session = await client.resumeSession(sessionId, {
  canvases: [canvas],
  canvasProvider: { id: "app:writing-canvas", name: "Writing Canvas" },
  hooks,
  onPermissionRequest: approveAll,
  suppressResumeEvent: true,
});
attach(session);
console.log("joined");
