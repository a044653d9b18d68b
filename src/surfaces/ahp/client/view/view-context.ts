import type { JsonObject } from "../../wire/types.ts";

/** What a canvas is told of the page that shows it, in the words of MCP Apps. Any of it may be left out. */
export interface ViewContext {
  readonly theme?: "light" | "dark" | undefined;
  readonly styles?: JsonObject | undefined;
  readonly locale?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly platform?: "web" | "desktop" | "mobile" | undefined;
  readonly [other: string]: unknown;
}

/** What the browser itself knows, for whatever the page does not say. */
export function ownContext(element: HTMLElement): JsonObject {
  const window = element.ownerDocument.defaultView!;
  const { width, height } = element.getBoundingClientRect();
  const touch = window.matchMedia("(pointer: coarse)").matches;
  return {
    theme: window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    displayMode: "fullscreen",
    availableDisplayModes: ["fullscreen"],
    containerDimensions: { width: Math.floor(width), height: Math.floor(height) },
    locale: window.navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    platform: touch ? "mobile" : "web",
    deviceCapabilities: { touch, hover: window.matchMedia("(hover: hover)").matches },
  };
}
