import type { ErrorCode } from "../../protocol/errors.ts";
import { CLIENT, type CopilotCanvas, createCopilotDoor } from "../../surfaces/copilot/copilot-door.ts";
import { createSessionTeller, type SessionTeller } from "../../surfaces/copilot/tell-sessions.ts";
import type { Invocation } from "../surroundings.ts";
import type { Log } from "../terminal/printable.ts";
import { openCanvas } from "./open-canvas.ts";
import { openPage } from "./open-page.ts";

export interface CopilotPanels extends Pick<SessionTeller, "attach" | "contextFor"> {
  readonly canvas: CopilotCanvas;
  readonly close: () => Promise<void>;
}

/** The store and the page, as over stdio, with Copilot's door instead of MCP's. */
export async function servePanels(
  invocation: Invocation,
  { fail, log: given }: { readonly fail: (code: ErrorCode, message: string) => Error; readonly log?: Log | undefined },
): Promise<CopilotPanels> {
  const canvas = await openCanvas(invocation, given === undefined ? {} : { log: given });
  const page = openPage(invocation, canvas);
  const { deps, assistants, log } = canvas;
  const door = createCopilotDoor({ deps, links: page, fail, heard: () => assistants.heard(deps.owner, CLIENT, true) });
  const teller = createSessionTeller(door, log);
  return {
    canvas: door.canvas,
    attach: teller.attach,
    contextFor: teller.contextFor,
    close: async () => {
      teller.stop();
      await page?.close();
      await canvas.close();
    },
  };
}
