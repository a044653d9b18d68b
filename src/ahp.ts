/**
 * The package's entry for programs that show canvases over the Agent Host Protocol: `writing-canvas/ahp`. For browsers and Node;
 * it brings nothing with it.
 */
export type * from "./surfaces/ahp/client/ahp-client.ts";
export { AhpClientError, type ClientErrorCode } from "./surfaces/ahp/client/client-error.ts";
export { connectClient } from "./surfaces/ahp/client/connect-client.ts";
export type { LinkTimes } from "./surfaces/ahp/client/link.ts";
export { type AskedInstance, CanvasProviderError, type ProvidedCanvas } from "./surfaces/ahp/client/providers.ts";
export type { After, Socket } from "./surfaces/ahp/client/socket.ts";
export { attachCanvas, type CanvasClient } from "./surfaces/ahp/client/view/attach-canvas.ts";
export type { MessageLimits } from "./surfaces/ahp/client/view/message-limits.ts";
export type { ReadResource, RelayLimits, RelayProblem } from "./surfaces/ahp/client/view/relay/reader.ts";
export {
  type ShowCanvasOptions,
  type ShownCanvas,
  showCanvas,
  type ViewProblem,
} from "./surfaces/ahp/client/view/show-canvas.ts";
export { checkUrl, type UrlDecision, type UrlPolicy } from "./surfaces/ahp/client/view/url-policy.ts";
export type { ViewContext } from "./surfaces/ahp/client/view/view-context.ts";
export { type Channels, reduceChannels } from "./surfaces/ahp/wire/channels.ts";
export { CANVAS_CODES, codeOf, RpcFailure } from "./surfaces/ahp/wire/json-rpc.ts";
export {
  type Reducer,
  reduceCanvas,
  reduceChat,
  reduceReleasedCanvas,
  reduceSession,
} from "./surfaces/ahp/wire/reducers.ts";
export type * from "./surfaces/ahp/wire/types.ts";
export { isCanvasUri, isContentUri, resolveContent } from "./surfaces/ahp/wire/uris.ts";
