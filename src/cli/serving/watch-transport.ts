import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";

export interface WatchedTransport {
  readonly transport: Transport;
  /** Resolves when every request that came in has been answered or cancelled; at once when there is none. */
  readonly settled: () => Promise<void>;
}

/** The same transport, with a count of what is still to be answered. */
export function watchTransport(inner: Transport): WatchedTransport {
  const open = new Set<RequestId>();
  let waiting: (() => void)[] = [];
  const closeRequest = (id: RequestId) => {
    open.delete(id);
    if (open.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const notice = (message: JSONRPCMessage) => {
    if (!("method" in message)) return;
    if ("id" in message) open.add(message.id);
    else if (message.method === "notifications/cancelled") {
      const id = message.params?.requestId;
      if (typeof id === "string" || typeof id === "number") closeRequest(id);
    }
  };

  const transport: Transport = {
    start: () => inner.start(),
    send: async (message, options) => {
      try {
        await inner.send(message, options);
      } finally {
        // An answer that cannot be delivered is not waited for either.
        if (!("method" in message) && message.id !== undefined) closeRequest(message.id);
      }
    },
    close: () => inner.close(),
  };
  // Looked up at each call: whoever owns the transport may change its listeners while it is open.
  inner.onmessage = (message, extra) => {
    notice(message);
    transport.onmessage?.(message, extra);
  };
  inner.onclose = () => transport.onclose?.();
  inner.onerror = (error) => transport.onerror?.(error);
  return {
    transport,
    settled: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
