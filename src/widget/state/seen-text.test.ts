import { expect, test } from "vitest";
import { proposalMark } from "../../core/document/versions/check-seen.ts";
import { allSettled } from "./fake-clock.ts";
import { firstSeen, nextSeen, READ_MS, seenAt } from "./seen-text.ts";
import { openWidget, type WidgetRig } from "./widget-rig.ts";

const TEXT = "One.\n\nTwo.\n";

async function reading() {
  const rig = openWidget();
  await rig.write(TEXT);
  let read = firstSeen(rig.ready());
  rig.store.subscribe(() => {
    read = nextSeen(read, rig.ready(), 0);
  });
  const isRead = (): boolean => seenAt(read, 0) === rig.ready().draft;
  return { rig, isRead, unread: () => seenAt(read, 0), isReadLater: () => seenAt(read, READ_MS) === rig.ready().draft };
}
const modelEdits = async (rig: WidgetRig, find: string, replace: string, mode?: "suggest") => {
  const result = rig.server.edit([{ find, replace }], mode);
  rig.host.tell({ kind: "input", tool: "edit_canvas", args: { canvas_id: "HN8B" } });
  rig.host.tell({ kind: "result", result });
  await allSettled();
};

test("what the model wrote a moment ago has not been read; after a while it has", async () => {
  const { rig, isRead, isReadLater } = await reading();
  await modelEdits(rig, "Two.", "Three.");
  expect([isRead(), isReadLater()]).toEqual([false, true]);
});

test("what the person types beside it is not among what they have not read", async () => {
  const { rig, unread } = await reading();
  await modelEdits(rig, "Two.", "Three.");
  rig.actions.type("One. Mine.\n\nThree.\n");
  expect(unread()).toBe("One. Mine.\n\nTwo.\n");
});

test("nor in a long text, where it stands not too far from the news", async () => {
  const filler = Array.from({ length: 20_000 }, (_, at) => `Line ${at}.\n`).join("");
  const textOf = (one: string, two: string) => `${filler}\n${one}\n\n${two}\n\n${filler}`;
  const rig = openWidget();
  await rig.write(textOf("One.", "Two."));
  let read = firstSeen(rig.ready());
  rig.store.subscribe(() => {
    read = nextSeen(read, rig.ready(), 0);
  });
  await modelEdits(rig, "Two.", "Three.");
  rig.actions.type(textOf("One. Mine.", "Three."));
  expect(seenAt(read, 0) === textOf("One. Mine.", "Two.")).toBe(true);
});

test("what the model wrote and a save of the person's brought in has not been read either", async () => {
  const { rig, isRead } = await reading();
  rig.server.edit([{ find: "Two.", replace: "Three." }]);
  rig.actions.type(TEXT.replace("One.", "1."));
  await rig.actions.leaving();
  expect([isRead(), rig.ready().draft]).toEqual([false, "1.\n\nThree.\n"]);
});

test("what the person types, saves and decides they know", async () => {
  const { rig, isRead } = await reading();
  rig.actions.type(`${TEXT}\nMine.\n`);
  expect(isRead()).toBe(true);
  await rig.actions.leaving();
  expect(isRead()).toBe(true);
  await modelEdits(rig, "Two.", "Three.", "suggest");
  const decisions = rig.ready().view.checkpoint.proposals.map((one) => ({
    id: one.id,
    decision: "accept" as const,
    seen: proposalMark(one),
  }));
  rig.actions.decide(decisions);
  await allSettled();
  expect([isRead(), rig.ready().draft]).toEqual([true, "One.\n\nThree.\n\nMine.\n"]);
});
