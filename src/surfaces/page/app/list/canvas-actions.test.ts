import { expect, test } from "vitest";
import type { PageCanvas } from "../../../../protocol/page.ts";
import type { Api } from "../access/gate.ts";
import { createToasts } from "../parts/toasts.ts";
import { pageWords } from "../words.ts";
import { createCanvasActions, type RowQuestion } from "./canvas-actions.ts";

const own = { id: "HN8B", title: "Plan", status: "draft", revision: 3 } as PageCanvas;
const theirs: PageCanvas = { ...own, sharedBy: "Bob" };

/** A list whose server gives this answer to everything; what was done is written down. */
function listWith(answer: unknown) {
  const done: string[] = [];
  const questions: RowQuestion[] = [];
  const toasts = createToasts();
  const api = {
    async call(route: string, request: unknown) {
      done.push(`${route} ${JSON.stringify(request)}`);
      return answer;
    },
  } as unknown as Api;
  const list = {
    take: (id: string) => void done.push(`take ${id}`),
    put: () => {},
    refresh: async () => void done.push("refresh"),
  };
  const actions = createCanvasActions({
    api,
    toasts,
    list: () => list,
    go: (place) => void done.push(`go ${JSON.stringify(place)}`),
    ask: (question) => void questions.push(question),
  });
  return { actions, done, questions, toast: () => toasts.current() };
}
const good = { ok: true, value: {} };
const forbidden = { ok: false, kind: "refused", code: "not_allowed", message: "You can only view canvas HN8B." };

test("an own canvas is deleted at once, and that can be undone", async () => {
  const { actions, done, questions, toast } = listWith(good);
  await actions.remove(own);
  expect(done).toEqual(["take HN8B", '/api/delete {"id":"HN8B"}']);
  expect(questions).toEqual([]);
  expect(toast()?.undo).toBeDefined();
});

test("somebody else's is never deleted: the person is asked whether it shall leave the list", async () => {
  const { actions, done, questions } = listWith(good);
  await actions.remove(theirs);
  expect(done).toEqual([]);
  expect(questions).toEqual([{ kind: "leave", canvas: theirs }]);
});

test("leaving takes it off the list, and nothing undoes it", async () => {
  const { actions, done, toast } = listWith(good);
  await actions.leave(theirs);
  expect(done).toEqual(["take HN8B", '/api/share {"id":"HN8B","change":{"op":"leave"}}']);
  expect(toast()).toMatchObject({ text: pageWords.left("Plan") });
  expect(toast()?.undo).toBeUndefined();
});

test("what the server does not allow is said in its words, and the row comes back", async () => {
  const { actions, done, toast } = listWith(forbidden);
  await actions.archive(theirs);
  expect(done.at(-1)).toBe("refresh");
  expect(toast()).toMatchObject({ tone: "error", text: `${pageWords.notChanged} ${forbidden.message}` });
});

test("sharing is asked about, and the activity is another place", () => {
  const { actions, done, questions } = listWith(good);
  actions.share(own);
  actions.showActivity(own);
  expect(questions).toEqual([{ kind: "share", canvas: own }]);
  expect(done).toEqual(['go {"kind":"activity","id":"HN8B"}']);
});
