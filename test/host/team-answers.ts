import type { Page } from "playwright-core";
import type { PageAudit, PageCanvas, PageListQuery, PageRoutes, PageSharing } from "../../src/protocol/page.ts";

const AT = "2026-03-02T09:00:00.000Z";
export const ADA = { subject: "ada", name: "Ada Lovelace" };
export const BOB = { subject: "bob", name: "Bob Ross" };

const canvas = (id: string, title: string, more: Partial<PageCanvas> = {}): PageCanvas => ({
  id,
  title,
  status: "draft",
  version: 3,
  revision: 9,
  updatedAt: AT,
  createdAt: AT,
  lastEditor: "user",
  words: 812,
  openProposals: 0,
  newEdits: 0,
  newComments: 0,
  newOthers: 0,
  waiting: null,
  ...more,
});

const CANVASES: readonly PageCanvas[] = [
  canvas("HN8B", "Plan", { shared: 2 }),
  canvas("K2QX", "Interview notes", { sharedBy: BOB.name }),
  canvas("M4TT", "Letter"),
];

const SHARING: PageSharing = {
  access: {
    standing: "owner",
    me: ADA,
    owner: ADA,
    people: [{ person: BOB, role: "editor" }],
    links: [{ id: "l1", role: "viewer", createdAt: AT }],
    canLink: true,
  },
  approvers: [{ person: BOB, state: "waiting" }],
};

const line = (number: number, given: Partial<PageAudit["lines"][number]>): PageAudit["lines"][number] => ({
  number,
  canvasId: "HN8B",
  title: "Plan",
  kind: "shared",
  by: { kind: "person", ...ADA },
  at: AT,
  payload: {},
  ...given,
});

const LINES: PageAudit["lines"] = [
  line(4, { kind: "exported", by: { kind: "person", ...BOB }, payload: { form: "docx", version: 3 } }),
  line(3, { payload: { person: BOB, role: "editor" } }),
  line(2, { kind: "deleted", canvasId: "GONE", title: "Old ideas" }),
  line(1, { kind: "approved", payload: { note: "Ship it." }, at: "2026-02-26T09:00:00.000Z" }),
];

/** What a server that knows its people answers to Ada, as far as her list and her activity ask. What she changes is kept here. */
export async function answerAsTeam(page: Page): Promise<{ readonly asked: string[] }> {
  const asked: string[] = [];
  let canvases = CANVASES;
  const answer = <Route extends keyof PageRoutes>(
    route: Route,
    give: (request: PageRoutes[Route]["request"]) => PageRoutes[Route]["answer"] | null,
  ) =>
    page.route(`**${route}`, async (call) => {
      const request = call.request().postDataJSON() as PageRoutes[Route]["request"];
      asked.push(`${route} ${JSON.stringify(request)}`);
      const given = give(request);
      if (given !== null) return call.fulfill({ json: given });
      return call.fulfill({ status: 404, json: { error: { code: "unknown_canvas", message: "There is none." } } });
    });
  const isAsked =
    ({ whose, status }: PageListQuery) =>
    (one: PageCanvas) =>
      (whose === undefined || (whose === "shared") === (one.sharedBy !== undefined)) &&
      (status === undefined || one.status === status);
  await answer("/api/who", () => ({ me: ADA }));
  await answer("/api/list", (query) => {
    const found = canvases.filter(isAsked(query));
    return { canvases: found, total: found.length, notice: null };
  });
  await answer("/api/sharing", () => SHARING);
  await answer("/api/share", ({ id, change }) => {
    if (change.op !== "leave") return SHARING;
    canvases = canvases.filter((one) => one.id !== id);
    return { access: null, approvers: [] };
  });
  await answer("/api/audit", ({ id }) => ({
    lines: LINES.filter(({ canvasId }) => id === undefined || canvasId === id),
    more: false,
  }));
  await answer("/api/join", () => null);
  return { asked };
}
