import { isObject } from "../wire/json-rpc.ts";
import type { ActionEnvelope, CanvasResourceContent } from "../wire/types.ts";
import type { AhpClient } from "./ahp-client.ts";
import { AhpClientError } from "./client-error.ts";
import { readCanvas, readOpenCanvases } from "./read-host.ts";

type Base = Pick<AhpClient, "dispatch" | "request" | "onAction" | "onChannels"> & {
  readonly stateOf: (channel: string) => unknown;
};
type Helpers = Pick<
  AhpClient,
  "openCanvases" | "canvas" | "sendMessage" | "onMessage" | "requestClose" | "readResource"
>;

/** Canvases by name, where the rest of the client knows channels, actions and requests. */
export function canvasHelpers(client: Base, clientId: string, session: () => string | null): Helpers {
  const { stateOf, dispatch, request, onAction, onChannels } = client;
  const sessionState = (): unknown => {
    const address = session();
    return address === null ? undefined : stateOf(address);
  };
  const openCanvases = () => readOpenCanvases(sessionState());
  const isGone = (channel: string): boolean =>
    sessionState() !== undefined && !openCanvases().some((one) => one.channel === channel);
  return {
    openCanvases,
    canvas: (channel) => readCanvas(stateOf(channel)),
    async sendMessage(channel, payload) {
      await dispatch(channel, { type: "canvas/message", payload });
    },
    onMessage: (channel, listener) =>
      onAction(channel, ({ action, origin }: ActionEnvelope) => {
        if (action.type === "canvas/message" && origin?.clientId !== clientId) listener(action.payload);
      }),
    async requestClose(channel) {
      let stop = () => {};
      const asked = dispatch(channel, { type: "canvas/closeRequested" });
      // A host says nothing about one that was closed already: the list of what is open does.
      const gone = new Promise<void>((resolve) => {
        const look = () => isGone(channel) && resolve();
        stop = onChannels(look);
        look();
      });
      await Promise.race([asked, gone]).finally(stop);
    },
    async readResource(channel, uri) {
      const answer = await request("canvasReadResource", { channel, uri });
      if (!isObject(answer) || !Array.isArray(answer.contents) || !answer.contents.every(isContent))
        throw new AhpClientError("unexpected_answer", "The host's answer to canvasReadResource cannot be read.");
      return answer.contents;
    },
  };
}

function isContent(value: unknown): value is CanvasResourceContent {
  if (!isObject(value) || typeof value.uri !== "string") return false;
  return [value.mimeType, value.text, value.blob].every((each) => each === undefined || typeof each === "string");
}
