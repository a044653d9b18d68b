// @vitest-environment happy-dom
import { act, useEffect, useSyncExternalStore } from "react";
import { expect, test } from "vitest";
import { allSettled } from "../../state/fake-clock.ts";
import { openWidget, type WidgetRig } from "../../state/widget-rig.ts";
import { reactPage } from "../../testing/react-page.ts";
import { MarkdownEditor } from "../../text/editor/MarkdownEditor.tsx";
import { proposalWords } from "../../words.ts";
import { type Undo, useUndo } from "./use-undo.ts";

const OLD = "# Plan\n\nThe old words.\n";
const NEW = "# Plan\n\nThe new words.\n\n- [ ] task\n";
const shown = reactPage();

interface UndoingProps {
  readonly rig: WidgetRig;
  readonly writes: boolean;
  readonly onUndo: (undo: Undo) => void;
}

function Undoing({ rig, writes, onUndo }: UndoingProps) {
  const ready = useSyncExternalStore(rig.store.subscribe, rig.ready);
  const undo = useUndo(rig.actions, ready);
  useEffect(() => onUndo(undo));
  return (
    writes && (
      <MarkdownEditor
        ref={undo.setEditor}
        text={ready.draft}
        isOwnText={ready.ownText === ready.draft}
        history={undo.history}
        onChange={undo.changed}
      />
    )
  );
}

/** A page of a canvas with two versions and a suggestion; `writes`: its editor stands there from the start. */
async function page(writes: boolean) {
  const rig = openWidget();
  await rig.write(OLD);
  rig.actions.type(NEW);
  await rig.clock.advance(1_000);
  const result = rig.server.edit([{ find: "new", replace: "newer" }], "suggest");
  rig.host.tell({ kind: "input", tool: "edit_canvas", args: { canvas_id: "HN8B" } });
  rig.host.tell({ kind: "result", result });
  await allSettled();
  let undo: Undo | undefined;
  const render = async (isWriting: boolean) =>
    act(() =>
      shown.root.render(
        <Undoing
          rig={rig}
          writes={isWriting}
          onUndo={(made) => {
            undo = made;
          }}
        />,
      ),
    );
  await render(writes);
  const settle = async () => {
    await act(async () => {
      await allSettled();
      await rig.clock.advance(1_000);
    });
  };
  return {
    rig,
    settle,
    write: () => render(true),
    /** The page goes, and comes again with what this browser keeps. */
    async reload() {
      act(() => {
        window.dispatchEvent(new Event("pagehide"));
        shown.root.render(null);
      });
      await render(false);
    },
    draft: () => rig.ready().draft,
    states: () => rig.server.record().proposals.map(({ state }) => state),
    accept: () =>
      act(() => undo!.decide([{ id: rig.server.record().proposals[0]!.id, decision: "accept" }], () => "done")),
    change: (was: string, insert: string) => {
      const from = rig.ready().draft.indexOf(was);
      act(() => undo!.change([{ from, to: from + was.length, insert }]));
    },
    go: (which: "undo" | "redo") => {
      let done = false;
      act(() => {
        done = undo!.goBack(which);
      });
      return done;
    },
    last: () => undo!.last,
  };
}

test.each([
  ["in the editor", true],
  ["while nobody writes", false],
])(
  "decisions, boxes and other changes are undone and made again in the order in which they were made, %s",
  async (_, writes) => {
    const { rig, settle, draft, states, accept, change, go } = await page(writes);
    change("[ ]", "[x]");
    accept();
    await settle();
    change("The", "All");
    const texts = [
      NEW,
      NEW.replace("[ ]", "[x]"),
      NEW.replace("[ ]", "[x]").replace("new", "newer"),
      NEW.replace("[ ]", "[x]").replace("new", "newer").replace("The", "All"),
    ];
    for (let round = 0; round < 2; round++) {
      expect(draft()).toBe(texts[3]);
      for (const text of texts.slice(0, 3).reverse()) {
        expect(go("undo")).toBe(true);
        expect(draft()).toBe(text);
      }
      expect(go("undo")).toBe(false);
      await settle();
      expect([rig.server.record().document.content, states()]).toEqual([NEW, ["open"]]);
      for (const text of texts.slice(1)) {
        expect(go("redo")).toBe(true);
        expect(draft()).toBe(text);
      }
      await settle();
      expect([rig.server.record().document.content, states()]).toEqual([texts[3], ["accepted"]]);
    }
    const said = rig.store.state().notices.map(({ text }) => text);
    expect(said).toEqual([proposalWords.takenBack, proposalWords.madeAgain]);
  },
);

