import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/** Messages to and from one frame of one origin. What comes from anywhere else is not even looked at. */
export class FrameTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  constructor(
    private readonly frame: Window,
    private readonly origin: string,
  ) {}

  private readonly listener = ({ source, origin, data }: MessageEvent): void => {
    if (source !== this.frame || origin !== this.origin) return;
    if (isMessage(data)) this.onmessage?.(data);
  };

  async start(): Promise<void> {
    window.addEventListener("message", this.listener);
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
