import "../../../widget/host/zod-without-eval.ts";
import "../../../global.css";
import { createRoot } from "react-dom/client";
import { openStorage } from "../../../widget/state/text-storage.ts";
import { createApi } from "./access/api.ts";
import { createEntry } from "./access/entry.ts";
import { startLive } from "./access/live.ts";
import { readPlace, writePlace } from "./access/place.ts";
import { openSession } from "./access/session.ts";
import { createMcpLink } from "./canvas/mcp-link.ts";
import { createWarmFrames } from "./canvas/warm-frames.ts";
import { App } from "./shell/App.tsx";
import { createToasts } from "./shell/toasts.ts";

/** The token leaves the address before anything else happens: nobody reads it over a shoulder or in a history. */
function takeLink(): string | null {
  const { place, link } = readPlace(location.hash);
  if (link !== null) history.replaceState(null, "", writePlace(place));
  return link;
}

const storage = openStorage(() => window.localStorage);
const session = openSession(storage);
const shutOut = (token: string | null): void => entry.shutOut(token);
const api = createApi(session, shutOut);
const entry = createEntry(session, api);
const entered = entry.enter(takeLink());
const live = startLive(session, shutOut);
void entered.then(() => live.retryNow());
entry.subscribe(() => {
  if (entry.state().kind === "open") live.retryNow();
});
session.subscribe(() => entry.look());
window.addEventListener("hashchange", () => {
  const link = takeLink();
  const state = entry.state();
  if (link !== null && !(state.kind === "open" && !state.ended)) void entry.enter(link);
});

const link = createMcpLink(session, shutOut);
const sandbox = document.querySelector<HTMLMetaElement>('meta[name="canvas-sandbox"]')?.content ?? null;

createRoot(document.getElementById("page")!).render(
  <App
    entry={entry}
    api={api}
    live={live}
    link={link}
    toasts={createToasts()}
    storage={storage}
    frames={sandbox === null ? null : createWarmFrames(sandbox, link, () => performance.now())}
    memoryOnly={session.kept === "memory"}
  />,
);
