import "../../../src/global.css";
import "../../../src/widget/text/preview/preview.css";
import { createPreview } from "../../../src/widget/text/preview/preview-view.ts";
import { expose } from "../page.ts";

expose((container) => {
  const view = createPreview(container, {
    onOpenLink: () => undefined,
    // Every update is shown, none is left to the next frame: the others get no such help either.
    frames: (run) => {
      run();
      return () => undefined;
    },
  });
  return {
    update: (text, isLast) => view.update(text, { streaming: !isLast }),
    destroy: () => view.destroy(),
  };
});