test("the editor that comes later goes on where the page without one was, with what was decided", async () => {
  const { settle, write, draft, states, accept, go } = await page(false);
  accept();
  await settle();
  await write();
  expect(go("undo")).toBe(true);
  await settle();
  expect([draft(), states()]).toEqual([NEW, ["open"]]);
  expect(go("redo")).toBe(true);
  await settle();
  expect([draft(), states()]).toEqual([NEW.replace("new", "newer"), ["accepted"]]);
});

test.each([
  ["with an editor", true],
  ["without one", false],
])("a restored text is undone and made again as one step, as often as one likes, %s", async (_, writes) => {
  const { rig, settle, draft, go } = await page(writes);
  await act(async () => {
    expect(await rig.actions.restoreVersion(1)).toMatchObject({ ok: true });
  });
  expect(draft()).toBe(OLD);
  for (let turn = 0; turn < 2; turn++) {
    expect(go("undo")).toBe(true);
    await settle();
    expect(rig.server.record().document.content).toBe(NEW);
    expect(draft()).toBe(NEW);
    expect(go("redo")).toBe(true);
    await settle();
    expect(draft()).toBe(OLD);
  }
  expect(rig.store.state().notices).toEqual([]);
});

test("what others wrote since a text was restored stays when that is undone", async () => {
  const { rig, settle, draft, go } = await page(true);
  await act(async () => {
    await rig.actions.restoreVersion(1);
  });
  await act(async () => {
    await rig.replay(`${OLD}By the model.\n`, rig.server.write(`${OLD}By the model.\n`));
  });
  expect(draft()).toContain("By the model.");
  expect(go("undo")).toBe(true);
  await settle();
  expect(draft()).toBe(`${NEW}By the model.\n`);
});

test("the bar that says what was decided last takes it back, and goes with the next change", async () => {
  const { last, accept, change, draft, settle } = await page(false);
  accept();
  expect(last()?.words).toBe("done");
  act(() => last()!.undo());
  expect([draft(), last()]).toEqual([NEW, null]);
  await settle();
  accept();
  change("The", "All");
  expect(last()).toBeNull();
  await settle();
});

test("while one suggests, a decision on the text in force is not undone, and the person is told what to do", async () => {
  const { rig, settle, draft, accept, go } = await page(true);
  accept();
  await settle();
  await act(async () => {
    await rig.actions.setSuggesting(true);
    await allSettled();
  });
  expect(go("undo")).toBe(true);
  expect(draft()).toBe(NEW.replace("new", "newer"));
  expect(rig.store.state().notices.map(({ text }) => text)).toEqual([proposalWords.undoSuggesting]);
  await act(async () => {
    await rig.actions.setSuggesting(false);
    await allSettled();
  });
  expect(go("undo")).toBe(true);
  expect(draft()).toBe(NEW);
  await settle();
});

test("after a reload a decision is undone with its text, and made again", async () => {
  const { rig, settle, write, draft, states, accept, change, go, reload } = await page(false);
  change("The", "All");
  accept();
  await settle();
  await reload();
  await write();
  expect(draft()).toBe(NEW.replace("The", "All").replace("new", "newer"));
  expect(go("undo")).toBe(true);
  await settle();
  expect([draft(), states()]).toEqual([NEW.replace("The", "All"), ["open"]]);
  expect(go("redo")).toBe(true);
  await settle();
  expect([rig.server.record().document.content, states()]).toEqual([draft(), ["accepted"]]);
  expect(go("undo")).toBe(true);
  expect(go("undo")).toBe(true);
  expect(draft()).toBe(NEW);
  await settle();
});
