import { lastBook } from "../../core/document/books/books.ts";
import { messageMark } from "../../core/feedback/describe-rest.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { Outcome } from "../../protocol/errors.ts";
import type { OpenedCanvas } from "../../protocol/page.ts";
import { replyFor, stateOf } from "../mcp/canvas-view.ts";
import type { ServerDeps } from "../mcp/tool.ts";
import { textResult } from "../mcp/tool-result.ts";
import { loadForPerson, pageCanvasOfRecord } from "./page-canvas.ts";

/** So many versions are looked through for the model's newest. */
const RECENT = 50;

/** A canvas as a host replays it to the widget: the call that would have written it, and its result. Nothing is told to a model. */
export async function openForPerson(deps: ServerDeps, id: string): Promise<Outcome<{ readonly opened: OpenedCanvas }>> {
  const loaded = await loadForPerson(deps, id);
  if (!loaded.ok) return loaded;
  const { record } = loaded;
  const { title, titleGiven, content, version } = record.document;
  // With its text: when the canvas has changed, the page sends the widget this result and no new input.
  const reply = replyFor(deps.store, record, { client: undefined, input: null });
  const result = textResult(`Canvas ${record.document.id} at v${version}.`, reply);
  const agent = await agentOf(deps, record);
  const reader = lastBook(record)?.client;
  return {
    ok: true,
    opened: {
      canvas: await pageCanvasOfRecord(deps, record),
      call: {
        tool: "write_canvas",
        arguments: { canvas_id: record.document.id, content, ...(titleGiven ? { title } : {}) },
        result,
      },
      ...(agent === undefined ? {} : { agent }),
      ...(reader === undefined || reader === "" ? {} : { reader }),
      ...lastMessageOf(record),
      state: stateOf(record),
    },
  };
}

/** Whether somebody was given the person's last message: it stood in a result, whether that has surely arrived or not. */
function lastMessageOf({ messages = [], books, review, document }: CanvasRecord): Pick<OpenedCanvas, "lastMessage"> {
  const last = messages.at(-1);
  if (last === undefined) return {};
  const mark = messageMark(last.id);
  const given = books.findLast(({ seen, offers }) => [seen, ...offers.map(({ marks }) => marks)].flat().includes(mark));
  return { lastMessage: { givenTo: given?.client ?? null, isNewest: review?.revision === document.revision } };
}

/** The program through which a model last wrote. */
async function agentOf({ store, owner }: ServerDeps, record: CanvasRecord): Promise<string | undefined> {
  const { by } = record.head;
  if (by.kind === "model") return by.client;
  const versions = await store.canvases.versions(owner, record.document.id, { limit: RECENT });
  return versions.find((version) => version.by.kind === "model")?.by.client;
}
