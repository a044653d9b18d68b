import { z } from "zod";
import { audienceOf } from "../../../core/document/review/tell-model.ts";
import { messageMark } from "../../../core/feedback/describe-rest.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { META_KEY } from "../../../protocol/names.ts";
import type { OpenedCanvas } from "../../../protocol/page.ts";
import type { ViewReply } from "../../../protocol/widget-tools.ts";
import { defineAction, givenOnly } from "../action.ts";
import type { Call } from "../call.ts";
import { pageCanvasOfRecord, stateOf, textsOf, viewOf } from "../canvas-view.ts";
import { findCanvas } from "../find-canvas.ts";
import { canvasId } from "../inputs.ts";

/** So many versions are looked through for the model's newest. */
const RECENT = 50;

/** A canvas with what its page says beside it: who wrote it, who read it, whether a message was read. */
export interface Opened extends Pick<OpenedCanvas, "lastMessage"> {
  readonly record: CanvasRecord;
  /** The program through which a model last wrote to it, as it named itself. */
  readonly agent?: string;
  /** The program that read or wrote it last; none: nobody has, or it has no name. */
  readonly reader?: string;
}

/** A canvas as a page opens it. Nothing is told to a model. */
export const open = defineAction({
  name: "open",
  description: "Opens a canvas on a page, with who wrote and read it last.",
  by: ["person"],
  needs: "view",
  reads: true,
  input: z.object({ canvasId }),
  run: async (call, { canvasId: id }): Promise<Outcome<Opened>> => {
    const found = await findCanvas(call, id);
    if (!found.ok) return found;
    const { record } = found;
    const agent = await agentOf(call, record);
    const reader = audienceOf(record, { subject: call.who.subject })?.client;
    return {
      ok: true,
      record,
      ...(agent === undefined ? {} : { agent }),
      ...(reader === undefined || reader === "" ? {} : { reader }),
      ...lastMessageOf(record),
    };
  },
});

/** Whether somebody was given the person's last message: it stood in a result, whether that has surely arrived or not. */
function lastMessageOf({ messages = [], books, review, document }: CanvasRecord): Pick<OpenedCanvas, "lastMessage"> {
  const last = messages.at(-1);
  if (last === undefined) return {};
  const mark = messageMark(last.id);
  const given = books.findLast(({ seen, offers }) => [seen, ...offers.map(({ marks }) => marks)].flat().includes(mark));
  return { lastMessage: { givenTo: given?.client ?? null, isNewest: review?.revision === document.revision } };
}

/** The program through which a model last wrote. */
async function agentOf({ deps, who }: Call, record: CanvasRecord): Promise<string | undefined> {
  const { by } = record.head;
  if (by.kind === "model") return by.client;
  const versions = await deps.store.canvases.versions(who.owner, record.document.id, { limit: RECENT });
  return versions.find((version) => version.by.kind === "model")?.by.client;
}

/** Whoever opens it has no model of their own: what is shown is what the last active one knows. */
function withoutClient({ who, ...call }: Call): Call {
  return { ...call, who: { ...who, client: undefined } };
}

/** A canvas as its host hands it to the widget, whole however long it is. */
export async function handOver(call: Call, { record, agent, reader, lastMessage }: Opened): Promise<OpenedCanvas> {
  const { id, version } = record.document;
  const state = stateOf(call, record);
  const reply: ViewReply = {
    kind: "view",
    view: viewOf(withoutClient(call), record, { state }),
    newest: textsOf(record),
  };
  return {
    canvas: await pageCanvasOfRecord(call, record),
    result: { content: [{ type: "text", text: `Canvas ${id} at v${version}.` }], _meta: { [META_KEY]: reply } },
    ...givenOnly({ agent, reader, lastMessage }),
    state,
  };
}
