import { chmodSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hashOf } from "../../server/access/tokens.ts";
import { FakeTimer } from "../../server/clock/fake-timer.ts";
import { openTokensFile } from "./tokens-file.ts";

let folder: string;
let path: string;
let now: number;
let logged: string[];
let timer: FakeTimer;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-tokens-"));
  path = join(folder, "tokens");
  now = 0;
  logged = [];
  timer = new FakeTimer();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const line = (name: string, more = "") => `${name} sha256:${hashOf(`wct_${name}`)}${more}\n`;
const write = (text: string, mode = 0o600) => {
  writeFileSync(path, text);
  chmodSync(path, mode);
};
const openFile = (change: { readonly uid?: number; readonly platform?: string } = {}) =>
  openTokensFile("tokens", {
    place: { folder, platform: "linux", uid: process.getuid?.() ?? null, ...change },
    log: (line) => void logged.push(line),
    clock: () => new Date(),
    now: () => now,
    after: timer.after,
  });
const open = async (change?: Parameters<typeof openFile>[0]) => (await openFile(change)).identify;
/** Who is known a second later, of these. */
async function knownTo(identify: Awaited<ReturnType<typeof open>>, names = ["ada", "bob"]): Promise<string> {
  now += 1_000;
  const said = await Promise.all(names.map((name) => identify(`wct_${name}`)));
  return said.map((each) => (each.kind === "known" ? each.identity.subject : each.kind)).join();
}

describe("a server does not start with a file of tokens", () => {
  test.each<[string, () => void, RegExp]>([
    ["that is missing", () => undefined, /there is no file .*token add NAME/],
    ["that is a folder", () => symlinkSync(folder, path), /is no file/],
    ["that others may write", () => write(line("ada"), 0o622), /Other users .* may write .*chmod 600/],
    ["that the group may write", () => write(line("ada"), 0o660), /may write/],
    ["with a broken line", () => write(`${line("ada")}bob wct_bob\n`), /Line 2 of .* lets nobody in: .*no sha256/],
    ["with several", () => write("ada\nlocal x\n"), /Line 1 [^\n]*\nLine 2 /],
    ["that is huge", () => write("#".repeat(5_000_000)), /5000000 bytes/],
  ])("%s", async (_, make, words) => {
    make();
    await expect(open()).rejects.toThrow(words);
  });

  test("that is another user's", async () => {
    write(line("ada"));
    const uid = process.getuid?.() ?? 0;
    // Root may have put it there.
    if (uid === 0) await expect(open({ uid: 4242 })).resolves.toBeTypeOf("function");
    else await expect(open({ uid: uid + 1 })).rejects.toThrow("belongs to another user");
  });
});

test("that others may read its hashes is said, and no more", async () => {
  write(line("ada"), 0o644);
  expect(await knownTo(await open())).toBe("ada,unknown");
  expect(logged).toEqual([expect.stringMatching(/may read .*no tokens/)]);
});

test("a file without anybody lets nobody in, and whoever is added later", async () => {
  write("# nobody yet\n");
  const identify = await open();
  expect(await knownTo(identify)).toBe("unknown,unknown");
  expect(logged).toEqual([expect.stringContaining("Nobody has a token")]);
  write(line("bob"));
  expect(await knownTo(identify)).toBe("unknown,bob");
});

describe("a file that changes", () => {
  test("is looked at when a second has passed, and not before", async () => {
    write(line("ada") + line("bob"));
    const identify = await open();
    expect(await knownTo(identify)).toBe("ada,bob");
    write(line("bob"));
    now += 999;
    expect((await identify("wct_ada")).kind).toBe("known");
    now += 1;
    expect((await identify("wct_ada")).kind).toBe("unknown");
    expect(await knownTo(identify)).toBe("unknown,bob");
  });

  test("is noticed in place of another, by its link, and with the same size and time", async () => {
    write(line("ada"));
    const identify = await open();
    expect(await knownTo(identify)).toBe("ada,unknown");
    writeFileSync(`${path}.new`, line("bob"), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    expect(await knownTo(identify)).toBe("unknown,bob");
    write(line("ada"));
    utimesSync(path, 1_000, 1_000);
    expect(await knownTo(identify)).toBe("ada,unknown");
    write(line("bob"));
    utimesSync(path, 1_000, 1_000);
    expect(await knownTo(identify)).toBe("unknown,bob");
    rmSync(path);
    writeFileSync(join(folder, "secret"), line("ada"), { mode: 0o600 });
    symlinkSync("secret", path);
    expect(await knownTo(identify)).toBe("ada,unknown");
  });

  test("keeps its good lines, and the log names the broken ones once", async () => {
    write(line("ada"));
    const identify = await open();
    write(`what is this\n${line("bob")}`);
    expect(await knownTo(identify)).toBe("unknown,bob");
    expect(await knownTo(identify)).toBe("unknown,bob");
    expect(logged).toEqual([expect.stringMatching(/^Line 1 of .* lets nobody in/)]);
  });

  test.each<[string, () => void]>([
    ["is gone", () => rmSync(path)],
    ["may be written by others", () => chmodSync(path, 0o666)],
    ["is empty", () => write("")],
  ])("and %s lets nobody in, until it is right again", async (_, make) => {
    write(line("ada"));
    const identify = await open();
    expect(await knownTo(identify)).toBe("ada,unknown");
    make();
    expect(await knownTo(identify)).toBe("unknown,unknown");
    rmSync(path, { force: true });
    write(line("ada"));
    expect(await knownTo(identify)).toBe("ada,unknown");
  });
});

test("whoever signed in with a token is out when it is taken out, although nobody calls; and nobody looks any more at the end", async () => {
  write(line("ada", " read Ada"));
  const file = await openFile();
  const shown = await file.identify("wct_ada");
  expect(shown).toMatchObject({ kind: "known", id: hashOf("wct_ada") });
  const id = hashOf("wct_ada");
  expect(file.holder(id)).toEqual({ subject: "ada", name: "Ada", scopes: ["canvas:read"] });
  const holders: string[] = [];
  const unwatch = file.watch((all) => void holders.push(all.map(({ subject }) => subject).join()));
  write(line("bob"));
  now += 1_000;
  await timer.pass(1_000);
  await vi.waitFor(() => expect(file.holder(id)).toBeNull());
  expect(holders).toEqual(["ada", "bob"]);
  unwatch();
  write(line("ada"));
  now += 1_000;
  await timer.pass(5_000);
  expect(file.holder(id)).toBeNull();
});
