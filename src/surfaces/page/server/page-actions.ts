import { z } from "zod";
import { recordApprovalState } from "../../../core/people/approval-state.ts";
import { type CanvasRecord, STATUSES } from "../../../core/records/canvas.ts";
import type { CanvasError, Outcome } from "../../../protocol/errors.ts";
import { leftSaves } from "../../../protocol/left-save.ts";
import { BIN_DAYS, MAX_COMMENT_BODY, MAX_CONTENT_BYTES, MAX_TITLE } from "../../../protocol/limits.ts";
import {
  type EntryRoute,
  PAGE_CLIENT,
  type PageRoute,
  type PageRoutes,
  type PageSharing,
} from "../../../protocol/page.ts";
import { EXPORTS, type ShareChange, shareChange } from "../../../protocol/sharing.ts";
import type { Caller } from "../../../server/access/who.ts";
import { type ActionDeps, type Call, personCall } from "../../../server/actions/call.ts";
import { pageCanvasOf, pageCanvasOfRecord } from "../../../server/actions/canvas-view.ts";
import { forPerson } from "../../../server/actions/find-canvas.ts";
import { bringBack, listBin, purge, remove } from "../../../server/actions/listing/bin.ts";
import { listForPerson } from "../../../server/actions/listing/list-for-person.ts";
import { load } from "../../../server/actions/reading/load.ts";
import { handOver, open } from "../../../server/actions/reading/open.ts";
import { closeReview, leaveMessage } from "../../../server/actions/review/answer.ts";
import { setStatus } from "../../../server/actions/review/set-status.ts";
import { noteExport, readAudit } from "../../../server/actions/sharing/audit.ts";
import { joinByLink } from "../../../server/actions/sharing/join.ts";
import { accessOf, linkOf, meOf } from "../../../server/actions/sharing/people.ts";
import { leave, share } from "../../../server/actions/sharing/share.ts";
import { create } from "../../../server/actions/writing/create.ts";
import { duplicate } from "../../../server/actions/writing/duplicate.ts";
import { saveLeft } from "../../../server/actions/writing/save-left.ts";

type PersonRoute = Exclude<PageRoute, EntryRoute>;

const id = z.string().min(1).max(44);
const oneCanvas = z.strictObject({ id });
const status = z.enum(STATUSES);

/** The bodies that these routes take, with nothing more in them. */
export const personRequests = {
  "/api/list": z.strictObject({
    whose: z.enum(["own", "shared"]).optional(),
    query: z.string().max(2_000).optional(),
    status: status.optional(),
    except: status.optional(),
    cursor: z.string().max(400).optional(),
    limit: z.int().min(1).max(500).optional(),
  }),
  "/api/who": z.strictObject({}),
  "/api/share": z.strictObject({ id, change: shareChange }),
  "/api/sharing": oneCanvas,
  "/api/join": z.strictObject({ id, share: z.string().min(1).max(200) }),
  "/api/audit": z.strictObject({ id: id.optional(), before: z.int().min(1).optional() }),
  "/api/exported": z.strictObject({ id, form: z.enum(EXPORTS) }),
  "/api/open": z.strictObject({ id, since: z.string().max(200).optional() }),
  "/api/new": z.strictObject({
    title: z.string().max(MAX_TITLE).optional(),
    content: z.string().max(MAX_CONTENT_BYTES).optional(),
  }),
  "/api/duplicate": oneCanvas,
  "/api/status": z.strictObject({
    id,
    to: status,
    revision: z.int().min(0),
    note: z.string().max(MAX_COMMENT_BODY).optional(),
  }),
  "/api/delete": oneCanvas,
  "/api/bin": z.strictObject({}),
  "/api/purge": oneCanvas,
  "/api/undelete": oneCanvas,
  // Longer ones than are kept come through, to be refused in words of their own.
  "/api/message": z.strictObject({ id, text: z.string().max(MAX_CONTENT_BYTES) }),
  "/api/close-review": oneCanvas,
  "/api/left-saves": z.strictObject({ saves: leftSaves }),
} satisfies { readonly [Route in PersonRoute]: z.ZodType };

type Asked<Route extends PersonRoute> = z.infer<(typeof personRequests)[Route]>;
type Acted<Route extends PersonRoute> =
  | { readonly ok: true; readonly answer: PageRoutes[Route]["answer"] }
  | { readonly ok: false; readonly error: CanvasError };

/** What the person can do on the page, by route. */
export type PageActions = { readonly [Route in PersonRoute]: (asked: Asked<Route>) => Promise<Acted<Route>> };

