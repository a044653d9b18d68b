import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { watchTransport } from "./watch-transport.ts";

test("it settles when each request was answered or cancelled, and hands everything on", async () => {
  const sent: JSONRPCMessage[] = [];
  const heard: JSONRPCMessage[] = [];
  const inner: Transport = {
    start: async () => {},
    close: async () => inner.onclose?.(),
    send: async (message) => void sent.push(message),
  };
  const { transport, settled } = watchTransport(inner);
  let closed = false;
  transport.onmessage = (message) => void heard.push(message);
  transport.onclose = () => {
    closed = true;
  };
  await transport.start();
  await settled();

  inner.onmessage?.({ jsonrpc: "2.0", id: 1, method: "tools/call" });
  inner.onmessage?.({ jsonrpc: "2.0", id: "two", method: "tools/call" });
  inner.onmessage?.({ jsonrpc: "2.0", method: "notifications/initialized" });
  let isSettled = false;
  const settling = settled().then(() => {
    isSettled = true;
  });
  await transport.send({ jsonrpc: "2.0", method: "notifications/progress" });
  await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
  expect(isSettled).toBe(false);
  inner.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "two" } });
  await settling;
  expect([heard.length, sent.length]).toEqual([4, 2]);
  await transport.close();
  expect(closed).toBe(true);
});
