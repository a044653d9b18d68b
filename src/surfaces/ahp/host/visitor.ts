import type { z } from "zod";
import { CANVAS_CODES, canvasFailure, failure, RPC } from "../wire/json-rpc.ts";
import {
  canvasCloseParams,
  canvasInvokeActionParams,
  canvasOpenParams,
  canvasReadResourceParams,
  channelParams,
  dispatchParams,
  initializeParams,
  isShort,
  LONGEST_KEPT,
  reconnectParams,
} from "../wire/schemas.ts";
import {
  type Action,
  type CanvasReadResourceResult,
  type ClientCapabilities,
  type InitializeResult,
  type ReconnectResult,
  RUN,
} from "../wire/types.ts";
import { parseContentUri } from "../wire/uris.ts";
import { negotiate, supportedVersions } from "../wire/versions.ts";
import type { ClientActions } from "./client-actions.ts";
import { type Instance, ofClient } from "./instances.ts";
import type { OwnProvider } from "./own-provider.ts";
import type { Link, Peer } from "./peer.ts";
import type { AhpSession } from "./session.ts";

/** Whoever comes by one connection. */
export interface Visitor {
  /** Rejects with an `RpcFailure` where it is refused. */
  request(method: string, params: unknown): Promise<unknown>;
  notification(method: string, params: unknown): void;
  gone(): void;
}

/** Requests whose answers must come before whatever is said after them. */
export const ORDERED: ReadonlySet<string> = new Set(["initialize", "reconnect", "subscribe"]);

