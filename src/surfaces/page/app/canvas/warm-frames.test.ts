// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MetServer } from "../access/gate.ts";
import { createWarmFrames } from "./warm-frames.ts";

const SANDBOX = "http://name.localhost:3002";
const target = { postMessage() {} } as unknown as Window;
// Nothing is loaded here: a frame is known by its address, and says what the test says in its place.
beforeEach(() => {
  const { settings } = (window as unknown as { happyDOM: { settings: Record<string, boolean> } }).happyDOM;
  settings.disableIframePageLoading = true;
  settings.handleDisabledFileLoadingAsSuccess = true;
  vi.spyOn(HTMLIFrameElement.prototype, "contentWindow", "get").mockReturnValue(target);
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

/** Frames of a page that was told SANDBOX, by a server that says where its frame is. */
function framesWith(server: { met: MetServer | null }, sandbox = SANDBOX) {
  const box = document.createElement("div");
  document.body.append(box);
  const onMoved = vi.fn();
  const frames = createWarmFrames({
    sandbox: { origin: sandbox, search: "" },
    link: { widgetHtml: async () => "<p>widget</p>" },
    gate: { server: async () => server.met, isStill: (met) => met === server.met },
    now: () => 0,
    onMoved,
  });
  return { box, frames, onMoved };
}

const says = (method: string) =>
  window.dispatchEvent(
    new MessageEvent("message", {
      source: target,
      origin: SANDBOX,
      data: { jsonrpc: "2.0", method },
    }),
  );

test("a frame is loaded from where the server says that it is, and heard once its document is there", async () => {
  const server = { met: { frame: 3002 } };
  const { box, frames, onMoved } = framesWith(server);
  const { frame, transport } = frames.take(box);
  const heard: unknown[] = [];
  transport.onmessage = (message) => void heard.push(message);
  await transport.start();
  await vi.waitFor(() => expect(frame.src).toBe(`${SANDBOX}/`));
  says("ui/notifications/sandbox-proxy-ready");
  says("ui/initialize");
  expect(heard).toEqual([{ jsonrpc: "2.0", method: "ui/initialize" }]);
  expect(onMoved).not.toHaveBeenCalled();
});

test.each([
  ["https://canvas-frame.example.com", 443],
  ["http://name.localhost", 80],
])("the port of %s goes without saying: it is %d", async (sandbox, port) => {
  const { box, frames, onMoved } = framesWith({ met: { frame: port } }, sandbox);
  const { frame } = frames.take(box);
  await vi.waitFor(() => expect(frame.src).toBe(`${sandbox}/`));
  expect(onMoved).not.toHaveBeenCalled();
});

test("what stands in a frame that was loaded while the server went is not heard: it may be anybody's", async () => {
  const server = { met: { frame: 3002 } };
  const { box, frames } = framesWith(server);
  const { frame, transport } = frames.take(box);
  const heard: unknown[] = [];
  transport.onmessage = (message) => void heard.push(message);
  await transport.start();
  await vi.waitFor(() => expect(frame.src).toBe(`${SANDBOX}/`));
  server.met = { frame: 3002 };
  says("ui/initialize");
  says("ui/notifications/sandbox-proxy-ready");
  says("ui/initialize");
  expect(heard).toEqual([]);
});

test("nothing is loaded from a port that the server has left: the page is loaded anew when a canvas needs it", async () => {
  const { box, frames, onMoved } = framesWith({ met: { frame: 4002 } });
  frames.prepare(box);
  await vi.waitFor(() => expect(box.childElementCount).toBe(0));
  expect(onMoved).not.toHaveBeenCalled();
  const { frame } = frames.take(box);
  await vi.waitFor(() => expect(onMoved).toHaveBeenCalledOnce());
  expect(frame.hasAttribute("src")).toBe(false);
});
