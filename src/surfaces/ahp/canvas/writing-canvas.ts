import type { McpServer } from "@modelcontextprotocol/server";
import { lastClosed } from "../../../core/document/panel-state.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { CanvasError, ErrorCode, Outcome } from "../../../protocol/errors.ts";
import type { OpenedCanvas } from "../../../protocol/page.ts";
import type { Identity } from "../../../server/access/identity.ts";
import type { Caller } from "../../../server/access/who.ts";
import { describeFailure } from "../../../server/actions/action.ts";
import { type ActionDeps, type Call, modelCall, personCall } from "../../../server/actions/call.ts";
import { closePanel } from "../../../server/actions/panels/list-panels.ts";
import { openPanel } from "../../../server/actions/panels/open-panel.ts";
import { handOver, open } from "../../../server/actions/reading/open.ts";
import { leaveMessage } from "../../../server/actions/review/answer.ts";
import { saveLeft } from "../../../server/actions/writing/save-left.ts";
import { describeError } from "../../../server/observe/describe-error.ts";
import { inputSchemaOf } from "../../panels/input-schema.ts";
import { PANEL_ACTIONS } from "../../panels/panel-actions.ts";
import type { PanelLinks } from "../../panels/panel-links.ts";
import { withActionNames } from "../../panels/snake-case.ts";
import type { OpenedOwn, OwnProvider, View } from "../host/own-provider.ts";
import { CANVAS_CODES, canvasFailure, type RpcFailure } from "../wire/json-rpc.ts";
import type { JsonObject } from "../wire/types.ts";
import { openInput } from "./open-input.ts";
import { createToolClient } from "./tool-client.ts";
import { createViewBridge, type ViewBridge } from "./view-bridge.ts";

/** As whom it is declared, and as whom a model acts that comes this way. */
export const EXTENSION = "writing-canvas";
export const CANVAS = "writing-canvas";
const CLIENT = "AHP";
/** The document that a canvas is shown with: the widget, with everything inside. */
export const ENTRY = ["index.html"] as const;

export interface WritingCanvasOptions {
  readonly deps: ActionDeps & Caller & { readonly version: string; readonly widgetHtml: () => Promise<string> };
  /** The tools, for this person's widget. */
  readonly build: (identity: Identity | undefined) => McpServer;
  /** The way to the page, for clients that reach it; null: there is none. */
  readonly links: PanelLinks | null;
}

/** The provider that this process is itself, and what it has open. */
export interface WritingCanvas extends OwnProvider {
  /** The instances that show this canvas. */
  showing(canvasId: string): readonly string[];
  /** Whether an instance is still what was opened: it was neither closed elsewhere since then nor archived. */
  isStillOpen(instanceId: string, record: CanvasRecord): boolean;
  /** The canvas has changed: every view of it is handed it as it is now. */
  refresh(instanceId: string, record: CanvasRecord): Promise<void>;
  /** Ends every view, with what it held saved. */
  end(): Promise<void>;
}

