import { describeError } from "../../../server/observe/describe-error.ts";
import { CANVAS_CODES, canvasFailure, codeOf, RPC, RpcFailure } from "../wire/json-rpc.ts";
import { reduceCanvas } from "../wire/reducers.ts";
import { canvasInvokeActionResult, canvasOpenResult } from "../wire/schemas.ts";
import type {
  CanvasOpenResult,
  CanvasState,
  CanvasUpdated,
  ClientCanvasDeclaration,
  JsonObject,
  OpenCanvasRef,
  SessionCanvasDeclaration,
} from "../wire/types.ts";
import { canvasUri, contentUri } from "../wire/uris.ts";
import { createTurns } from "./in-turn.ts";
import type { OwnProvider } from "./own-provider.ts";

/** An open canvas. Its channel has an id of its own: ids of instances are chosen by whoever opens them. */
export interface Instance {
  readonly channel: string;
  readonly state: CanvasState;
}

/** What an agent asks for: whoever drives canvases, by whatever way they come. */
export interface CanvasAgent {
  /** Opens an instance; one that is open already comes to the front. */
  open(asked: {
    readonly canvasId: string;
    readonly instanceId: string;
    /** Left out: of whoever declares a canvas of that id. */
    readonly extensionId?: string | undefined;
    readonly input?: JsonObject | undefined;
  }): Promise<OpenCanvasRef>;
  invoke(asked: {
    readonly instanceId: string;
    readonly actionName: string;
    readonly input?: JsonObject | undefined;
  }): Promise<unknown>;
  close(instanceId: string): Promise<void>;
}

export interface Instances extends CanvasAgent {
  declarations(): readonly SessionCanvasDeclaration[];
  all(): readonly Instance[];
  refs(): readonly OpenCanvasRef[];
  byChannel(channel: string): Instance | undefined;
  byId(instanceId: string): Instance | undefined;
  /** Something about an instance changed, says whoever provides it. */
  update(instanceId: string, change: Omit<CanvasUpdated, "type">): void;
  /** What a client provides, from now on; what it no longer does is stale. */
  declare(clientId: string, declared: readonly ClientCanvasDeclaration[]): void;
  /** A client's connection is gone: nothing of its can be shown, or asked for. */
  withdraw(clientId: string): void;
}

export interface InstancesOptions {
  readonly session: string;
  readonly own: OwnProvider;
  /** A random id; the same for the same text. */
  readonly newId: (of?: string) => string;
  /** Asks a client; rejects with an `RpcFailure`. */
  readonly ask: (clientId: string, method: string, params: unknown) => Promise<unknown>;
  readonly onDeclarations: () => void;
  /** The list of what is open changed, or something that stands in it. */
  readonly onOpen: () => void;
  readonly onUpdate: (instance: Instance, update: CanvasUpdated) => void;
  readonly onClosed: (instance: Instance) => void;
  readonly log: (line: string) => void;
}

/** So many are open in one session: all of them are named to everybody whenever one changes. */
const MOST_OPEN = 200;

