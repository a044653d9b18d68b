// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { AskedApprover } from "../../../core/people/approval-state.ts";
import type { Person } from "../../../core/records/sharing.ts";
import type { CanvasAccess, ShareChange } from "../../../protocol/sharing.ts";
import { reactPage } from "../../testing/react-page.ts";
import { roleWords, shareWords } from "../../words.ts";
import { ShareDialog } from "./ShareDialog.tsx";
import type { ShareAnswer } from "./share-port.ts";

const ADA: Person = { subject: "ada", name: "Ada Lovelace" };
const BOB: Person = { subject: "bob", name: "Bob" };
const NOW = Date.parse("2026-11-18T12:00:00Z");
const ALONE: CanvasAccess = { standing: "owner", me: ADA, owner: ADA, people: [], links: [], canLink: true };
const SHARED: CanvasAccess = { ...ALONE, people: [{ person: BOB, role: "commenter" }] };
const shown = reactPage();

function show(
  access: CanvasAccess,
  answer: (change: ShareChange) => ShareAnswer = () => ({ ok: true }),
  approvers: readonly AskedApprover[] = [],
) {
  const changes: ShareChange[] = [];
  const onClose = vi.fn();
  const onChange = async (change: ShareChange): Promise<ShareAnswer> => {
    changes.push(change);
    return answer(change);
  };
  const calls = { onChange, onCopy: async () => false, onClose };
  act(() => shown.root.render(<ShareDialog title="Plan" access={access} approvers={approvers} now={NOW} {...calls} />));
  return { changes, onClose };
}

const button = (name: string) =>
  [...shown.page.querySelectorAll("button")].find(
    (one) => one.getAttribute("aria-label") === name || one.textContent?.trim() === name,
  )!;
const press = (name: string) => act(async () => button(name).click());
const field = () => shown.page.querySelector<HTMLInputElement>("input.field")!;
const labelled = <T extends Element>(name: string) => shown.page.querySelector<T>(`[aria-label="${name}"]`)!;
/** As React hears it. */
const enter = (element: HTMLInputElement | HTMLSelectElement, value: string) =>
  act(() => {
    const proto = element instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
    Object.getOwnPropertyDescriptor(proto, "value")!.set!.call(element, value);
    element.dispatchEvent(new Event(element instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
  });

test("nobody but the owner can see it: that is said, and the field waits for a name", () => {
  show(ALONE);
  expect(shown.page.textContent).toContain(shareWords.alone);
  expect(document.activeElement).toBe(field());
  expect(shown.page.querySelector("input[type=checkbox]")).toBeNull();
});

test("somebody is added with a role; the field is empty for the next", async () => {
  const { changes } = show(ALONE);
  enter(field(), " bob@example.org ");
  enter(labelled<HTMLSelectElement>(shareWords.role), "editor");
  await press(shareWords.add);
  expect(changes).toEqual([{ op: "add", who: "bob@example.org", role: "editor" }]);
  expect(field().value).toBe("");
});

test("what the server says stands beside the field, and what was typed stays", async () => {
  show(ALONE, () => ({ ok: false, why: "Nobody called Dan has signed in here yet." }));
  enter(field(), "Dan");
  await press(shareWords.add);
  expect(field().value).toBe("Dan");
  expect(field().getAttribute("aria-invalid")).toBe("true");
  const told = document.getElementById(field().getAttribute("aria-describedby")!)!;
  expect([told.getAttribute("role"), told.textContent]).toEqual(["alert", "Nobody called Dan has signed in here yet."]);
});

test("roles change and people go, each by name", async () => {
  const { changes } = show(SHARED);
  enter(labelled<HTMLSelectElement>(shareWords.roleOf("Bob")), "viewer");
  await act(async () => {});
  await press(shareWords.removeOne("Bob"));
  expect(changes).toEqual([
    { op: "role", subject: "bob", role: "viewer" },
    { op: "remove", subject: "bob" },
  ]);
  expect(document.activeElement).toBe(field());
});

test("a new link is shown once with a warning, has the focus on Copy, and is selected where copying fails", async () => {
  const { changes } = show(ALONE, () => ({ ok: true, link: "https://shown.page.test/#/canvas/HN8B?share=x" }));
  enter(labelled<HTMLSelectElement>(shareWords.ends), "30");
  await press(shareWords.create);
  expect(changes).toEqual([{ op: "link", role: "viewer", days: 30 }]);
  expect(labelled<HTMLInputElement>(shareWords.newLink).value).toContain("?share=x");
  expect(shown.page.textContent).toContain(shareWords.onlyNow);
  expect(document.activeElement).toBe(button(shareWords.copy));
  await press(shareWords.copy);
  expect(shown.page.textContent).toContain(shareWords.copyFailed);
});

test("live links say what they allow and when they end, and are revoked", async () => {
  const link = { id: "l1", role: "editor" as const, createdAt: "2026-11-18T11:59:59Z" };
  const { changes } = show({ ...ALONE, links: [{ ...link, expiresAt: "2026-11-25T11:59:59Z" }] });
  expect(shown.page.textContent).toContain("Ends in 7 days · made just now");
  await press(shareWords.revokeOne("editor", "just now"));
  expect(changes).toEqual([{ op: "revoke", link: "l1" }]);
});

test("approvers are asked by name, the owner among them, each with how far they are", async () => {
  const asked: AskedApprover[] = [{ person: BOB, state: "stale", version: 3, at: "2026-11-18T10:00:00Z" }];
  const { changes } = show(SHARED, undefined, asked);
  expect(shown.page.textContent).toContain(shareWords.approvedOlder(3));
  const boxes = [...shown.page.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
  expect(boxes.map((box) => [box.closest("label")?.querySelector(".person-name")?.textContent, box.checked])).toEqual([
    [shareWords.you("Ada Lovelace"), false],
    ["Bob", true],
  ]);
  await act(async () => boxes[0]!.click());
  expect(changes).toEqual([{ op: "approvers", subjects: ["bob", "ada"] }]);
});

test("others see who is there and what they can do, change nothing, and leave only when they say so twice", async () => {
  const { changes, onClose } = show({ ...SHARED, standing: "commenter", me: BOB });
  expect(shown.page.querySelector("select, input")).toBeNull();
  expect(shown.page.textContent).toContain(shareWords.sharedToComment("Ada Lovelace"));
  expect(shown.page.textContent).toContain(roleWords.commenter);
  await press(shareWords.leave);
  expect(changes).toEqual([]);
  await press(shareWords.leave);
  expect(changes).toEqual([{ op: "leave" }]);
  expect(onClose).toHaveBeenCalled();
});

test("two people of one name are told apart by what is theirs alone", () => {
  const twin: Person = { subject: "mallory", name: "ada  lovelace" };
  show({ ...SHARED, people: [...SHARED.people, { person: twin, role: "viewer" }] });
  const names = [...shown.page.querySelectorAll(".person-name")].map(({ textContent }) => textContent);
  const told = [`${shareWords.you("Ada Lovelace")} (ada)`, "Bob", "ada  lovelace (mallory)"];
  // Among those whom it is shared with, and those who can be asked to approve.
  expect(names).toEqual([...told, ...told]);
});
