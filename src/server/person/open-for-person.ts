import { lastBook } from "../../core/document/books/books.ts";
import { contentRevision } from "../../core/document/versions/past-texts.ts";
import { messageMark } from "../../core/feedback/describe-rest.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { Outcome } from "../../protocol/errors.ts";
import { META_KEY } from "../../protocol/names.ts";
import type { OpenedCanvas } from "../../protocol/page.ts";
import type { ViewReply } from "../../protocol/widget-replies.ts";
import { stateOf, viewOf } from "../mcp/canvas-view.ts";
import type { ServerDeps } from "../mcp/tool.ts";
import { loadForPerson, pageCanvasOfRecord } from "./page-canvas.ts";

/** So many versions are looked through for the model's newest. */
const RECENT = 50;

/** A canvas as its host hands it to the widget, whole however long it is. Nothing is told to a model. */
export async function openForPerson(deps: ServerDeps, id: string): Promise<Outcome<{ readonly opened: OpenedCanvas }>> {
  const loaded = await loadForPerson(deps, id);
  if (!loaded.ok) return loaded;
  const { record } = loaded;
  const state = stateOf(record);
  const reply: ViewReply = {
    kind: "view",
    view: viewOf(deps.store, record, { client: undefined, state }),
    newest: { contentRevision: contentRevision(record), pastTexts: record.pastTexts ?? [] },
  };
  const text = `Canvas ${record.document.id} at v${record.document.version}.`;
  const agent = await agentOf(deps, record);
  const reader = lastBook(record)?.client;
  return {
    ok: true,
    opened: {
      canvas: await pageCanvasOfRecord(deps, record),
      result: { content: [{ type: "text", text }], _meta: { [META_KEY]: reply } },
      ...(agent === undefined ? {} : { agent }),
      ...(reader === undefined || reader === "" ? {} : { reader }),
      ...lastMessageOf(record),
      state,
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
  const versions = await store.versions(owner, record.document.id, { limit: RECENT });
  return versions.find((version) => version.by.kind === "model")?.by.client;
}
