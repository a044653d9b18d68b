import guardFrames from "./guard-frames.js?raw";
import { HELLO, IMPORT_CALL, META_CALL, REPLACED, WAITING_SRC, WAITING_SRCDOC } from "./names.ts";
import openLink from "./open-link.js?raw";
import { headOf, inScript, scriptElement } from "./page-head.ts";
import { RELAY_POLICY } from "./policies.ts";
import { REFERENCES } from "./references.ts";
import relayElements from "./relay-elements.js?raw";
import relayModules from "./relay-modules.js?raw";
import relayRequests from "./relay-requests.js?raw";
import runShell from "./run-shell.js?raw";

/** The first script of a relayed document. */
export function bridgeScript(base: string): string {
  return inItsOwn(
    [openLink, guardFrames, relayRequests, relayModules, relayElements],
    [
      `const link = openLink(${inScript({ hello: HELLO, base })});`,
      `guardFrames(link, ${inScript({ waitingSrc: WAITING_SRC, waitingSrcdoc: WAITING_SRCDOC })});`,
      "relayRequests(link);",
      `relayModules(link, ${inScript({ importCall: IMPORT_CALL, metaCall: META_CALL })});`,
      `relayElements(link, ${inScript({ references: REFERENCES, replaced: REPLACED, waitingSrc: WAITING_SRC, importCall: IMPORT_CALL })});`,
      "document.currentScript.remove();",
    ],
  );
}

const SHELL_STYLE =
  "html, body { margin: 0; height: 100%; overflow: hidden; } iframe { display: block; width: 100%; height: 100%; border: 0; }";

/** The page between ours and a relayed document. Its address is the content's, so that nothing of ours is relative to it. */
export function shellPage(base: string): string {
  return [
    `<!doctype html><html lang="en"><head>${headOf(RELAY_POLICY, base)}<title>Canvas</title><style>${SHELL_STYLE}</style>`,
    `</head><body>${scriptElement(inItsOwn([runShell], [`runShell(${inScript(HELLO)});`]))}</body></html>`,
  ].join("");
}

/** A script of these texts, each a function, which leaves no names behind. */
function inItsOwn(texts: readonly string[], calls: readonly string[]): string {
  return ["(() => {", ...texts.map((text) => text.replace(/^export /m, "")), ...calls, "})();"].join("\n");
}
