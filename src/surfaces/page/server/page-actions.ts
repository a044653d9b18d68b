import type { CanvasError } from "../../../protocol/errors.ts";
import { type EntryRoute, PAGE_CLIENT, type PageRoute } from "../../../protocol/page.ts";
import type { PageAnswer, PageRequest } from "../../../protocol/page-requests.ts";
import type { Call, ServerDeps } from "../../../server/mcp/tool.ts";
import { closeReviewForPerson } from "../../../server/person/close-review-for-person.ts";
import { createForPerson, duplicateForPerson } from "../../../server/person/create-for-person.ts";
import {
  binForPerson,
  deleteForPerson,
  purgeForPerson,
  undeleteForPerson,
} from "../../../server/person/delete-for-person.ts";
import { leaveMessageForPerson } from "../../../server/person/leave-message-for-person.ts";
import { listForPerson } from "../../../server/person/list-for-person.ts";
import { openForPerson } from "../../../server/person/open-for-person.ts";
import { saveLeftForPerson } from "../../../server/person/save-left-for-person.ts";
import { statusForPerson } from "../../../server/person/status-for-person.ts";

type ActionResult<Route extends PageRoute> =
  | { readonly ok: true; readonly answer: PageAnswer<Route> }
  | { readonly ok: false; readonly error: CanvasError };

/** What the person can do on the page, by route. */
export type PageActions = {
  readonly [Route in Exclude<PageRoute, EntryRoute>]: (asked: PageRequest<Route>) => Promise<ActionResult<Route>>;
};

export function createPageActions(deps: ServerDeps): PageActions {
  const call: Call = { deps, client: "page" };
  return {
    "/api/list": async (asked) => ({ ok: true, answer: await listForPerson(deps, asked) }),
    "/api/open": async ({ id }) => {
      const done = await openForPerson(deps, id);
      return done.ok ? { ok: true, answer: done.opened } : done;
    },
    "/api/new": async (asked) => {
      const done = await createForPerson(call, asked);
      return done.ok ? { ok: true, answer: { id: done.id } } : done;
    },
    "/api/duplicate": async ({ id }) => {
      const done = await duplicateForPerson(call, id);
      return done.ok ? { ok: true, answer: { id: done.id } } : done;
    },
    "/api/status": async (asked) => {
      const done = await statusForPerson(call, asked);
      return done.ok ? { ok: true, answer: { canvas: done.canvas } } : done;
    },
    "/api/delete": async ({ id }) => {
      const done = await deleteForPerson(deps, id);
      return done.ok ? { ok: true, answer: {} } : done;
    },
    "/api/bin": async () => ({ ok: true, answer: await binForPerson(deps) }),
    "/api/purge": async ({ id }) => {
      const done = await purgeForPerson(deps, id);
      return done.ok ? { ok: true, answer: {} } : done;
    },
    "/api/undelete": async ({ id }) => {
      const done = await undeleteForPerson(deps, id);
      return done.ok ? { ok: true, answer: { canvas: done.canvas } } : done;
    },
    "/api/message": async ({ id, text }) => {
      const done = await leaveMessageForPerson(call, id, text);
      return done.ok ? { ok: true, answer: {} } : done;
    },
    "/api/close-review": async ({ id }) => {
      const done = await closeReviewForPerson(call, id);
      return done.ok ? { ok: true, answer: {} } : done;
    },
    "/api/left-saves": async ({ saves }) => {
      // As the widget's own saves come in, which the page carries as a client of this name.
      const done = await saveLeftForPerson({ ...call, client: PAGE_CLIENT }, saves);
      return done.ok ? { ok: true, answer: {} } : done;
    },
  };
}
