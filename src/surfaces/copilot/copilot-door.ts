import { z } from "zod";
import type { CanvasError, ErrorCode, Outcome } from "../../protocol/errors.ts";
import type { Caller } from "../../server/access/who.ts";
import { describeFailure } from "../../server/actions/action.ts";
import { type ActionDeps, type Call, modelCall } from "../../server/actions/call.ts";
import { createReceptions } from "../../server/actions/receptions.ts";
import { inputSchemaOf, type JsonValue } from "../panels/input-schema.ts";
import { PANEL_ACTIONS, type PanelAction, type PanelCall } from "../panels/panel-actions.ts";
import type { PanelLinks } from "../panels/panel-links.ts";
import { withActionNames } from "../panels/snake-case.ts";
import { createParts, PAGE } from "./in-parts.ts";
import { type OpenInstance, openInput, openInstance } from "./open-instance.ts";
import { createPanels, type Instance, type Panels, panelName } from "./panels.ts";

/** As whom a model acts that comes through this door. */
export const CLIENT = "Copilot";
const CONNECTION_ID_LENGTH = 24;

/** What the runtime asks of a canvas. */
export interface Asked extends Instance {
  readonly input?: unknown;
}

/** A canvas as the SDK's `createCanvas` takes it. */
export interface CopilotCanvas {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  readonly inputSchema: JsonValue;
  readonly actions: readonly CopilotAction[];
  readonly open: (asked: Asked) => Promise<OpenInstance>;
  readonly onClose: (asked: Instance) => Promise<void>;
}

export interface CopilotAction {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonValue;
  readonly handler: (asked: Asked) => Promise<string>;
}

export interface CopilotDoorOptions {
  readonly deps: ActionDeps & Caller;
  /** Null: there is no page, and a panel shows its title alone. */
  readonly links: PanelLinks | null;
  /** The runtime's own kind of error. It passes on the message alone, so that has the code too. */
  readonly fail: (code: ErrorCode, message: string) => Error;
  /** Told of every call. */
  readonly heard?: () => void;
}

export interface CopilotDoor {
  readonly canvas: CopilotCanvas;
  readonly panels: Panels;
  /** A call by the model of this session. */
  readonly callOf: (sessionId: string) => Call;
  /** Whether the model of this session waits for the person's answer about this canvas. */
  readonly isWaiting: (sessionId: string, canvasId: string) => boolean;
}

/** The canvas for GitHub Copilot's runtime. Whoever comes through this door acts as a model, whatever they send. */
export function createCopilotDoor({ deps, links, fail, heard }: CopilotDoorOptions): CopilotDoor {
  const connection = deps.randomId(CONNECTION_ID_LENGTH);
  const receptions = createReceptions(deps.clock);
  const parts = createParts(deps.randomId);
  const panels = createPanels();
  const sessions = new Map<string, Pick<PanelCall, "waited" | "waits">>();
  const sessionOf = (id: string) => {
    const known = sessions.get(id) ?? { waited: new Map<string, number>(), waits: [] };
    sessions.set(id, known);
    return known;
  };
  const callOf = (sessionId: string): Call => ({
    ...modelCall(deps, CLIENT),
    session: sessionId,
    room: PAGE,
    toCreate: "open_canvas with another instanceId",
  });

  /** What came of it; what is refused, or goes wrong, is thrown in words. */
  const answer = async <T extends object>(
    name: string,
    { sessionId }: Instance,
    work: (call: PanelCall) => Promise<Outcome<T>>,
  ): Promise<T> => {
    heard?.();
    const { received, answered } = receptions.begin(connection);
    try {
      const call = { ...callOf(sessionId), received, ...sessionOf(sessionId) };
      const done = await outcomeOf(name, () => work(call));
      if (!done.ok) throw fail(done.error.code, `${done.error.code}: ${done.error.message}`);
      const { ok: _, ...rest } = done;
      return rest as T;
    } finally {
      answered();
    }
  };

  const outcomeOf = async <T extends object>(name: string, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    try {
      return await work();
    } catch (error) {
      return { ok: false, error: describeFailure(name, error, deps.log) };
    }
  };

  const run = async (
    action: PanelAction,
    asked: Asked,
    call: PanelCall,
  ): Promise<Outcome<{ readonly text: string }>> => {
    const panel = panels.of(asked);
    if (panel === undefined) return { ok: false, error: notOpen(asked) };
    return action.run(call, panel.canvasId, withActionNames(asked.input));
  };

  const actionOf = (action: PanelAction): CopilotAction => ({
    name: action.name,
    description: action.description,
    inputSchema: inputSchemaOf(action.input),
    handler: async (asked) => {
      const { text } = await answer(action.name, asked, (call) => run(action, asked, call));
      return parts.begin(text);
    },
  });

  const more: CopilotAction = {
    name: "more",
    description: "The rest of a result that was too long to be passed on whole.",
    inputSchema: inputSchemaOf(moreInput),
    handler: async (asked) => {
      const { text } = await answer<{ readonly text: string }>("more", asked, async () => {
        const input = moreInput.safeParse(asked.input);
        const next = input.success ? parts.more(input.data.part) : null;
        return next === null ? { ok: false, error: notKept } : { ok: true, text: next };
      });
      return text;
    },
  };

  const canvas: CopilotCanvas = {
    id: "writing-canvas",
    displayName: "Writing Canvas",
    description:
      "A markdown document that you write and the person reads, edits, comments on and approves, in a panel: drafts, plans, reports, articles.",
    inputSchema: openSchema(),
    actions: [...PANEL_ACTIONS.map(actionOf), more],
    open: (asked) =>
      answer("open", asked, (call) => openInstance(call, { panels, links }, asked, withActionNames(asked.input))),
    onClose: async (asked) => {
      panels.drop(asked);
      if (!panels.all().some(({ sessionId }) => sessionId === asked.sessionId)) sessions.delete(asked.sessionId);
      await links?.endPanel(panelName(asked));
    },
  };

  return {
    canvas,
    panels,
    callOf,
    isWaiting: (sessionId, canvasId) => sessions.get(sessionId)?.waits.includes(canvasId) === true,
  };
}

/** Nothing at all is an input, too. */
function openSchema(): JsonValue {
  return { ...(inputSchemaOf(openInput) as { readonly [name: string]: JsonValue }), type: ["object", "null"] };
}

const moreInput = z.object({ part: z.string().describe("As the last part says") });

function notOpen({ instanceId }: Instance): CanvasError {
  const message = `Nothing is open in ${JSON.stringify(instanceId)} here. Open it again: open_canvas with the same instanceId.`;
  return { code: "unknown_canvas", message };
}

const notKept: CanvasError = {
  code: "invalid_input",
  message: "There is no such part (any more). Call the action again whose result it was.",
};
