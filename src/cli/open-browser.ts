import { spawn } from "node:child_process";
import type { Surroundings } from "./surroundings.ts";

/** A program that is still running after this time has taken the address. */
const SETTLED_MS = 3_000;

type Asked = Pick<Surroundings, "platform" | "env">;

/**
 * Shows an address in the person's browser. False: there is none, or it could not be started; then the address must be
 * said. `BROWSER` names another program, or `none`.
 */
export async function openBrowser(surroundings: Asked, address: string): Promise<boolean> {
  for (const [program, args] of browsersOf(surroundings)) {
    if (await starts(program, [...args, address], surroundings.env)) return true;
  }
  return false;
}

/** The programs to try, the likeliest first. No shell sees the address. */
export function browsersOf({ platform, env }: Asked): readonly (readonly [string, readonly string[]])[] {
  if (env.BROWSER) return env.BROWSER === "none" ? [] : [[env.BROWSER, []]];
  if (platform === "darwin") return [["open", []]];
  if (platform === "win32") return [["rundll32.exe", ["url.dll,FileProtocolHandler"]]];
  const windows: readonly (readonly [string, readonly string[]])[] = env.WSL_DISTRO_NAME ? [["wslview", []]] : [];
  // Without a screen xdg-open would take over the terminal with a browser for text.
  const hasScreen = Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  return hasScreen ? [...windows, ["xdg-open", []], ["gio", ["open"]]] : windows;
}

function starts(program: string, args: readonly string[], env: Asked["env"]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio: "ignore", detached: true });
    const settled = setTimeout(() => resolve(true), SETTLED_MS);
    const answer = (worked: boolean) => {
      clearTimeout(settled);
      resolve(worked);
    };
    child.once("error", () => answer(false));
    child.once("exit", (code) => answer(code === 0));
    child.unref();
  });
}
