// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { Keeping, SaveState } from "../state/state.ts";
import { openWidget } from "../state/widget-rig.ts";
import { reactPage } from "../testing/react-page.ts";
import { shellWords } from "../words.ts";
import { FailedSaveBanner } from "./FailedSaveBanner.tsx";
import { UnsavedTextBanner } from "./UnsavedTextBanner.tsx";

const shown = reactPage();
const buttons = () => [...shown.page.querySelectorAll("button")].map((button) => button.textContent);
const press = (name: string) =>
  act(() => [...shown.page.querySelectorAll("button")].find((button) => button.textContent === name)?.click());

type Failed = Omit<Extract<SaveState, { kind: "failed" }>, "kind" | "why">;
const WHY = "With this change the canvas would be larger than 200 KB, the limit of this server.";

test.each<[string, Failed, string, readonly string[]]>([
  ["too long", { kept: true, gone: false, tooLong: true }, shellWords.failedTooLong(WHY), ["Copy"]],
  ["too long, and not kept", { kept: false, gone: false, tooLong: true }, shellWords.failedNotKept(WHY), ["Copy"]],
  ["refused", { kept: true, gone: false }, shellWords.failedKept(WHY), []],
  ["refused, and not kept", { kept: false, gone: false }, shellWords.failedNotKept(WHY), ["Copy"]],
  ["of a canvas that is gone", { kept: true, gone: true }, shellWords.failedKept(WHY), ["Keep a copy"]],
])("a change that is %s says why, where it is, and what can be done", (_, save, words, named) => {
  const asked = { keep: vi.fn(), copy: vi.fn() };
  act(() =>
    shown.root.render(
      <FailedSaveBanner save={{ kind: "failed", why: WHY, ...save }} onKeep={asked.keep} onCopy={asked.copy} />,
    ),
  );
  expect(shown.page.textContent).toContain(words);
  expect(shown.page.textContent).toContain("200 KB");
  expect(buttons()).toEqual(named);
  press("Copy");
  press("Keep a copy");
  expect([asked.copy.mock.calls.length, asked.keep.mock.calls.length]).toEqual(
    ["Copy", "Keep a copy"].map((name) => (named.includes(name) ? 1 : 0)),
  );
});

test("a text that could not be kept says why, and can be copied", () => {
  const why = "This server keeps at most 3 canvases for one person.";
  const written = vi.fn(async () => {});
  vi.stubGlobal("navigator", { clipboard: { writeText: written } });
  const { actions, stop } = openWidget({});
  const show = (keeping: Keeping) =>
    act(() =>
      shown.root.render(
        <UnsavedTextBanner
          canvas={{
            phase: "stopped",
            stream: { kind: "text", canvasId: null, title: null, text: "Half a thought" },
            keeping,
          }}
          assistant="Claude"
          actions={actions}
        />,
      ),
    );
  show({ kind: "offered" });
  expect(buttons()).toEqual([shellWords.keepText]);
  show({ kind: "failed", why });
  expect(shown.page.querySelector("[role=status]")?.textContent).toContain(shellWords.keepFailed(why));
  expect(buttons()).toEqual([shellWords.copy, shellWords.keepText]);
  press(shellWords.copy);
  expect(written).toHaveBeenCalledWith("Half a thought");
  stop();
  vi.unstubAllGlobals();
});
