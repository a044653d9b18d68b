import type { HostContext } from "../host/host-port.ts";

const FONT_STYLE = "canvas-host-fonts";

/** Puts on the host's theme, variables, fonts and safe areas; called again whenever they change. */
export function applyHostLook(context: HostContext, root: HTMLElement): void {
  root.dataset.theme = context.theme;
  root.dataset.touch = String(context.touch);
  if (context.locale !== undefined) root.lang = context.locale;
  for (const name of [...root.style]) if (!(name in context.styles)) root.style.removeProperty(name);
  for (const [name, value] of Object.entries(context.styles)) root.style.setProperty(name, value);
  const { top, right, bottom, left } = context.safeArea;
  for (const [side, inset] of Object.entries({ top, right, bottom, left })) {
    root.style.setProperty(`--safe-${side}`, `${inset}px`);
  }
  const { height, maxHeight } = context.container;
  if (height !== undefined) root.style.setProperty("--frame-height", `${height}px`);
  if (maxHeight !== undefined) root.style.setProperty("--frame-limit", `${Math.min(640, maxHeight)}px`);
  putFonts(context.fontCss, root.ownerDocument);
}

function putFonts(css: string | undefined, document: Document): void {
  const existing = document.getElementById(FONT_STYLE);
  if (css === undefined) {
    existing?.remove();
    return;
  }
  if (existing?.textContent === css) return;
  const style = existing ?? document.createElement("style");
  style.id = FONT_STYLE;
  style.textContent = css;
  document.head.append(style);
}
