import { createPreview } from "../../src/widget/text/preview/preview-view.ts";
import { attackStrings } from "./attack-strings.ts";
import { findDanger } from "./find-danger.ts";

declare global {
  interface Window {
    runAttacks?: () => AttackReport;
  }
}

export interface AttackReport {
  readonly attacks: number;
  readonly dangers: string[];
  readonly opened: string[];
  readonly violations: string[];
}

/** Shows every attack string in a real browser, presses everything that can be pressed, and says what came of it. */
window.runAttacks = () => {
  const violations: string[] = [];
  document.addEventListener("securitypolicyviolation", (event) => {
    violations.push(`${event.effectiveDirective} ${event.blockedURI}`);
  });
  const opened: string[] = [];
  const dangers: string[] = [];
  const container = document.createElement("div");
  document.body.append(container);
  const view = createPreview(container, {
    onOpenLink: (url) => opened.push(url),
    onToggleTask: () => undefined,
    frames: (run) => {
      run();
      return () => undefined;
    },
  });
  const attacks = attackStrings();
  for (const text of attacks) {
    for (const streaming of [true, false]) {
      view.update(text, { streaming });
      for (const danger of findDanger(container)) dangers.push(`${danger} from ${JSON.stringify(text)}`);
    }
    for (const link of container.querySelectorAll<HTMLElement>("a, input")) link.click();
  }
  view.destroy();
  return { attacks: attacks.length, dangers: dangers.slice(0, 20), opened: [...new Set(opened)], violations };
};
