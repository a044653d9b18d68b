/** What the page asks of its frame's document about the texts that the widget keeps there, and the answer. */
export const FRAME_READ = "canvas/frame-read";
export const FRAME_WRITE = "canvas/frame-write";
export const FRAME_KEPT = "canvas/frame-kept";
