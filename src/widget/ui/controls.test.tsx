// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import { SavedState } from "../screens/header/SavedState.tsx";
import { TitleField } from "../screens/header/TitleField.tsx";
import type { SaveState } from "../state/state.ts";
import { reactPage } from "../testing/react-page.ts";
import { shellWords } from "../words.ts";
import { Button, IconButton } from "./Button.tsx";
import { Menu } from "./Menu.tsx";

const shown = reactPage();
const show = (element: React.ReactNode) => act(() => shown.root.render(element));
const press = (target: Element | null, key: string) =>
  act(() => void target?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })));
const focused = () => document.activeElement?.textContent ?? "";

test("a menu opens, moves by arrows and letters, chooses, and gives the focus back", () => {
  const chosen = vi.fn();
  const items = ["Alpha", "Beta", "Gamma"].map((label) => ({ id: label, label, onChoose: () => chosen(label) }));
  show(
    <Menu label="Test" items={items}>
      {(trigger) => <IconButton icon="More" label="Open" {...trigger} />}
    </Menu>,
  );
  const button = shown.page.querySelector("button")!;
  act(() => button.click());
  expect(button.getAttribute("aria-expanded")).toBe("true");
  expect(focused()).toBe("Alpha");
  press(document.activeElement, "ArrowDown");
  expect(focused()).toBe("Beta");
  press(document.activeElement, "End");
  expect(focused()).toBe("Gamma");
  press(document.activeElement, "ArrowDown");
  expect(focused()).toBe("Alpha");
  press(document.activeElement, "b");
  expect(focused()).toBe("Beta");
  act(() => (document.activeElement as HTMLElement).click());
  expect(chosen).toHaveBeenCalledWith("Beta");
  expect(shown.page.querySelector("[role=menu]")).toBeNull();
  expect(document.activeElement).toBe(button);
});

test("a button that must not be pressed yet does nothing, says why, and keeps the focus", () => {
  const pressed = vi.fn();
  const showButton = (isEarly: boolean) =>
    show(
      <Button isEarly={isEarly} onClick={pressed}>
        Accept
      </Button>,
    );
  showButton(false);
  const button = shown.page.querySelector("button")!;
  button.focus();
  showButton(true);
  act(() => button.click());
  expect(pressed).not.toHaveBeenCalled();
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(button.title).toBe(shellWords.early);
  expect(document.activeElement).toBe(button);
  showButton(false);
  act(() => button.click());
  expect(pressed).toHaveBeenCalledOnce();
});

test("Escape closes a menu and chooses nothing", () => {
  const chosen = vi.fn();
  show(
    <Menu label="Test" items={[{ id: "a", label: "Alpha", onChoose: chosen }]}>
      {(trigger) => <IconButton icon="More" label="Open" {...trigger} />}
    </Menu>,
  );
  act(() => shown.page.querySelector("button")!.click());
  press(document.activeElement, "Escape");
  expect(shown.page.querySelector("[role=menu]")).toBeNull();
  expect(chosen).not.toHaveBeenCalled();
});

test("a title is renamed by Enter, left alone by Escape, and never emptied", () => {
  const renamed = vi.fn();
  const rename = (typed: string, key: string) => {
    act(() => shown.page.querySelector<HTMLElement>("button")!.click());
    const field = shown.page.querySelector("input")!;
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, typed);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    press(shown.page.querySelector("input"), key);
  };
  show(<TitleField title="Old" disabled={false} waits={false} onRename={renamed} />);
  rename("  New  ", "Enter");
  expect(renamed).toHaveBeenLastCalledWith("New");
  rename("Other", "Escape");
  rename("   ", "Enter");
  expect(renamed).toHaveBeenCalledTimes(1);
});

test.each<[SaveState, string, boolean]>([
  [{ kind: "saved" }, "Saved", false],
  [{ kind: "saving" }, "Saving…", false],
  [{ kind: "browser", why: "unreachable" }, "Saved in this browser only", true],
  [{ kind: "browser", why: "no_server" }, "Saved in this browser only", false],
  [{ kind: "browser", why: "no_storage" }, "Kept only while this chat is open", false],
  [{ kind: "failed", why: "Too large.", kept: true, gone: false }, "Not saved", true],
])("%j is said as %s", (save, words, retries) => {
  show(<SavedState save={save} onRetry={() => {}} />);
  expect(shown.page.querySelector("[role=status]")?.textContent).toBe(words);
  expect(shown.page.querySelector("button") !== null).toBe(retries);
});
