import { expect, test } from "vitest";
import { FakeMachine } from "./fake-machine.ts";
import { lazyPage } from "./lazy-page.ts";
import { createPageManager } from "./page-manager.ts";

const LINK = "http://127.0.0.1:3001/#/canvas/HN8B?link=LINK";

test("nothing is opened before the first link, and then once", async () => {
  const machine = new FakeMachine();
  let opened = 0;
  const page = lazyPage(machine.ports().log, async () => {
    opened += 1;
    return createPageManager(machine.ports());
  });
  expect([opened, page.leads()]).toEqual([0, false]);
  expect(await Promise.all([page.linkTo("HN8B"), page.linkTo("HN8B")])).toEqual([LINK, LINK]);
  expect([opened, page.leads()]).toEqual([1, true]);
  await page.close();
  expect([machine.listening.size, page.leads()]).toEqual([0, false]);
});

test("a failure costs one link and is said; the next tries again", async () => {
  const machine = new FakeMachine();
  let tries = 0;
  const page = lazyPage(machine.ports().log, async () => {
    tries += 1;
    if (tries === 1) throw new Error("page.key cannot be read");
    return createPageManager(machine.ports());
  });
  expect(await page.linkTo("HN8B")).toBeNull();
  expect(machine.lines).toEqual(["No page: page.key cannot be read"]);
  expect(await page.linkTo("HN8B")).toBe(LINK);
});

test("once closed it is not opened any more", async () => {
  const machine = new FakeMachine();
  const page = lazyPage(machine.ports().log, async () => createPageManager(machine.ports()));
  await page.close();
  expect([await page.linkTo("HN8B"), machine.listening.size]).toEqual([null, 0]);
});

test("a panel's address, and its end, come from the page that is opened for them", async () => {
  const machine = new FakeMachine();
  const page = lazyPage(machine.ports().log, async () => createPageManager(machine.ports()));
  await page.endPanel("left by a process that is gone");
  expect(machine.listening.size).toBe(0);
  expect(await page.panelTo("HN8B", "p")).toBe(
    "http://127.0.0.1:3001/?panel=HN8B.PERMIT#/canvas/HN8B?link=HN8B.LINK-OF-p",
  );
  await page.endPanel("p");
  expect(machine.endedPanels).toEqual(["left by a process that is gone", "p"]);
  await page.close();
  await page.endPanel("q");
  expect([await page.panelTo("HN8B", "p"), machine.endedPanels.length]).toEqual([null, 2]);
});

test("a panel whose link cannot be noted has none, and that is said", async () => {
  const machine = new FakeMachine();
  const ports = machine.ports();
  const mintPanel = () => Promise.reject(new Error("no space left"));
  const page = lazyPage(ports.log, async () => createPageManager({ ...ports, panels: { ...ports.panels, mintPanel } }));
  expect([await page.panelTo("HN8B", "p"), machine.lines.at(-1)]).toEqual([null, "No panel: no space left"]);
});