/** What can be opened, and what is open. */
export function createInstances(options: InstancesOptions): Instances {
  const { session, own, newId, ask, onDeclarations, onOpen, onUpdate, onClosed, log } = options;
  const byClient = new Map<string, readonly ClientCanvasDeclaration[]>();
  const open = new Map<string, Instance>();
  const used = new Set<string>();
  const inTurn = createTurns();

  const declarations = (): readonly SessionCanvasDeclaration[] => [
    ...own.declarations.map((declared) => ({
      ...declared,
      extensionId: own.extensionId,
      extensionName: own.extensionName,
      source: { kind: "server" } as const,
    })),
    ...[...byClient].flatMap(([clientId, declared]) =>
      declared.map((each) => ({
        ...each,
        extensionId: ofClient(clientId),
        source: { kind: "client", clientId } as const,
      })),
    ),
  ];

  const declarationOf = (canvasId: string, extensionId: string | undefined): SessionCanvasDeclaration => {
    const found = declarations().filter(
      (each) => each.canvasId === canvasId && (extensionId === undefined || each.extensionId === extensionId),
    );
    const [first] = found;
    if (first === undefined)
      throw canvasFailure(CANVAS_CODES.unknownCanvas, `Nobody here provides a canvas ${JSON.stringify(canvasId)}.`);
    if (found.length > 1)
      throw canvasFailure(
        CANVAS_CODES.unknownCanvas,
        `Several provide a canvas ${JSON.stringify(canvasId)}: say whose with extensionId (${found.map((each) => each.extensionId).join(", ")}).`,
      );
    return first;
  };

  const known = (instanceId: string): Instance => {
    const instance = open.get(instanceId);
    if (instance !== undefined) return instance;
    throw canvasFailure(CANVAS_CODES.unknownInstance, `Nothing is open as ${JSON.stringify(instanceId)}.`);
  };

  const put = (instance: Instance): void => {
    // The last one is the one in front.
    open.delete(instance.state.instanceId);
    open.set(instance.state.instanceId, instance);
  };

  /**
   * Whoever shows a canvas when this server ends finds it by the same channel in the next one, and its view goes on. In one
   * server no channel is used twice: what was said on it would be taken for what is.
   */
  const newChannel = (instanceId: string, opening: string | undefined): string => {
    const channel = canvasUri(newId(opening === undefined ? undefined : JSON.stringify([instanceId, opening])));
    const isNew = !used.has(channel);
    used.add(channel);
    return isNew ? channel : canvasUri(newId());
  };

  const change = (instance: Instance, fields: Omit<CanvasUpdated, "type">): void => {
    const { instanceId, title, availability } = instance.state;
    const update: CanvasUpdated = { type: "canvas/updated", ...fields };
    const state = reduceCanvas(instance.state, { ...update });
    const next = { ...instance, state };
    open.set(instanceId, next);
    onUpdate(next, update);
    if (state.title !== title || state.availability !== availability) onOpen();
  };

  const markStale = (clientId: string, isStale: (instance: Instance) => boolean): void => {
    for (const instance of [...open.values()]) {
      const { provider, availability } = instance.state;
      if (provider.kind !== "client" || provider.clientId !== clientId || !isStale(instance)) continue;
      if (availability === "ready") change(instance, { availability: "stale", url: null });
    }
  };

  /** Asks whoever provides it to open it, and says what it is shown with. */
  const askToOpen = async (
    { extensionId, canvasId, source }: SessionCanvasDeclaration,
    instanceId: string,
    input: JsonObject | undefined,
  ): Promise<CanvasOpenResult & { readonly opening?: string }> => {
    if (source.kind === "server") {
      const { title, status, entry, opening } = await own.open({ canvasId, instanceId, input });
      return { title, status, url: contentUri(instanceId, ...entry), opening };
    }
    const params = { channel: session, canvasId, extensionId, instanceId, ...(input === undefined ? {} : { input }) };
    const answer = canvasOpenResult.safeParse((await ask(source.clientId, "canvasOpen", params)) ?? {});
    if (!answer.success)
      throw canvasFailure(CANVAS_CODES.unavailable, "Its provider's answer is not one to canvasOpen.");
    const { url, title, status } = answer.data;
    return { url, title, status };
  };

  const agent: CanvasAgent = {
    open: ({ canvasId, instanceId, extensionId, input }) =>
      inTurn(instanceId, async () => {
        const declared = declarationOf(canvasId, extensionId);
        const before = open.get(instanceId);
        if (before !== undefined && !isSame(before, declared))
          throw canvasFailure(
            CANVAS_CODES.badInput,
            `${JSON.stringify(instanceId)} shows another canvas. Open this one as another instance.`,
          );
        if (before?.state.availability === "ready") {
          put(before);
          onOpen();
          return refOf(before);
        }
        if (before === undefined && open.size >= MOST_OPEN)
          throw canvasFailure(
            CANVAS_CODES.tooMany,
            `${MOST_OPEN} canvases are open in this session already. Close some.`,
          );
        const given = before?.state.input ?? input;
        const opened = await askToOpen(declared, instanceId, given);
        // Whoever provides it may have thought better of it meanwhile.
        declarationOf(canvasId, declared.extensionId);
        if (before !== undefined && open.has(instanceId)) {
          const { url, title, status } = opened;
          change(known(instanceId), {
            availability: "ready",
            url: url ?? null,
            title: title ?? null,
            status: status ?? null,
          });
        } else {
          put({
            channel: newChannel(instanceId, opened.opening),
            state: newState(declared, instanceId, given, opened),
          });
          onOpen();
        }
        return refOf(known(instanceId));
      }),

    async invoke({ instanceId, actionName, input }) {
      const { state } = known(instanceId);
      const { canvasId, extensionId, provider } = state;
      if (provider.kind === "server") return own.invoke(instanceId, actionName, input);
      if (state.availability === "stale") throw away(state);
      const params = { channel: session, instanceId, canvasId, extensionId, actionName, ...(input ? { input } : {}) };
      const answer = canvasInvokeActionResult.safeParse(
        (await ask(provider.clientId, "canvasInvokeAction", params)) ?? {},
      );
      return answer.success ? answer.data.value : undefined;
    },

    close: (instanceId) =>
      inTurn(instanceId, async () => {
        const instance = known(instanceId);
        const { canvasId, extensionId, provider, availability } = instance.state;
        try {
          if (provider.kind === "server") await own.close(instanceId);
          else if (availability === "ready")
            await ask(provider.clientId, "canvasClose", { channel: session, instanceId, canvasId, extensionId });
        } catch (error) {
          // The person has closed it: it does not stay because its provider fails.
          log(`AHP: closing ${instanceId}: ${whyFailed(error)}`);
        }
        open.delete(instanceId);
        onClosed(instance);
        onOpen();
      }),
  };

  return {
    ...agent,
    declarations,
    all: () => [...open.values()],
    refs: () => [...open.values()].map(refOf),
    byChannel: (channel) => [...open.values()].find((instance) => instance.channel === channel),
    byId: (instanceId) => open.get(instanceId),
    update: (instanceId, fields) => {
      const instance = open.get(instanceId);
      if (instance === undefined) return;
      const news = Object.entries(fields).filter(
        ([name, value]) => value !== undefined && (instance.state[name as keyof CanvasState] ?? null) !== value,
      );
      if (news.length > 0) change(instance, Object.fromEntries(news));
    },
    declare(clientId, declared) {
      byClient.set(clientId, declared);
      onDeclarations();
      const provides = ({ state }: Instance) => declared.some(({ canvasId }) => canvasId === state.canvasId);
      markStale(clientId, (instance) => !provides(instance));
      for (const { state } of open.values()) {
        const { provider, availability, instanceId, canvasId, extensionId } = state;
        if (provider.kind !== "client" || provider.clientId !== clientId || availability === "ready") continue;
        if (!declared.some((each) => each.canvasId === canvasId)) continue;
        agent.open({ canvasId, extensionId, instanceId }).catch((error: unknown) => {
          // It stays stale, and is asked again when its provider next says what it provides.
          log(`AHP: ${instanceId} was not opened again: ${whyFailed(error)}`);
        });
      }
    },
    withdraw(clientId) {
      if (byClient.delete(clientId)) onDeclarations();
      markStale(clientId, () => true);
    },
  };
}

