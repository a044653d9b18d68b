import { expect, test } from "vitest";
import { proposalMark } from "../../../core/document/versions/check-seen.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { createFakeServer, type FakeServer } from "../../host/fake-server.ts";
import { proposalWords, shellWords } from "../../words.ts";
import { allSettled } from "../fake-clock.ts";
import { shownCheckpoint } from "../unsaved-changes.ts";
import { openWidget, type WidgetRig } from "../widget-rig.ts";

const TEXT = "# Bill\n\nPay 100 EUR to Alice.\n\nThank you.\n";
const ID = { canvas_id: "HN8B", key: "secret" };

/** What stood on screen when the person could read it. */
interface Drawn {
  readonly text: string;
  readonly marks: readonly { readonly id: string; readonly seen: string }[];
}
const open = (rig: WidgetRig) => shownCheckpoint(rig.ready()).proposals.filter(({ state }) => state === "open");
const drawnIn = (rig: WidgetRig): Drawn => ({
  text: rig.ready().draft,
  marks: open(rig).map((one) => ({ id: one.id, seen: proposalMark(one) })),
});

/** A widget whose model acts right before the n-th call to the server after `arm(n)`; at -1 before the person presses. */
async function rigWith(model: (server: FakeServer) => void) {
  const server = createFakeServer();
  /** The canvas before and after each call. */
  const log: { readonly before: CanvasRecord; readonly after: CanvasRecord; readonly args: object }[] = [];
  let left = Number.NaN;
  const answer: FakeServer["answer"] = (tool, args) => {
    if (left-- === 0) model(server);
    const before = server.record();
    const said = server.answer(tool, args);
    log.push({ before, after: server.record(), args });
    return said;
  };
  const rig = openWidget({ server: { ...server, answer } });
  await rig.write(TEXT.replace("Thank you.", "Thanks."));
  server.edit([{ find: "Thanks.", replace: "Thank you." }]);
  const result = server.edit([{ find: "100 EUR", replace: "120 EUR" }], "suggest");
  rig.host.tell({ kind: "input", tool: "edit_canvas", args: { canvas_id: "HN8B" } });
  rig.host.tell({ kind: "result", result });
  await allSettled();
  log.length = 0;
  return {
    rig,
    server,
    log,
    async arm(step: number) {
      left = step;
      if (step >= 0) return;
      model(server);
      // Its answer arrives: what was drawn is not what stands there.
      rig.host.tell({ kind: "input", tool: "edit_canvas", args: { canvas_id: "HN8B" } });
      rig.host.tell({ kind: "result", result: server.answer("load_canvas", ID) });
      await allSettled();
    },
  };
}
type Log = Awaited<ReturnType<typeof rigWith>>["log"];

const MODEL: readonly [string, (server: FakeServer) => void][] = [
  ["rewrites the words", (server) => void server.edit([{ find: "100 EUR to Alice", replace: "9999 EUR to Mallory" }])],
  [
    "offers something else in its place",
    (server) => void server.edit([{ find: "100 EUR", replace: "9999 EUR" }], "suggest"),
  ],
  [
    "does both",
    (server) => {
      server.edit([{ find: "100 EUR", replace: "9999 EUR" }], "suggest");
      server.edit([{ find: "Thank you.", replace: "Thank you, Mallory." }]);
    },
  ],
];

interface Decision {
  press(rig: WidgetRig, drawn: Drawn): Promise<unknown>;
  /** The canvas right before the decision was made; undefined: it was not made. */
  madeOn(log: Log, rig: WidgetRig): CanvasRecord | undefined;
  /** Whether that is what was drawn. */
  isDrawn(record: CanvasRecord): boolean;
}
const isText = ({ document }: CanvasRecord): boolean => document.content === TEXT;
const settles = (decision: "accept" | "reject"): Decision => ({
  async press(rig, { marks }) {
    rig.actions.decide(marks.map((mark) => ({ ...mark, decision })));
    await allSettled();
  },
  madeOn: (log) => {
    const count = ({ proposals }: CanvasRecord) => proposals.filter(({ state }) => state === `${decision}ed`).length;
    return log.find(({ before, after }) => count(after) > count(before))?.before;
  },
  isDrawn: ({ proposals }) => {
    const standing = proposals.filter(({ state }) => state === "open");
    return standing.every(({ text, anchor }) => text === "120 EUR" && anchor.quotedText === "100 EUR");
  },
});
const DECISIONS: readonly [string, Decision][] = [
  ["accept", settles("accept")],
  ["reject", settles("reject")],
  [
    "restore",
    {
      press: (rig, { text }) => rig.actions.restoreVersion(1, undefined, text),
      madeOn: (log) => log.find(({ after }) => after.document.content.includes("Thanks."))?.before,
      isDrawn: isText,
    },
  ],
  [
    "Send",
    {
      press: (rig, { text }) => rig.actions.send(text),
      madeOn: (log, rig) => {
        const version = Number(rig.host.messages.at(-1)?.match(/\(v(\d+)\)/)?.[1]);
        return log.find(({ after, args }) => "seal" in args && after.document.version === version)?.after;
      },
      isDrawn: isText,
    },
  ],
  [
    "approve",
    {
      press: (rig, { text }) => rig.actions.setStatus("approved", undefined, text),
      madeOn: (log) => log.find(({ after }) => after.document.status === "approved")?.before,
      isDrawn: isText,
    },
  ],
];

