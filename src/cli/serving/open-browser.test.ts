import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { browsersOf, holderOfBrowser, openBrowser } from "./open-browser.ts";

test.each([
  ["linux", { BROWSER: "/my/browser", DISPLAY: ":0" }, ["/my/browser"]],
  ["linux", { BROWSER: "none", DISPLAY: ":0" }, []],
  ["linux", {}, []],
  ["linux", { DISPLAY: ":0" }, ["xdg-open", "gio open"]],
  ["linux", { WAYLAND_DISPLAY: "w" }, ["xdg-open", "gio open"]],
  ["linux", { WSL_DISTRO_NAME: "Debian" }, ["wslview"]],
  ["darwin", {}, ["osascript"]],
  ["win32", {}, ["rundll32.exe url.dll,FileProtocolHandler"]],
])("on %s with %j these are tried: %j", (platform, env, tried) => {
  expect(browsersOf({ platform, env }).map(([program, args]) => [program, ...args].join(" "))).toEqual(tried);
});

test("on macOS the address is read by the program: it stands in no arguments, and cannot end its script", () => {
  const [[, args = [], script] = []] = browsersOf({ platform: "darwin", env: {} });
  expect(args).toEqual([]);
  expect(script?.('http://127.0.0.1:3001/#/?link=a"\\b')).toBe(
    'open location "http://127.0.0.1:3001/#/?link=a%22%5Cb"\n',
  );
});

test.each([
  ["linux", {}, 1000, "this user"],
  ["linux", { BROWSER: "/my/browser" }, 0, "this user"],
  ["linux", { WSL_DISTRO_NAME: "Debian" }, 1000, "anybody"],
  ["darwin", {}, 501, "anybody"],
  ["win32", {}, null, "anybody"],
])("on %s with %j and user %j what a browser is started with is good for %s", (platform, env, uid, holder) => {
  expect(holderOfBrowser({ platform, env, uid })).toBe(holder);
});

describe.skipIf(process.platform === "win32")("a browser", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "canvas-browser-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const where = (program: string) =>
    execFileSync("/bin/sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).trim();

  test("is given the address exactly, and no shell sees it", async () => {
    // `touch` makes a file of whatever name it is given.
    const address = join(folder, "a?b=c&d #'e' $(f) %20");
    expect(await openBrowser({ platform: "linux", env: { BROWSER: where("touch") } }, address)).toBe(true);
    await vi.waitFor(() => expect(existsSync(address)).toBe(true), 200_000);
  });

  test("that does not exist is said to be none", async () => {
    expect(await openBrowser({ platform: "linux", env: { BROWSER: "/nowhere/browser" } }, "http://127.0.0.1/")).toBe(
      false,
    );
  });
});
