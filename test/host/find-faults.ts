import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame } from "playwright-core";
import type { TestHost } from "./open-host.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  run(options: unknown): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

/** What axe finds wrong in the newest widget. */
export async function faultsFound(host: TestHost): Promise<string[]> {
  const frame = host.page.frames().at(-1);
  if (frame === undefined) throw new Error("There is no widget to look at");
  return faultsIn(frame);
}

/** What axe finds wrong in a frame, as it stands: the rule, where, and why. Contrast is looked at in light and in dark. */
export async function faultsIn(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate(() => "axe" in globalThis))) await frame.evaluate(AXE);
  return frame.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const root = document.documentElement;
    const look = async (options: unknown) => {
      // Fading changes colours: look when nothing moves any more. A blinking caret never ends, and changes none.
      const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
      await Promise.all(ending.map((one) => one.finished.catch(() => null)));
      const { violations } = await axe.run(options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id} (${root.dataset.theme}): ${node.html}\n${node.failureSummary}`),
      );
    };
    // A widget is part of its host's page: the one heading of level one may stand outside of it.
    const rules = {
      "label-content-name-mismatch": { enabled: true },
      "page-has-heading-one": { enabled: top === self },
    };
    const found = await look({ rules });
    const theme = root.dataset.theme;
    root.dataset.theme = theme === "dark" ? "light" : "dark";
    const foundInOther = await look({ runOnly: ["color-contrast"] });
    if (theme !== undefined) root.dataset.theme = theme;
    return [...found, ...foundInOther];
  });
}
