/** The package's entry for GitHub Copilot's runtime: `writing-canvas/copilot`. */
import type { SessionHooks } from "@github/copilot-sdk";
import { type Canvas, CanvasError, createCanvas } from "@github/copilot-sdk/extension";
import { servePanels } from "./cli/serving/serve-panels.ts";
import type { ToldSession } from "./surfaces/copilot/tell-sessions.ts";
import { hushNode, thisProcess } from "./this-process.ts";

export interface WritingCanvasOptions {
  /** The data folder; by default as for the command: WRITING_CANVAS_DATA, else the platform's own place. */
  readonly data?: string;
  /** Never given content; to stderr when left out. */
  readonly log?: (line: string) => void;
}

export interface WritingCanvas {
  /** For `joinSession({ canvases: [canvas] })`, or `createSession`. */
  readonly canvas: Canvas;
  /** Tells the model what is new from the person beside their next words, unseen in the chat. */
  readonly hooks: Required<Pick<SessionHooks, "onUserPromptSubmitted">>;
  /** From now on what the person sends from the page goes to this conversation. */
  readonly attach: (session: ToldSession) => void;
  /** Ends the page, if this process serves it, and lets the store go. */
  readonly close: () => Promise<void>;
}

/** Opens the canvases of this user, as the command does, for sessions of Copilot. */
export async function openWritingCanvas({ data, log }: WritingCanvasOptions = {}): Promise<WritingCanvas> {
  hushNode();
  const surroundings = {
    ...thisProcess(import.meta.url),
    isInside: true,
    args: [],
    // The program that this runs in may be no Node that could be started again.
    workerFile: null,
    onStop: () => undefined,
  };
  const invocation = { surroundings, options: data === undefined ? {} : { data }, positionals: [] };
  const { canvas, attach, contextFor, close } = await servePanels(invocation, {
    fail: (code, message) => new CanvasError(code, message),
    log,
  });
  return {
    canvas: createCanvas({ ...canvas, actions: [...canvas.actions] }),
    hooks: {
      onUserPromptSubmitted: async (_, { sessionId }) => {
        const additionalContext = await contextFor(sessionId);
        return additionalContext === undefined ? undefined : { additionalContext };
      },
    },
    attach,
    close,
  };
}
