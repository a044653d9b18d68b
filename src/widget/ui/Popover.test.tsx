// @vitest-environment happy-dom
import { act, useState } from "react";
import { expect, test, vi } from "vitest";
import { reactPage } from "../testing/react-page.ts";
import { shellWords } from "../words.ts";
import { Popover, type PopoverProps } from "./Popover.tsx";
import { useEscape } from "./use-escape.ts";

const shown = reactPage();
const boxOf = () => ({ top: 10, bottom: 20, left: 30, right: 40 });
const named = (name: string) => shown.page.querySelector<HTMLElement>(`[name="${name}"], [aria-label="${name}"]`);
const focused = () => document.activeElement?.getAttribute("name") ?? null;
const key = (target: Element, name: string) =>
  act(() => void target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true })));
const press = (target: Element) =>
  act(() => void target.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })));

interface Given extends Partial<Omit<PopoverProps, "closing">> {
  readonly closing?: Partial<PopoverProps["closing"]>;
}

/** What stands open of `first` and `second`; both are opened by a button that has the focus. */
function Page({ first, second }: { readonly first?: Given; readonly second?: Given }) {
  const [open, setOpen] = useState<readonly string[]>([]);
  const close = (name: string) => () => setOpen((all) => all.filter((one) => one !== name));
  const popover = (name: string, { closing, ...props }: Given = {}) =>
    open.includes(name) && (
      <Popover label={name} boxOf={boxOf} takesFocus closing={{ onClose: close(name), ...closing }} {...props}>
        <p>
          <textarea name={`field of ${name}`} />
        </p>
      </Popover>
    );
  return (
    <>
      {["second", "first"].map((name) => (
        <button key={name} type="button" name={`open ${name}`} onClick={() => setOpen((all) => [...all, name])} />
      ))}
      <input name="elsewhere" />
      {popover("second", second)}
      {popover("first", first)}
    </>
  );
}

function openBoth(props: Parameters<typeof Page>[0] = {}) {
  act(() => shown.root.render(<Page {...props} />));
  for (const name of ["first", "second"]) {
    named(`open ${name}`)!.focus();
    act(() => named(`open ${name}`)!.click());
  }
}
const open = () => ["first", "second"].filter((name) => named(name) !== null);

test("the focus goes to the first control inside, and comes back to what had it", () => {
  openBoth();
  expect(focused()).toBe("field of second");
  key(document.activeElement!, "Escape");
  expect(open()).toEqual(["first"]);
  expect(focused()).toBe("open second");
});

test("the focus stays where it is when nobody asked for it, and is not moved when it closes", () => {
  openBoth({ second: { takesFocus: false } });
  named("elsewhere")!.focus();
  key(document.activeElement!, "Escape");
  expect(open()).toEqual(["first"]);
  expect(focused()).toBe("elsewhere");
});

test("where nothing had the focus, whoever opened it says where it goes", () => {
  const onReturn = vi.fn();
  act(() => shown.root.render(<Page first={{ onReturn }} />));
  act(() => named("open first")!.click());
  key(document.activeElement!, "Escape");
  expect(onReturn).toHaveBeenCalledOnce();
});

test("Escape closes what was opened last, wherever it is pressed, and nobody else hears of it", () => {
  openBoth();
  const heard = vi.fn();
  document.addEventListener("keydown", heard);
  named("field of first")!.focus();
  key(document.activeElement!, "Escape");
  expect(open()).toEqual(["first"]);
  named("elsewhere")!.focus();
  key(document.activeElement!, "Escape");
  expect(open()).toEqual([]);
  expect(heard).not.toHaveBeenCalled();
  key(document.activeElement!, "Escape");
  expect(heard).toHaveBeenCalledOnce();
  document.removeEventListener("keydown", heard);
});

test("Escape in a dialog over it is the dialog's", () => {
  openBoth();
  const dialog = document.createElement("dialog");
  dialog.setAttribute("open", "");
  shown.page.append(dialog);
  key(dialog, "Escape");
  expect(open()).toEqual(["first", "second"]);
  press(dialog);
  expect(open()).toEqual(["first", "second"]);
});

test("a press outside closes it and keeps the focus where it was pressed; one above it does not", () => {
  openBoth();
  press(named("field of second")!);
  expect(open()).toEqual(["first", "second"]);
  press(named("elsewhere")!);
  expect(open()).toEqual([]);
  expect(focused()).not.toBe("open second");
});

test("a finger closes it when it comes up, for it may go down to scroll", () => {
  openBoth();
  const touch = (type: string) =>
    act(() => void document.body.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "touch" })));
  touch("pointerdown");
  touch("pointercancel");
  expect(open()).toEqual(["first", "second"]);
  touch("pointerdown");
  touch("pointerup");
  expect(open()).toEqual([]);
});

test("a press in what belongs to it leaves it open, and so does any while something in it is unfinished", () => {
  openBoth({
    first: { closing: { belongs: (pressed) => pressed === named("elsewhere") } },
    second: { closing: { isUnfinished: true } },
  });
  press(named("elsewhere")!);
  expect(open()).toEqual(["first", "second"]);
  press(document.body);
  expect(open()).toEqual(["second"]);
});

test("its button closes it", () => {
  openBoth({ second: { closing: { hasButton: true } } });
  expect(focused()).toBe("field of second");
  act(() => shown.page.querySelector<HTMLElement>(`[aria-label="${shellWords.close}"]`)!.click());
  expect(open()).toEqual(["first"]);
});

function Below({ onEscape }: { readonly onEscape: () => void }) {
  useEscape(true, onEscape);
  return null;
}

test("what cannot be closed leaves Escape to others, what can has it to itself", () => {
  const left = vi.fn();
  const show = (props: Partial<PopoverProps>) =>
    act(() =>
      shown.root.render(
        <>
          <Below onEscape={left} />
          <Popover label="one" boxOf={boxOf} {...props}>
            <p />
          </Popover>
        </>,
      ),
    );
  show({});
  key(document.body, "Escape");
  expect(left).toHaveBeenCalledTimes(1);
  const onClose = vi.fn();
  show({ closing: { onClose } });
  key(document.body, "Escape");
  expect(onClose).toHaveBeenCalledOnce();
  show({ closing: { onClose }, boxOf: () => null });
  key(document.body, "Escape");
  expect(onClose).toHaveBeenCalledOnce();
  expect(left).toHaveBeenCalledTimes(2);
});
