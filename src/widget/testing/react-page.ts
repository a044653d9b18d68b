import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach } from "vitest";

/** An element of the page and a root in it, new for each test of the suite in which it is called. */
export interface ReactPage {
  readonly page: HTMLElement;
  readonly root: Root;
}

export function reactPage(): ReactPage {
  let page: HTMLElement;
  let root: Root;
  beforeEach(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    page = document.createElement("div");
    document.body.append(page);
    root = createRoot(page);
  });
  afterEach(() => {
    act(() => root.unmount());
    page.remove();
  });
  return {
    get page() {
      return page;
    },
    get root() {
      return root;
    },
  };
}
