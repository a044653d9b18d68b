import { unpackView } from "../../protocol/canvas-view.ts";
import type { ErrorCode } from "../../protocol/errors.ts";
import type { WidgetTool } from "../../protocol/names.ts";
import { type ErrorReply, type Input, type Reply, readReply } from "../../protocol/widget-tools.ts";
import type { HostPort } from "./host-port.ts";
import type { Unpacked } from "./read-model-call.ts";

export type CallError =
  /** No answer came. */
  | { readonly kind: "unreachable"; readonly why: string }
  /** The server says why not. */
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly message: string }
  /** Neither what was asked for nor a reason: what the answer says in words, if anything. */
  | { readonly kind: "unusable"; readonly isError: boolean; readonly text: string };

export type CallAnswer<Tool extends WidgetTool> =
  | { readonly ok: true; readonly reply: Unpacked<Exclude<Reply<Tool>, ErrorReply>> }
  | { readonly ok: false; readonly error: CallError };

/** The host that a call goes through, and what its answer waits for. */
export interface Caller {
  readonly host: HostPort;
  /** What an input method is composing: an answer that changed the line meanwhile would leave its raw letters in the text. */
  readonly composition?: { whenDone(): Promise<void> };
}

/**
 * Calls one of the widget's tools and reads its answer, once nothing is being composed. Never throws; an answer that cannot
 * be used is logged. `passed`: the text that the call passed, which the answer need not repeat.
 */
export async function callTool<Tool extends WidgetTool>(
  { host, composition }: Caller,
  tool: Tool,
  input: Input<Tool>,
  passed: string | null = null,
): Promise<CallAnswer<Tool>> {
  const called = await host.callTool(tool, input as Readonly<Record<string, unknown>>);
  await composition?.whenDone();
  if (!called.ok) return { ok: false, error: { kind: "unreachable", why: called.why } };
  const { meta, isError, text } = called.reply;
  const said: Reply<WidgetTool> | null = readReply(tool, meta);
  if (said?.kind === "error") return { ok: false, error: { kind: "refused", code: said.code, message: said.message } };
  const reply = said?.kind === "view" ? unpacked(said, passed) : said;
  if (reply !== null) return { ok: true, reply: reply as Unpacked<Exclude<Reply<Tool>, ErrorReply>> };
  host.log("warning", `${tool}: an answer that this widget cannot use`);
  return { ok: false, error: { kind: "unusable", isError, text } };
}

/** The error as somebody said it: the host, the server, or the answer that was no use. */
export function wordsOf(error: CallError): string {
  switch (error.kind) {
    case "unreachable":
      return error.why;
    case "refused":
      return error.message;
    case "unusable":
      return error.text;
  }
}

function unpacked(said: Extract<Reply<WidgetTool>, { kind: "view" }>, passed: string | null) {
  const view = unpackView(said.view, passed);
  return view && { ...said, view };
}
