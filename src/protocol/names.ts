/** Names that both sides say. */
export const RESOURCE_URI = "ui://canvas/mcp-app.html";
export const PRODUCT = "writing-canvas";

/** A command of this program ("page", "list --deleted") as whoever reads of it has to type it. */
export type TypedCommand = (command: string) => string;
/** Where nobody knows how the program was called. */
export const bareCommand: TypedCommand = (command) => `${PRODUCT} ${command}`;

export const MODEL_TOOLS = [
  "read_me",
  "write_canvas",
  "edit_canvas",
  "read_canvas",
  "list_canvases",
  "await_review",
  "show_board",
] as const;
export const WIDGET_TOOLS = [
  "load_canvas",
  "save_canvas",
  "list_versions",
  "load_version",
  "restore_version",
  "share_canvas",
  "note_export",
  "list_board",
  "move_on_board",
  "open_from_board",
] as const;
/** Of these those that make sense only where the server knows its people: elsewhere nobody is shown them. */
export const PEOPLE_TOOLS: readonly string[] = [
  "share_canvas",
  "note_export",
] satisfies (typeof WIDGET_TOOLS)[number][];
export type ModelTool = (typeof MODEL_TOOLS)[number];
export type WidgetTool = (typeof WIDGET_TOOLS)[number];

/** The key under which results carry what only the widget reads (`_meta`). */
export const META_KEY = "writing-canvas";

/**
 * The widget asks its host to print the document. By a notification of this name, where the host has named it among its
 * experimental capabilities: a sandboxed frame cannot print by itself, and a browser prints of it what is on screen.
 */
export const PRINT_REQUEST = "writing-canvas/print";
