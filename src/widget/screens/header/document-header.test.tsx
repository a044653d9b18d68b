// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import type { Person, Role } from "../../../core/records/sharing.ts";
import { FAKE_CONTEXT } from "../../host/fake-host.ts";
import { createFakeServer } from "../../host/fake-server.ts";
import { placeComments } from "../../state/placed-comments.ts";
import { rightsOf } from "../../state/rights.ts";
import { openWidget } from "../../state/widget-rig.ts";
import { reactPage } from "../../testing/react-page.ts";
import type { LayoutControls } from "../use-layout.ts";
import { DocumentHeader } from "./DocumentHeader.tsx";

const ADA: Person = { subject: "ada", name: "Ada" };
const BOB: Person = { subject: "bob", name: "Bob" };
const TEXT = "# Plan\n\nShip on Monday.\n";
const shown = reactPage();

/** The header as somebody sees it; null: the server knows no people. */
async function show(as: Role | "owner" | null, approvers: readonly string[] = []): Promise<void> {
  const server = createFakeServer();
  const written = server.write(TEXT);
  if (as !== null) {
    server.signIn(as === "owner" ? ADA : BOB, [ADA, BOB]);
    server.share({ op: "add", who: "bob", role: as === "owner" ? "viewer" : as });
    if (approvers.length > 0) server.share({ op: "approvers", subjects: [...approvers] });
  }
  const rig = openWidget({ server });
  await rig.replay(TEXT, written);
  const { actions } = rig;
  const ready = rig.ready();
  rig.stop();
  const rights = rightsOf(ready.view);
  const layout: LayoutControls = {
    layout: "read",
    offered: rights.canSuggest ? ["read", "write"] : ["read"],
    choose: () => {},
    keys: [],
    isWide: false,
    onlySuggests: rights.canSuggest && !rights.canEdit,
  };
  const header = (
    <DocumentHeader
      canvas={{
        ...{ ready, shown: ready.view.checkpoint, placed: placeComments(ready, null) },
        ...{ rights, assistant: "Claude", actions, now: 0 },
      }}
      state={ready}
      host={FAKE_CONTEXT}
      layout={layout}
      proposed={{ open: [], step: () => null }}
      comments={{ counts: { open: 0, orphaned: 0 }, shown: false }}
      onPanel={() => {}}
      onOpen={() => {}}
    />
  );
  act(() => shown.root.render(header));
}

const buttons = () =>
  [...shown.page.querySelectorAll(".header-controls button")].map(
    (button) => button.getAttribute("aria-label") ?? button.textContent,
  );
const menu = () => {
  act(() => shown.page.querySelector<HTMLButtonElement>("[aria-label=More]")!.click());
  return [...shown.page.querySelectorAll("[role^=menuitem]")].map((item) => item.textContent);
};

test.each<readonly [Role | "owner" | null, readonly string[]]>([
  [null, ["Edit", "Comments", "Expand", "More"]],
  ["owner", ["Edit", "Comments", "Share", "Expand", "More"]],
  ["editor", ["Edit", "Comments", "Shared by Ada", "Expand", "More"]],
  ["commenter", ["Suggest changes", "Comments", "Shared by Ada", "Expand", "More"]],
  ["viewer", ["Comments", "Shared by Ada", "Expand", "More"]],
])("to %s the header offers %j", async (as, offered) => {
  await show(as);
  expect(buttons()).toEqual(offered);
  const edits = as === null || as === "owner" || as === "editor";
  expect(shown.page.querySelector("button.status-badge") !== null).toBe(edits);
  expect(shown.page.querySelector("button.title") !== null).toBe(edits);
  expect(shown.page.querySelector(".header-view-only")?.getAttribute("title") ?? null).toBe(
    as === "viewer" ? "Ada shares this with you to read" : null,
  );
  const items = menu();
  expect(items.includes("Suggest my edits")).toBe(edits);
  expect(items.includes("Copy as markdown")).toBe(true);
});

test("whoever is asked to approve is offered it, whatever their role; with others asked nobody else is", async () => {
  await show("viewer", ["bob", "ada"]);
  expect(buttons()[0]).toBe("Approve");
  expect(shown.page.querySelector(".header-approvals")?.getAttribute("title")).toBe("Approved by 0 of 2");
  act(() => shown.root.render(null));
  await show("editor", ["ada"]);
  expect(buttons()).not.toContain("Approve");
  act(() => shown.page.querySelector<HTMLButtonElement>("button.status-badge")!.click());
  const statuses = [...shown.page.querySelectorAll("[role=menuitemradio]")].map((item) => item.textContent);
  expect(statuses).toEqual(["Draft", "In Review", "Archived"]);
});
