import "./widget/host/zod-without-eval.ts";
import "./global.css";
import { createRoot } from "react-dom/client";
import { version } from "../package.json";
import { connectHost } from "./widget/host/mcp-app-host.ts";
import { CanvasApp } from "./widget/screens/CanvasApp.tsx";
import { createBrowserCache } from "./widget/state/browser-cache.ts";
import { systemClock } from "./widget/state/clock.ts";
import { createKeptUndo, undoMakesRoom } from "./widget/state/kept-undo.ts";
import { holdLife, lifeOf } from "./widget/state/liveness.ts";
import { randomKey } from "./widget/state/random-key.ts";
import { startWidget } from "./widget/state/start-widget.ts";
import { createStore } from "./widget/state/store.ts";
import { openStorage } from "./widget/state/text-storage.ts";

const store = createStore();
const root = createRoot(document.getElementById("canvas")!);
root.render(<CanvasApp store={store} actions={null} />);

connectHost(version).then(
  (host) => {
    const widgetId = lifeOf(host.context.toolCallId, randomKey());
    const storage = openStorage(() => window.localStorage);
    const { actions } = startWidget({
      store,
      host,
      clock: systemClock,
      cache: createBrowserCache(undoMakesRoom(storage)),
      keptUndo: createKeptUndo(storage, systemClock),
      widgetId,
      liveness: holdLife(widgetId, navigator.locks),
      newKey: randomKey,
    });
    root.render(<CanvasApp store={store} actions={actions} />);
  },
  (error: unknown) =>
    store.dispatch({ kind: "connectFailed", why: error instanceof Error ? error.message : String(error) }),
);
