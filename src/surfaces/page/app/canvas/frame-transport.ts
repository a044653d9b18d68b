import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/** Messages to and from one frame of one origin. What comes from anywhere else is not even looked at. */
export class FrameTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** What the frame said before anybody listened. */
  private early: JSONRPCMessage[] | null = [];

  constructor(
    private readonly frame: Window,
    private readonly origin: string,
    /** True when the message was meant for the page itself. */
    private readonly intercept: (message: JSONRPCMessage) => boolean,
  ) {
    window.addEventListener("message", this.listener);
  }

  private readonly listener = ({ source, origin, data }: MessageEvent): void => {
    if (source !== this.frame || origin !== this.origin || !isMessage(data) || this.intercept(data)) return;
    if (this.early === null) this.onmessage?.(data);
    else this.early.push(data);
  };

  async start(): Promise<void> {
    const early = this.early ?? [];
    this.early = null;
    for (const message of early) this.onmessage?.(message);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.frame.postMessage(message, this.origin);
  }

  async close(): Promise<void> {
    window.removeEventListener("message", this.listener);
    this.onclose?.();
  }
}

function isMessage(data: unknown): data is JSONRPCMessage {
  return typeof data === "object" && data !== null && "jsonrpc" in data && data.jsonrpc === "2.0";
}