export function createPageActions(deps: ActionDeps & Caller): PageActions {
  const call = personCall(deps, "page");
  /** The widget's own saves, which the page carries as a client of this name. */
  const carrying = personCall(deps, PAGE_CLIENT);
  return {
    "/api/list": async (asked) => answered(await listForPerson.run(call, asked), ({ ok: _, ...list }) => list),
    "/api/who": async () => ({ ok: true, answer: { me: meOf(call) } }),
    "/api/share": async ({ id, change }) => shareAnswer(call, id, change),
    "/api/sharing": async ({ id }) =>
      answered(await load.run(call, { canvasId: id }), ({ record }) => sharingOf(call, record), id),
    "/api/join": async ({ id, share: secret }) => answered(await joinByLink.run(call, { canvasId: id, secret }), idOf),
    "/api/audit": async ({ id, before }) =>
      answered(await readAudit.run(call, { canvasId: id, before }), ({ lines, more }) => ({ lines, more })),
    "/api/exported": async ({ id, form }) => answered(await noteExport.run(call, { canvasId: id, form }), nothing, id),
    "/api/open": async ({ id, since }) => {
      const opened = await open.run(call, { canvasId: id });
      if (!opened.ok) return refused(opened.error, id);
      const answer = await handOver(call, opened);
      return { ok: true, answer: answer.state === since ? { ...answer, result: null } : answer };
    },
    "/api/new": async ({ title, content = "" }) => answered(await create.run(call, { title, content }), idOf),
    "/api/duplicate": async ({ id }) => answered(await duplicate.run(call, { canvasId: id }), idOf, id),
    "/api/status": async ({ id, ...asked }) => {
      const set = await setStatus.run(call, { canvasId: id, ...asked });
      if (!set.ok) return refused(set.error, id);
      return { ok: true, answer: { canvas: await pageCanvasOfRecord(call, set.record) } };
    },
    "/api/delete": async ({ id }) => answered(await remove.run(call, { canvasId: id }), nothing, id),
    "/api/bin": async () =>
      answered(await listBin.run(call, {}), ({ binned }) => ({
        canvases: binned.map(({ canvas, deletedAt }) => ({ canvas: pageCanvasOf(canvas, []), deletedAt })),
        days: BIN_DAYS,
      })),
    "/api/purge": async ({ id }) => answered(await purge.run(call, { canvasId: id }), nothing),
    "/api/undelete": async ({ id }) => {
      const back = await bringBack.run(call, { canvasId: id });
      if (back.ok) return { ok: true, answer: { canvas: await pageCanvasOfRecord(call, back.record) } };
      const { code, message } = forPerson(back.error, id);
      const days = `A deleted canvas can be brought back for ${BIN_DAYS} days.`;
      return { ok: false, error: { code, message: `${message} ${days}` } };
    },
    "/api/message": async ({ id, text }) => answered(await leaveMessage.run(call, { canvasId: id, text }), nothing, id),
    "/api/close-review": async ({ id }) => answered(await closeReview.run(call, { canvasId: id }), nothing, id),
    "/api/left-saves": async ({ saves }) =>
      answered(await saveLeft.run(carrying, { saves }), nothing, saves.at(-1)?.canvas_id),
  };
}

function sharingOf(call: Call, record: CanvasRecord): PageSharing {
  return { access: accessOf(call, record) ?? null, approvers: recordApprovalState(record).asked };
}

async function shareAnswer(call: Call, id: string, change: ShareChange): Promise<Acted<"/api/share">> {
  if (change.op === "leave")
    return answered(await leave.run(call, { canvasId: id }), () => ({ access: null, approvers: [] }), id);
  const shared = await share.run(call, { canvasId: id, change });
  if (!shared.ok) return refused(shared.error, id);
  const { record } = shared;
  const link = await linkOf(call, shared);
  return { ok: true, answer: { ...sharingOf(call, record), ...(link === null ? {} : { link }) } };
}

/** What the route answers; a refusal is put into words for the person, who knows the canvas as `given`. */
function answered<T extends object, Answer>(
  done: Outcome<T>,
  answer: (done: { readonly ok: true } & T) => Answer,
  given?: string,
): { readonly ok: true; readonly answer: Answer } | { readonly ok: false; readonly error: CanvasError } {
  if (done.ok) return { ok: true, answer: answer(done) };
  return given === undefined ? done : refused(done.error, given);
}

function refused(error: CanvasError, given: string): { readonly ok: false; readonly error: CanvasError } {
  return { ok: false, error: forPerson(error, given) };
}

function nothing(): Record<string, never> {
  return {};
}

function idOf({ record }: { readonly record: { readonly document: { readonly id: string } } }): { id: string } {
  return { id: record.document.id };
}
