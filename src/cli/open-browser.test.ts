import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { browsersOf, openBrowser } from "./open-browser.ts";

test.each([
  ["linux", { BROWSER: "/my/browser", DISPLAY: ":0" }, ["/my/browser"]],
  ["linux", { BROWSER: "none", DISPLAY: ":0" }, []],
  ["linux", {}, []],
  ["linux", { DISPLAY: ":0" }, ["xdg-open", "gio open"]],
  ["linux", { WAYLAND_DISPLAY: "w" }, ["xdg-open", "gio open"]],
  ["linux", { WSL_DISTRO_NAME: "Debian" }, ["wslview"]],
  ["darwin", {}, ["open"]],
  ["win32", {}, ["rundll32.exe url.dll,FileProtocolHandler"]],
])("on %s with %j these are tried: %j", (platform, env, tried) => {
  expect(browsersOf({ platform, env }).map(([program, args]) => [program, ...args].join(" "))).toEqual(tried);
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
