// @vitest-environment happy-dom
import { act, useEffect } from "react";
import { expect, test } from "vitest";
import { allSettled } from "../../state/fake-clock.ts";
import { openWidget, type WidgetRig } from "../../state/widget-rig.ts";
import { reactPage } from "../../testing/react-page.ts";
import { type Undo, useUndo } from "./use-undo.ts";

const OLD = "# Plan\n\nThe old words.\n";
const NEW = "# Plan\n\nThe new words.\n";
const shown = reactPage();

function Undoing({ rig, onUndo }: { readonly rig: WidgetRig; readonly onUndo: (undo: Undo) => void }) {
  const undo = useUndo(rig.actions, "HN8B", rig.ready().view);
  useEffect(() => onUndo(undo));
  return null;
}

/** A canvas whose first version was just restored. */
async function afterRestore() {
  const rig = openWidget();
  await rig.write(OLD);
  rig.actions.type(NEW);
  await rig.clock.advance(1_000);
  let undo: Undo | undefined;
  act(() =>
    shown.root.render(
      <Undoing
        rig={rig}
        onUndo={(made) => {
          undo = made;
        }}
      />,
    ),
  );
  const restored = await rig.actions.restoreVersion(1);
  if (!restored.ok || restored.made === null) throw new Error("Nothing was restored");
  const { made } = restored;
  act(() => undo?.restored(made));
  const step = async (what: "undo" | "redo") => {
    const isOurs = undo?.steps[what]();
    await allSettled();
    await rig.clock.advance(1_000);
    return isOurs;
  };
  return { rig, step };
}

test("a restored text is undone and made again as one step, as often as one likes", async () => {
  const { rig, step } = await afterRestore();
  expect(rig.ready().draft).toBe(OLD);
  for (let turn = 0; turn < 2; turn++) {
    expect(await step("undo")).toBe(true);
    expect(rig.server.record().document.content).toBe(NEW);
    expect(rig.ready().draft).toBe(NEW);
    expect(await step("redo")).toBe(true);
    expect(rig.ready().draft).toBe(OLD);
  }
  expect(rig.store.state().notices).toEqual([]);
});

test("what was written since is not taken away: it is said, and the step is gone", async () => {
  const { rig, step } = await afterRestore();
  rig.actions.type(`${OLD}More.\n`);
  await rig.clock.advance(1_000);
  expect(await step("undo")).toBe(true);
  expect(rig.ready().draft).toBe(`${OLD}More.\n`);
  expect(rig.store.state().notices).toHaveLength(1);
  expect(await step("undo")).toBe(false);
});
