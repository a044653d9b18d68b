import type { CallToolResult } from "@modelcontextprotocol/server";
import { linkFor } from "../mcp/page-links.ts";
import type { HeavyCalls, ToolCall } from "../mcp/tool.ts";
import { toolError } from "../mcp/tool-result.ts";
import type { Store } from "../storage/ports.ts";
import { createCanvasOrder } from "./canvas-order.ts";
import type { SentCall } from "./messages.ts";
import { isHeavyCall, whatItIsAbout } from "./weigh-call.ts";
import type { CallHelp, Worker } from "./worker-process.ts";

/**
 * Gives long calls to the worker, so that nobody else waits for them. Who calls sees no difference: the same results and
 * errors, in the same order for each canvas. Where nothing can be saved, or no worker starts, they run here.
 */
export function createHeavyCalls(worker: Worker, store: Store): HeavyCalls {
  const inOrder = createCanvasOrder();
  return {
    run: async ({ tool, given, args, call, here }) => {
      const { owner } = call.deps;
      const weighed = whatItIsAbout(tool, args);
      if (weighed.about === "nothing") return here();
      const isHeavy = async (): Promise<boolean> => {
        try {
          return (await isHeavyCall(store.canvases, owner, weighed, args)) && (await canBeSaved(store));
        } catch (error) {
          // The tool asks the same store, and says what is wrong with it.
          const why = error instanceof Error ? error.message : String(error);
          call.deps.log(`${tool}: how long it takes could not be told: ${why}`);
          return false;
        }
      };
      const there = () => runThere(worker, sentCall(tool, given, call), call, here);
      if (weighed.about === "canvas") return inOrder(weighed.id, { isHeavy, light: here, heavy: there });
      return (await isHeavy()) ? there() : here();
    },
  };
}

/** A store that cannot be written may be a copy in the memory of this process, with keys that no other has. */
async function canBeSaved(store: Store): Promise<boolean> {
  return (await store.unwritable()) === null;
}

async function runThere(
  worker: Worker,
  sent: SentCall,
  call: ToolCall,
  here: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const ran = await worker.run(sent, helpOf(call));
  switch (ran.kind) {
    case "unavailable":
      return here();
    case "ended":
      call.deps.log(`${sent.tool}: the worker for long calls ended (${ran.why}).`);
      return toolError(
        "storage_failed",
        "The canvas server was interrupted in this call: either all of it was written or nothing. Read the canvas to see which, then try again; if it fails again, tell the person.",
      );
    case "answered": {
      const { result, linked, noLongerWaited } = ran.answer;
      for (const id of linked) call.linked?.add(id);
      for (const id of noLongerWaited) call.waited?.delete(id);
      return result;
    }
  }
}

function helpOf(call: ToolCall): CallHelp {
  const { keeps } = call.deps;
  return {
    answer: async (question) => {
      if (question.about === "link") return linkFor(call, question.canvasId);
      return (await keeps?.take(question.owner, new Date(question.now))) ?? 0;
    },
    offer: (canvasId) => call.page?.offer(canvasId),
    keptNothing: (owner) => keeps?.giveBack(owner),
  };
}

function sentCall(tool: string, given: unknown, call: ToolCall): SentCall {
  const { client, session, received, ui, mayBeUnread, linked, waited, page, deps } = call;
  return {
    tool,
    given,
    owner: deps.owner,
    version: deps.version,
    now: deps.clock().getTime(),
    hasPage: page !== undefined,
    hasKeepLimit: deps.keeps !== undefined,
    linked: linked && [...linked],
    waited: waited && [...waited],
    client,
    session,
    ...(received === undefined ? {} : { received }),
    ...(ui === undefined ? {} : { ui }),
    ...(mayBeUnread === undefined ? {} : { mayBeUnread }),
  };
}
