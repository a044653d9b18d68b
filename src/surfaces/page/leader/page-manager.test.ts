import { describe, expect, test } from "vitest";
import { FakeMachine } from "./fake-machine.ts";
import { createPageManager, type PageManager } from "./page-manager.ts";

const at = (port: number, canvas = "HN8B") => `http://127.0.0.1:${port}/#/canvas/${canvas}?link=LINK`;

function machineWith(count: number): { machine: FakeMachine; managers: PageManager[] } {
  const machine = new FakeMachine();
  const managers = Array.from({ length: count }, (_, index) => createPageManager(machine.ports({ pid: index + 1 })));
  return { machine, managers };
}

describe("who serves the page", () => {
  test("nothing is started or asked before a link is needed", async () => {
    const { machine, managers } = machineWith(1);
    await machine.pass(120_000);
    await managers[0]?.close();
    expect([machine.asked, machine.listening.size, machine.record]).toEqual([0, 0, null]);
  });

  test("the first to need a link leads, and says so; a link leads to a canvas or to the list", async () => {
    const { machine, managers } = machineWith(1);
    const [first] = managers as [PageManager];
    expect(await first.linkTo("HN8B")).toBe(at(3001));
    expect(await first.linkTo()).toBe("http://127.0.0.1:3001/#/?link=LINK");
    expect(machine.record).toEqual({ pid: 1, port: 3001, sandboxPort: 3002, storeId: "store", version: "1.2.0" });
    expect(machine.lines).toEqual(["The page is at http://127.0.0.1:3001/"]);
  });

  test("a panel's address leads to whoever serves the page", async () => {
    const { machine, managers } = machineWith(2);
    const [first, second] = managers as [PageManager, PageManager];
    const panel = "http://127.0.0.1:3001/?panel=HN8B.PERMIT#/canvas/HN8B?link=HN8B.LINK-OF-p";
    expect([await first.panelTo("HN8B", "p"), await second.panelTo("HN8B", "p")]).toEqual([panel, panel]);
    expect([first.leads(), second.leads(), machine.listening.size]).toEqual([true, false, 1]);
    await first.close();
    expect(await first.panelTo("HN8B", "p")).toBeNull();
  });

  test("of several that need one at once, one leads and the others follow", async () => {
    const { machine, managers } = machineWith(5);
    const links = await Promise.all(
      managers.map(async (manager) => {
        const link = manager.linkTo("HN8B");
        await machine.pass(200);
        return link;
      }),
    );
    expect(new Set(links)).toEqual(new Set([at(3001)]));
    expect(managers.filter((manager) => manager.leads())).toHaveLength(1);
    expect([...machine.listening.keys()]).toEqual([3001]);
  });

  test("when the leader ends, one of the others serves the same ports, again and again", async () => {
    const { machine, managers } = machineWith(4);
    machine.record = { pid: 99, port: 3007, sandboxPort: 3017, storeId: "store", version: "1.2.0" };
    for (const manager of managers) expect(await manager.linkTo("HN8B")).toBe(at(3007));
    for (let left = managers.length - 1; left > 0; left -= 1) {
      const leader = machine.record?.pid ?? 0;
      await managers[leader - 1]?.close();
      await machine.pass(1_000);
      expect(machine.record).toMatchObject({ port: 3007, sandboxPort: 3017 });
      expect(machine.record?.pid).not.toBe(leader);
      for (const [index, manager] of managers.entries()) {
        const link = await manager.linkTo("HN8B");
        if (index !== leader - 1 && link !== null) expect(link).toBe(at(3007));
      }
      expect([...machine.listening.keys()]).toEqual([3007]);
    }
  });

  test("a leader that is asked for its port lets it go, and nobody takes it from whoever asked", async () => {
    const { machine, managers } = machineWith(3);
    for (const manager of managers) await manager.linkTo("HN8B");
    machine.listening.get(3001)?.onYield?.();
    await machine.pass(60_000);
    expect(machine.listening.size).toBe(0);
    const serve = createPageManager(machine.ports({ pid: 9 }));
    await serve.linkTo("HN8B");
    for (const manager of managers) expect(await manager.linkTo("HN8B")).toBe(at(3001));
    expect([machine.record?.pid, [...machine.listening.keys()]]).toEqual([9, [3001]]);
  });

  test("a leader that died unheard of is found by the slow check", async () => {
    const { machine, managers } = machineWith(2);
    const [first, second] = managers as [PageManager, PageManager];
    await first.linkTo("HN8B");
    await second.linkTo("HN8B");
    machine.listening.delete(3001);
    await machine.pass(31_000);
    expect(machine.record?.pid).toBe(2);
  });

  test("whoever was closed neither takes over nor gives links", async () => {
    const { machine, managers } = machineWith(2);
    const [first, second] = managers as [PageManager, PageManager];
    await first.linkTo("HN8B");
    await second.linkTo("HN8B");
    await second.close();
    await first.close();
    await machine.pass(120_000);
    expect(machine.listening.size).toBe(0);
    expect(await first.linkTo("HN8B")).toBeNull();
  });

  test("a page that is only found after the close is given up", async () => {
    const { machine, managers } = machineWith(1);
    const [first] = managers as [PageManager];
    const link = first.linkTo("HN8B");
    await first.close();
    expect(await link).toBeNull();
    await machine.settle();
    expect(machine.listening.size).toBe(0);
  });
});