export function createWritingCanvas({ deps, build, links }: WritingCanvasOptions): WritingCanvas {
  const { log, version } = deps;
  const person = personCall(deps, "ahp");
  const canvases = new Map<string, { readonly canvasId: string; readonly opening: string }>();
  const views = new Map<string, { readonly identity: Identity | undefined; readonly bridge: Promise<ViewBridge> }>();
  const waited = new Map<string, number>();
  /** The panels that clients were given addresses of, by instance. */
  const given = new Map<string, ReadonlySet<string>>();
  const panelOf = (instanceId: string, clientId: string): string =>
    `ahp:${JSON.stringify([deps.owner, clientId, instanceId])}`;
  /** Nobody comes by it any more who has not come yet. */
  const endAddress = async (instanceId: string, panel: string): Promise<void> => {
    const before = given.get(instanceId);
    if (before?.has(panel) !== true) return;
    given.set(instanceId, new Set([...before].filter((each) => each !== panel)));
    await links?.endPanel(panel);
  };
  const nameOf = (instanceId: string, clientId: string): string => JSON.stringify([instanceId, clientId]);
  const viewsOf = (instanceId: string) =>
    [...views].filter(([name]) => (JSON.parse(name) as [string, string])[0] === instanceId);

  /** By whoever shows it, with the rights that they have come with. */
  const callOf = (identity: Identity | undefined): Call =>
    identity === undefined ? person : personCall({ ...deps, owner: identity.subject, identity }, "ahp");
  /** Done for each of them, whatever fails for one: that is said. */
  const forEach = async <T>(all: readonly T[], what: string, work: (one: T) => Promise<void>): Promise<void> => {
    for (const done of await Promise.allSettled(all.map(work)))
      if (done.status === "rejected") log(`AHP: ${what}: ${describeError(done.reason)}`, "error");
  };
  const openedCanvas = async (call: Call, canvasId: string): Promise<OpenedCanvas> => {
    const opened = await open.run(call, { canvasId });
    if (!opened.ok) throw refused(opened.error);
    return handOver(call, opened);
  };

  const makeBridge = async (instanceId: string, view: View): Promise<ViewBridge> => {
    const canvasId = canvases.get(instanceId)?.canvasId ?? "";
    const { identity } = view;
    const call = callOf(identity);
    const tools = createToolClient(() => build(identity), version);
    const bridge = await createViewBridge({
      opened: await openedCanvas(call, canvasId),
      say: view.say,
      callTool: tools.callTool,
      onMessage: async (text) => {
        const left = await leaveMessage.run(call, { canvasId, text });
        if (!left.ok) throw new Error(left.error.message);
      },
      onLeft: async (saves) => {
        const saved = await saveLeft.run(call, { saves: [...saves] });
        if (!saved.ok) log(`AHP: what a view of canvas ${canvasId} held could not be saved: ${saved.error.message}`);
      },
      version,
      log,
    });
    return { ...bridge, end: (mayAnswer) => bridge.end(mayAnswer).finally(() => tools.close()) };
  };
  /** Until it is over it is heard: it may still be saving. */
  const endView = async (name: string, mayAnswer: boolean): Promise<void> => {
    const view = views.get(name);
    try {
      await (await view?.bridge)?.end(mayAnswer);
    } finally {
      if (views.get(name) === view) views.delete(name);
    }
  };

  /** By an agent: the canvas that is named, or the instance's own, made when there is none. */
  const openFor = async (instanceId: string, input: JsonObject | undefined): Promise<CanvasRecord> => {
    const asked = openInput.safeParse(withActionNames(input ?? {}));
    if (!asked.success)
      throw canvasFailure(CANVAS_CODES.badInput, `The input cannot be read: ${asked.error.issues[0]?.message ?? ""}.`);
    const { canvasId, content, title } = asked.data;
    const isThere = canvasId !== undefined && content === undefined && title === undefined;
    const done: Outcome<{ readonly record: CanvasRecord }> = isThere
      ? await open.run(person, { canvasId })
      : await openPanel.run(modelCall(deps, CLIENT), {
          ...asked.data,
          panel: `ahp:${JSON.stringify([deps.owner, instanceId])}`,
        });
    if (!done.ok) throw refused(done.error);
    return done.record;
  };

  return {
    extensionId: EXTENSION,
    extensionName: "Writing Canvas",
    declarations: [
      {
        canvasId: CANVAS,
        displayName: "Writing Canvas",
        description:
          "A markdown document that an agent writes and the person reads, edits, comments on and approves: drafts, plans, reports, articles.",
        inputSchema: inputSchemaOf(openInput) as JsonObject,
        actions: PANEL_ACTIONS.map(({ name, description, input }) => ({
          name,
          description,
          inputSchema: inputSchemaOf(input) as JsonObject,
        })),
      },
    ],
    async open({ instanceId, input }): Promise<OpenedOwn> {
      const record = await openFor(instanceId, input);
      const opening = lastClosed(record, deps.owner);
      canvases.set(instanceId, { canvasId: record.document.id, opening });
      return { ...wordsOf(record), entry: ENTRY, opening };
    },
    async invoke(instanceId, actionName, input) {
      const canvasId = canvases.get(instanceId)?.canvasId;
      const action = PANEL_ACTIONS.find(({ name }) => name === actionName);
      if (canvasId === undefined || action === undefined)
        throw canvasFailure(CANVAS_CODES.noHandler, `A Writing Canvas has no action ${JSON.stringify(actionName)}.`);
      const call = { ...modelCall(deps, CLIENT), waited, waits: [] };
      try {
        const done = await action.run(call, canvasId, withActionNames(input));
        if (!done.ok) throw refused(done.error);
        return done.text;
      } catch (error) {
        if (error instanceof Error && error.name === "RpcFailure") throw error;
        throw refused(describeFailure(actionName, error, log));
      }
    },
    async close(instanceId) {
      const shown = canvases.get(instanceId);
      // What somebody is typing is saved before their view goes.
      await forEach(viewsOf(instanceId), UNSAVED, ([name]) => endView(name, true));
      await forEach([...(given.get(instanceId) ?? [])], UNENDED, (panel) => endAddress(instanceId, panel));
      if (shown === undefined) return;
      try {
        const noted = await closePanel.run(person, shown);
        // One that was deleted has nothing to be noted on.
        if (!noted.ok && !GONE.has(noted.error.code))
          log(`AHP: that canvas ${shown.canvasId} was closed was not noted: ${noted.error.message}`);
      } finally {
        // Until it is noted it is shown: whoever looks meanwhile would open it again.
        canvases.delete(instanceId);
        given.delete(instanceId);
      }
    },
    async read(_, path) {
      if (path.join("/") !== ENTRY.join("/")) return null;
      return { mimeType: "text/html;profile=mcp-app", text: await deps.widgetHtml() };
    },
    async addressFor(instanceId, clientId) {
      const canvasId = canvases.get(instanceId)?.canvasId;
      if (canvasId === undefined || links === null) return null;
      const panel = panelOf(instanceId, clientId);
      given.set(instanceId, new Set([...(given.get(instanceId) ?? []), panel]));
      return links.panelTo(canvasId, panel);
    },
    hear(instanceId, view, payload) {
      const name = nameOf(instanceId, view.clientId);
      const known = views.get(name);
      // A widget that introduces itself is a new one; and whoever is somebody else by now acts as that.
      if (known !== undefined && (isBeginning(payload) || !isSame(known.identity, view.identity))) {
        endView(name, false).catch((error: unknown) => log(`AHP: ending a view: ${String(error)}`));
        views.delete(name);
      }
      const kept = views.get(name) ?? { identity: view.identity, bridge: makeBridge(instanceId, view) };
      views.set(name, kept);
      kept.bridge.then(
        (bridge) => bridge.hear(payload),
        (error: unknown) => {
          if (views.get(name) === kept) views.delete(name);
          log(
            `AHP: a view of ${instanceId} could not be begun: ${error instanceof Error ? error.message : String(error)}`,
          );
          answerRefused(view, payload, error);
        },
      );
    },
    async leave(instanceId, clientId) {
      await endView(nameOf(instanceId, clientId), false);
      await endAddress(instanceId, panelOf(instanceId, clientId));
    },
    async away(instanceId, clientId) {
      await (await views.get(nameOf(instanceId, clientId))?.bridge)?.saveHeld();
    },
    async missed(instanceId, clientId) {
      await (await views.get(nameOf(instanceId, clientId))?.bridge)?.showAgain();
    },
    showing: (id) => [...canvases].flatMap(([instanceId, { canvasId }]) => (canvasId === id ? [instanceId] : [])),
    isStillOpen: (instanceId, record) =>
      record.document.status !== "archived" && canvases.get(instanceId)?.opening === lastClosed(record, deps.owner),
    async refresh(instanceId, record) {
      await forEach(viewsOf(instanceId), `canvas ${record.document.id} was not shown as it is`, async ([, view]) => {
        const { identity, bridge } = view;
        await (await bridge).show(await openedCanvas(callOf(identity), record.document.id));
      });
    },
    async end() {
      await forEach([...views.keys()], UNSAVED, (name) => endView(name, false));
    },
  };
}