export function createVisitor(options: {
  readonly session: AhpSession;
  readonly own: OwnProvider;
  readonly actions: ClientActions;
  readonly link: Link;
  readonly version: string;
  readonly log: (line: string) => void;
}): Visitor {
  const { session, own, actions, link, version, log } = options;
  let peer: Peer | null = null;
  let wasLogged = false;

  const known = (): Peer => {
    if (peer !== null) return peer;
    throw failure(RPC.invalidRequest, "Say who you are first: initialize, or reconnect.");
  };
  const capable = (): Peer => {
    const who = known();
    // Nothing of it is there for those who did not say that they know it.
    if (who.shows !== "proposal")
      throw failure(RPC.methodNotFound, "This is for clients that declared capabilities.canvas.");
    return who;
  };

  const initialize = async (params: unknown): Promise<InitializeResult> => {
    if (peer !== null) throw failure(RPC.invalidRequest, "This connection is initialized already.");
    const {
      protocolVersions,
      clientId,
      capabilities,
      initialSubscriptions = [],
      _meta,
    } = read(initializeParams, params);
    const agreed = negotiate(protocolVersions);
    if (!agreed.ok) {
      if (agreed.malformed !== undefined)
        throw failure(RPC.invalidParams, `${JSON.stringify(agreed.malformed)} is no version: those are like 1.0.0.`);
      const supported = supportedVersions();
      throw failure(
        RPC.unsupportedVersion,
        `None of the versions ${protocolVersions.join(", ")} is spoken here: ${supported.join(", ")} are.`,
        { supportedVersions: supported },
      );
    }
    const said = capabilities as ClientCapabilities | undefined;
    peer = session.join({ clientId, version: agreed.version, capabilities: said, run: _meta?.[RUN], link });
    const snapshots = await session.subscribeAll(peer, [...new Set(initialSubscriptions)]);
    return {
      protocolVersion: agreed.version,
      // Whoever comes back with it has missed nothing that is not in the snapshots.
      serverSeq: snapshots[0]?.fromSeq ?? session.lastSeq(),
      serverInfo: { name: "writing-canvas", version, title: "Writing Canvas" },
      snapshots,
      _meta: { session: session.channel },
    };
  };

  const reconnect = async (params: unknown): Promise<ReconnectResult> => {
    if (peer !== null) throw failure(RPC.invalidRequest, "This connection is initialized already.");
    const { clientId, lastSeenServerSeq, subscriptions } = read(reconnectParams, params);
    const back = session.rejoin(clientId);
    if (back === null) throw failure(RPC.notFound, "This client is not known here (any more). Begin anew: initialize.");
    peer = back;
    const each = subscriptions.flatMap((wish) => (typeof wish === "string" ? [] : [wish]));
    if (each.length > 0) return session.resumeEach(back, link, each);
    const channels = subscriptions.flatMap((wish) => (typeof wish === "string" ? [wish] : []));
    return session.resume(back, link, lastSeenServerSeq ?? 0, [...new Set(channels)]);
  };

  const subscribe = async (params: unknown) => {
    const who = known();
    const { channel } = read(channelParams, params);
    const snapshot = await session.subscribe(who, channel);
    if (snapshot === null) throw failure(RPC.notFound, `There is no channel ${JSON.stringify(channel)} here.`);
    return { snapshot };
  };

  /** The instance that a client asks to do something with: only with its own. */
  const ownInstance = (who: Peer, asked: { readonly instanceId: string; readonly extensionId: string }): Instance => {
    const instance = session.instances.byId(asked.instanceId);
    const isTheirs =
      instance?.state.extensionId === ofClient(who.clientId) && asked.extensionId === instance.state.extensionId;
    if (instance === undefined || !isTheirs) throw notYours();
    return instance;
  };

  const readResource = async (params: unknown): Promise<CanvasReadResourceResult> => {
    const who = capable();
    const { channel, uri } = read(canvasReadResourceParams, params);
    const address = parseContentUri(uri);
    if (address === null)
      throw canvasFailure(CANVAS_CODES.badAddress, "This is no address of a canvas's content.", RPC.invalidParams);
    const instance = session.instances.byChannel(channel);
    if (instance === undefined)
      throw canvasFailure(CANVAS_CODES.unknownInstance, "This canvas is not open.", RPC.notFound);
    if (!who.subscriptions.has(channel))
      throw canvasFailure(
        CANVAS_CODES.notRendered,
        "You do not show this canvas: subscribe to its channel first.",
        RPC.permissionDenied,
      );
    if (address.instanceId !== instance.state.instanceId)
      throw canvasFailure(CANVAS_CODES.badAddress, "This address is of another instance.", RPC.permissionDenied);
    const isOwn = instance.state.provider.kind === "server";
    const content = isOwn ? await own.read(address.instanceId, address.path) : null;
    if (content === null)
      throw canvasFailure(CANVAS_CODES.noContent, `There is nothing at ${address.path.join("/")}.`, RPC.notFound);
    return { contents: [{ uri, ...content }] };
  };

  const methods: Readonly<Record<string, (params: unknown) => Promise<unknown>>> = {
    initialize,
    reconnect,
    ping: async () => null,
    subscribe,
    listSessions: async () => {
      known();
      return { items: [session.summary()] };
    },
    canvasReadResource: readResource,
    canvasOpen: async (params) => {
      const who = capable();
      const { canvasId, extensionId, instanceId, input } = read(canvasOpenParams, params);
      if (extensionId !== ofClient(who.clientId)) throw notYours();
      if (!isShort(input))
        throw canvasFailure(CANVAS_CODES.badInput, `The input has at most ${LONGEST_KEPT} characters.`);
      const { channel } = await session.agent.open({ canvasId, extensionId, instanceId, input });
      const state = session.instances.byChannel(channel)?.state;
      return { url: state?.url, title: state?.title, status: state?.status };
    },
    canvasInvokeAction: async (params) => {
      const who = capable();
      const asked = read(canvasInvokeActionParams, params);
      const { instanceId } = ownInstance(who, asked).state;
      return { value: await session.agent.invoke({ instanceId, actionName: asked.actionName, input: asked.input }) };
    },
    canvasClose: async (params) => {
      const who = capable();
      await session.agent.close(ownInstance(who, read(canvasCloseParams, params)).state.instanceId);
      return null;
    },
  };

  return {
    async request(method, params) {
      const answer = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (answer === undefined) throw failure(RPC.methodNotFound, `There is no ${JSON.stringify(method)} here.`);
      return answer(params);
    },
    notification(method, params) {
      // Whoever has not said who they are has nothing to say, and what nobody knows is left alone.
      if (peer === null || peer.link !== link) return;
      if (method === "unsubscribe") {
        const asked = channelParams.safeParse(params);
        if (asked.success) session.unsubscribe(peer, asked.data.channel);
      } else if (method === "dispatchAction") {
        const asked = dispatchParams.safeParse(params);
        if (asked.success) actions.dispatch(peer, { ...asked.data, action: asked.data.action as Action });
        else if (!wasLogged) {
          // Once: one that does it does it again and again.
          wasLogged = true;
          log("AHP: a client dispatched something that cannot be read.");
        }
      }
    },
    gone() {
      if (peer !== null) session.drop(peer, link);
    },
  };
}

function notYours() {
  return canvasFailure(
    CANVAS_CODES.notYours,
    "A client opens, drives and closes the canvases that it declares itself, and no others.",
    RPC.permissionDenied,
  );
}

function read<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  const given = schema.safeParse(params);
  if (given.success) return given.data;
  const [issue] = given.error.issues;
  const at = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
  throw failure(RPC.invalidParams, `These params cannot be read. ${at}${issue?.message ?? ""}`);
}