const rows = DECISIONS.flatMap(([name, decision]) =>
  MODEL.flatMap(([what, model]) => [-1, 0, 1, 2, 3].map((step) => [name, what, step, decision, model] as const)),
);
test.each(rows)(
  "%s, while the model %s at step %i: what was drawn is decided on, or nothing and it is asked again",
  async (_name, _what, step, decision, model) => {
    const { rig, log, arm } = await rigWith(model);
    const drawn = drawnIn(rig);
    await arm(step);
    const answer = await decision.press(rig, drawn);
    const made = decision.madeOn(log, rig);
    if (made !== undefined) return expect(decision.isDrawn(made)).toBe(true);
    const isSaid = rig.store.state().notices.some(({ id }) => id === "decide" || id === "status");
    const isAsked = rig.ready().sending.kind === "moved" || (answer as { moved?: true } | undefined)?.moved === true;
    expect([isSaid, isAsked]).toContain(true);
    // What stands there now is on screen: it can be read, and decided on.
    rig.actions.promptClosed();
    await decision.press(rig, drawnIn(rig));
    expect(decision.madeOn(log, rig)).toBeDefined();
  },
);

test.each(DECISIONS)(
  "%s goes through when the model is quiet, with words of the person's own on the way",
  async (_, decision) => {
    const { rig, log } = await rigWith(() => {});
    rig.actions.type(TEXT.replace("Bill", "My bill"));
    await decision.press(rig, drawnIn(rig));
    expect(decision.madeOn(log, rig)).toBeDefined();
  },
);

test("of many decisions only those on what has changed are not made, and what was typed is saved", async () => {
  const { rig, server, arm } = await rigWith(MODEL[0]![1]);
  const result = server.edit([{ find: "Thank you.", replace: "Bye." }], "suggest");
  rig.host.tell({ kind: "input", tool: "edit_canvas", args: { canvas_id: "HN8B" } });
  rig.host.tell({ kind: "result", result });
  await allSettled();
  const { marks } = drawnIn(rig);
  expect(marks).toHaveLength(2);
  rig.actions.type(`${TEXT}\nMine.\n`);
  await arm(0);
  rig.actions.decide(marks.map((mark) => ({ ...mark, decision: "accept" })));
  await allSettled();
  expect(server.record().document.content).toBe("# Bill\n\nPay 9999 EUR to Mallory.\n\nBye.\n\nMine.\n");
  expect(open(rig).map(({ text }) => text)).toEqual(["120 EUR"]);
  expect(rig.store.state().notices.map(({ text }) => text)).toContain(proposalWords.notDecided(1, []));
  expect(rig.ready().save).toEqual({ kind: "saved" });
});

test("the person's own words for a suggestion that has changed are shown, not thrown away", async () => {
  const { rig, arm } = await rigWith(MODEL[1]![1]);
  const { marks } = drawnIn(rig);
  await arm(0);
  rig.actions.decide(marks.map((mark) => ({ ...mark, decision: "edit", text: "110 EUR" })));
  await allSettled();
  const notice = rig.store.state().notices.find(({ id }) => id === "decide");
  expect(notice).toMatchObject({ text: expect.stringContaining("“110 EUR”"), stays: true });
});

test("Send right after a decision is of the text with it, which the person knows", async () => {
  const { rig } = await rigWith(() => {});
  rig.actions.decide(drawnIn(rig).marks.map((mark) => ({ ...mark, decision: "accept" })));
  await rig.actions.send(rig.ready().draft);
  expect(rig.host.messages).toHaveLength(1);
  rig.actions.decide(open(rig).map(({ id }) => ({ id, decision: "accept" })));
  await rig.actions.setStatus("approved", undefined, rig.ready().draft);
  expect(rig.server.record().document.status).toBe("approved");
});

test("a question about a passage is not asked about other words", async () => {
  const { rig, arm } = await rigWith(MODEL[0]![1]);
  const from = TEXT.indexOf("100 EUR");
  await arm(0);
  await rig.actions.ask({ from, to: from + "100 EUR".length }, "Check this");
  expect(rig.host.messages).toEqual([]);
  expect(rig.store.state().notices.at(-1)?.text).toBe(shellWords.askMoved);
  await rig.actions.ask({ from: 2, to: 6 }, "Check this");
  expect(rig.host.messages).toHaveLength(1);
});