const UNSAVED = "what a view had not saved may not have been saved for it";
const UNENDED = "a link that nobody has used was not ended";

const GONE: ReadonlySet<ErrorCode> = new Set(["unknown_canvas", "deleted_canvas"]);

/** What a host says of an open canvas. */
export function wordsOf({ document }: CanvasRecord): { readonly title: string; readonly status: string } {
  const { id, title, status, version } = document;
  return { title, status: `Canvas ${id}, v${version}, ${status.replace("_", " ")}` };
}

function refused({ code, message }: CanvasError): RpcFailure {
  return canvasFailure(code, message);
}

/** The session is one person's: they may come with a token that lets them do less, or more. */
function isSame(a: Identity | undefined, b: Identity | undefined): boolean {
  return a?.subject === b?.subject && a?.scopes.join() === b?.scopes.join();
}

function isBeginning(payload: unknown): boolean {
  return typeof payload === "object" && payload !== null && "method" in payload && payload.method === "ui/initialize";
}

/** Whoever asked is told why there is no answer. */
function answerRefused({ say }: View, payload: unknown, error: unknown): void {
  if (typeof payload !== "object" || payload === null || !("id" in payload) || !("method" in payload)) return;
  const message = error instanceof Error ? error.message : "The canvas cannot be shown now. Try again.";
  say({ jsonrpc: "2.0", id: payload.id, error: { code: -32000, message } });
}
