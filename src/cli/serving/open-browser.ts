import { spawn } from "node:child_process";
import type { LinkHolder } from "../../surfaces/page/server/links.ts";
import type { Surroundings } from "../surroundings.ts";

/** A program that is still running after this time has taken the address. */
const SETTLED_MS = 3_000;

type Asked = Pick<Surroundings, "platform" | "env">;
/** A program, its arguments before the address, and what it reads in place of an address. */
type Browser = readonly [program: string, args: readonly string[], script?: (address: string) => string];

/**
 * Shows an address in the person's browser. False: there is none, or it could not be started; then the address must be
 * said. `BROWSER` names another program, or `none`.
 */
export async function openBrowser(surroundings: Asked, address: string): Promise<boolean> {
  for (const [program, args, script] of browsersOf(surroundings)) {
    const { env } = surroundings;
    const started = script ? starts(program, args, env, script(address)) : starts(program, [...args, address], env);
    if (await started) return true;
  }
  return false;
}

/**
 * For whom a link must be good that a browser is started with. On Linux it stands in the list of processes for everybody,
 * and the server can tell who comes with it. On macOS it does not stand there, and Windows shows nobody the arguments of
 * others; a browser outside of WSL comes in through a relay.
 */
export function holderOfBrowser({ platform, env, uid }: Asked & Pick<Surroundings, "uid">): LinkHolder {
  return platform === "linux" && uid !== null && !env.WSL_DISTRO_NAME ? "this user" : "anybody";
}

/** The programs to try, the likeliest first. No shell sees the address. */
export function browsersOf({ platform, env }: Asked): readonly Browser[] {
  if (env.BROWSER) return env.BROWSER === "none" ? [] : [[env.BROWSER, []]];
  if (platform === "darwin") return [["osascript", [], openLocation]];
  if (platform === "win32") return [["rundll32.exe", ["url.dll,FileProtocolHandler"]]];
  const windows: readonly Browser[] = env.WSL_DISTRO_NAME ? [["wslview", []]] : [];
  // Without a screen xdg-open would take over the terminal with a browser for text.
  const hasScreen = Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  return hasScreen ? [...windows, ["xdg-open", []], ["gio", ["open"]]] : windows;
}

/** Read from stdin, so that the address stands in no arguments. */
function openLocation(address: string): string {
  return `open location "${address.replace(/["\\]/g, encodeURIComponent)}"\n`;
}

function starts(program: string, args: readonly string[], env: Asked["env"], input?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const stdin = input === undefined ? "ignore" : "pipe";
    const child = spawn(program, args, { env, stdio: [stdin, "ignore", "ignore"], detached: true });
    const settled = setTimeout(() => resolve(true), SETTLED_MS);
    const answer = (worked: boolean) => {
      clearTimeout(settled);
      resolve(worked);
    };
    child.once("error", () => answer(false));
    child.once("exit", (code) => answer(code === 0));
    // One that ends without reading is judged by how it ends.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
    child.unref();
  });
}
