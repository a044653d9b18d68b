/** The window is so wide. */
export function setWidth(width: number): void {
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport(size: { width: number; height: number }): void };
  };
  // happy-dom takes every query for one that did not match, until the window has told of its width once.
  window.dispatchEvent(new Event("resize"));
  happyDOM.setViewport({ width, height: 768 });
}