describe("which port", () => {
  test.each([
    ["another program has the first", 3001, "foreign", "Port 3001 is taken by another program"],
    ["another program has the remembered one", 3009, "foreign", "Port 3009 is taken by another program"],
  ] as const)("%s: the next free one, and it says so", async (_, port, kind, words) => {
    const { machine, managers } = machineWith(1);
    machine.occupy(port, kind);
    if (port !== 3001) machine.record = { pid: 9, port, sandboxPort: 3010, storeId: "store", version: "1.2.0" };
    expect(await managers[0]?.linkTo("HN8B")).toBe(at(port === 3001 ? 3002 : 3001));
    expect(machine.lines[0]).toContain(words);
  });

  test("the record of another store says nothing", async () => {
    const { machine, managers } = machineWith(1);
    machine.record = { pid: 9, port: 3009, sandboxPort: 3010, storeId: "other", version: "1.2.0" };
    expect(await managers[0]?.linkTo("HN8B")).toBe(at(3001));
  });

  test.each([
    ["another store", { storeId: "other" }, "on another store"],
    ["another version", { version: "1.3.0" }, "Writing Canvas 1.3.0, and this is 1.2.0"],
  ])("a leader of %s is not followed", async (_, process, words) => {
    const machine = new FakeMachine();
    const other = createPageManager(machine.ports(process));
    await other.linkTo("AAAA");
    const manager = createPageManager(machine.ports({ pid: 2 }));
    expect(await manager.linkTo("HN8B")).toBe(at(3002));
    expect(machine.lines.join("\n")).toContain(words);
  });

  test("of two versions the newer stays the one to be found", async () => {
    const machine = new FakeMachine();
    await createPageManager(machine.ports({ pid: 1, version: "1.10.0" })).linkTo("AAAA");
    await createPageManager(machine.ports({ pid: 2, version: "1.9.9" })).linkTo("AAAA");
    expect(machine.record?.pid).toBe(1);
    await createPageManager(machine.ports({ pid: 3, version: "2.0.0" })).linkTo("AAAA");
    expect(machine.record?.pid).toBe(3);
  });

  test("any free one, where that is asked for; the second server finds it", async () => {
    const machine = new FakeMachine();
    const [first, second] = [1, 2].map((pid) => createPageManager(machine.ports({ pid, firstPort: 0 })));
    expect(await first?.linkTo("HN8B")).toBe(at(40_000));
    expect(await second?.linkTo("HN8B")).toBe(at(40_000));
  });

  test("all are taken: no link, said once, and tried again later", async () => {
    const { machine, managers } = machineWith(1);
    const [manager] = managers as [PageManager];
    for (let port = 3001; port < 3021; port += 1) machine.occupy(port, "foreign");
    expect(await manager.linkTo("HN8B")).toBeNull();
    const said = machine.lines.length;
    expect(machine.lines.at(-1)).toContain("ports 3001 to 3020 are all taken");
    expect(await manager.linkTo("HN8B")).toBeNull();
    expect(machine.lines.length).toBe(said);
    machine.free(3004);
    await machine.pass(30_000);
    expect(await manager.linkTo("HN8B")).toBe(at(3004));
  });
});

test("a link never holds a result up for long, and only the first waits at all", async () => {
  const { machine, managers } = machineWith(1);
  const [manager] = managers as [PageManager];
  machine.occupy(3001, "silent");
  const first = manager.linkTo("HN8B");
  await machine.pass(2_000);
  expect(await first).toBeNull();
  expect(await manager.linkTo("HN8B")).toBeNull();
  expect(machine.lines).toEqual(["The page is not ready yet: this result comes without a link to it."]);
  await machine.pass(1_000);
  expect(await manager.linkTo("HN8B")).toBe(at(3002));
});

test("a page that cannot be remembered still serves", async () => {
  const machine = new FakeMachine();
  const manager = createPageManager({
    ...machine.ports(),
    writeRecord: () => Promise.reject(new Error("read-only")),
  });
  expect(await manager.linkTo("HN8B")).toBe(at(3001));
  expect(machine.lines.at(-1)).toContain("read-only");
});
