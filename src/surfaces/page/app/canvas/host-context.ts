import type { McpUiHostContext } from "@modelcontextprotocol/ext-apps/app-bridge";

/** What the widget is told of this page: it has the whole window under the bar, and nothing but that. */
export function hostContext(canvas: string, theme: "light" | "dark", place: DOMRectReadOnly): McpUiHostContext {
  const touch = matchMedia("(pointer: coarse)").matches;
  return {
    toolInfo: {
      // The same on every visit: text that was never saved finds its widget again.
      id: `page-${canvas}`,
      // No model called anything: this is the tool whose result the widget is given.
      tool: { name: "load_canvas", inputSchema: { type: "object" } },
    },
    theme,
    displayMode: "fullscreen",
    availableDisplayModes: ["fullscreen"],
    containerDimensions: { width: Math.floor(place.width), height: Math.floor(place.height) },
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    platform: touch ? "mobile" : "web",
    deviceCapabilities: { touch, hover: matchMedia("(hover: hover)").matches },
  };
}