/** Whose a client's canvases are. */
export function ofClient(clientId: string): string {
  return `client:${clientId}`;
}

/** For the log. A client's own words may say anything, and are left out. */
function whyFailed(error: unknown): string {
  if (!(error instanceof RpcFailure)) return describeError(error);
  const code = codeOf(error.error);
  return KNOWN_CODES.has(code ?? "") ? `${code}` : `whoever provides it refused (${error.error.code})`;
}

const KNOWN_CODES: ReadonlySet<string> = new Set(Object.values(CANVAS_CODES));

function isSame({ state }: Instance, { canvasId, extensionId }: SessionCanvasDeclaration): boolean {
  return state.canvasId === canvasId && state.extensionId === extensionId;
}

function away({ instanceId }: CanvasState): RpcFailure {
  return canvasFailure(
    CANVAS_CODES.unavailable,
    `Whoever provides ${JSON.stringify(instanceId)} is away. Try again when it is ready.`,
    RPC.canvasProvider,
  );
}

function newState(
  { canvasId, extensionId, extensionName, displayName, source }: SessionCanvasDeclaration,
  instanceId: string,
  input: JsonObject | undefined,
  { url, title, status }: CanvasOpenResult,
): CanvasState {
  return given({
    instanceId,
    canvasId,
    extensionId,
    extensionName,
    displayName,
    input,
    title,
    status,
    url,
    availability: "ready",
    provider: source,
  });
}

function refOf({ channel, state }: Instance): OpenCanvasRef {
  const { instanceId, canvasId, extensionId, extensionName, title, availability } = state;
  return given({ instanceId, channel, canvasId, extensionId, extensionName, title, availability });
}

/** Without what is not there, as it is on the wire. */
function given<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
