/** Names that both sides of a frame know. */

/** The type of the message with which a script of ours gives its port. */
export const HELLO = "canvas-view:hello";

/** What a frame inside of a relayed document would load, until it is ours to load: attributes that mean nothing to browsers. */
export const WAITING_SRC = "data-canvas-src";
export const WAITING_SRCDOC = "data-canvas-srcdoc";

/** Functions in the window of a relayed document, which its rewritten scripts call. */
export const IMPORT_CALL = "__canvasImport";
export const META_CALL = "__canvasMeta";

/** What an element referred to, before that was written into it. */
export const REPLACED = "data-canvas-replaced";
