import "../../../widget/host/zod-without-eval.ts";
import "../../../global.css";
import { createRoot } from "react-dom/client";
import { openStorage } from "../../../widget/state/text-storage.ts";
import { keptKey, passingKey } from "./access/browser-key.ts";
import { createEntry } from "./access/entry.ts";
import { writeFrameTexts } from "./access/frame-texts.ts";
import { answerOf, createApi, createGate } from "./access/gate.ts";
import { startLive } from "./access/live.ts";
import { isGuessable, moveToOwnAddress } from "./access/move-to-own-address.ts";
import { type Place, readPlace, writePlace } from "./access/place.ts";
import { openSession, passingSession } from "./access/session.ts";
import { createMcpLink } from "./canvas/mcp-link.ts";
import { createWarmFrames } from "./canvas/warm-frames.ts";
import { createJoin } from "./share/join.ts";
import { App } from "./shell/App.tsx";
import { OwnServerProvider, readCommands } from "./shell/own-server.ts";
import { createToasts } from "./shell/toasts.ts";

interface Come {
  readonly place: Place;
  readonly link: string | null;
  readonly ticket: string | null;
  readonly share: string | null;
}

/** The token, or the secret of a link that shares, leaves the address before anything else happens: nobody reads it over a shoulder or in a history. */
function takeLink(): Come {
  const come = readPlace(location.hash);
  if (come.link !== null || come.share !== null) history.replaceState(null, "", writePlace(come.place));
  return come;
}

const storage = openStorage(() => window.localStorage);
const sandbox = document.querySelector<HTMLMetaElement>('meta[name="canvas-sandbox"]')?.content ?? null;

/** Whether this page goes on at another address. */
async function movesOn({ place, link, share }: Come): Promise<boolean> {
  const next = isGuessable(location) ? await moveToOwnAddress({ link, storage, frameOrigin: sandbox }) : null;
  if (next === null) return false;
  const ticket = next.ticket === null ? "" : `&ticket=${next.ticket}`;
  const shared = share === null ? "" : `&share=${encodeURIComponent(share)}`;
  location.replace(`${next.origin}/${writePlace(place)}?link=${next.link}${ticket}${shared}`);
  return true;
}

async function start(come: Come): Promise<void> {
  const canSign = window.isSecureContext && crypto.subtle !== undefined;
  const isKept = canSign && storage.kind === "browser" && !isGuessable(location);
  const own = isKept ? await keptKey().catch(() => null) : null;
  // A session is good with its key only: where that stays in this tab, so does the session, and no other tab is shut out by it.
  const session = isGuessable(location) || (canSign && own === null) ? passingSession() : openSession(storage);
  const key = once(() => (own === null ? passingKey() : Promise.resolve(own)));
  const gate = createGate({
    session,
    key: canSign ? key : null,
    spot: location,
    onLocked: (token) => entry.shutOut(token),
  });
  const api = createApi(gate);
  const entry = createEntry(session, (link) => answerOf(gate.enter(link)));
  const entered = entry.enter(come.link).then(() => bringAlong(come.ticket));
  const live = startLive(gate);
  const join = createJoin(api);
  const beginToJoin = ({ place, share }: Come): void => {
    if (place.kind === "canvas" && share !== null) join.begin(place.id, share);
    goOn();
  };
  const goOn = (): void => {
    const state = entry.state();
    if (state.kind === "open" && !state.ended) join.goOn();
  };
  void entered.then(() => live.retryNow());
  entry.subscribe(() => {
    if (entry.state().kind === "open") live.retryNow();
    goOn();
  });
  // With a connection the server is there, or back.
  live.subscribeState(goOn);
  beginToJoin(come);
  session.subscribe(() => entry.look());
  window.addEventListener("hashchange", () => {
    const next = takeLink();
    const { link } = next;
    const state = entry.state();
    if (link !== null && !(state.kind === "open" && !state.ended)) void entry.enter(link);
    beginToJoin(next);
  });

  /** What this browser kept at the address that everybody knows. */
  async function bringAlong(ticket: string | null): Promise<void> {
    if (ticket === null) return;
    const carried = await api.call("/api/carried", { ticket });
    if (!carried.ok) return console.debug("canvas", "nothing was carried over", carried.code);
    for (const [name, text] of Object.entries(carried.value.page))
      if (name.startsWith("canvas:") && storage.read(name) === null) storage.write(name, text);
    if (sandbox !== null && Object.keys(carried.value.frame).length > 0)
      await writeFrameTexts(sandbox, carried.value.frame);
  }

  const link = createMcpLink(gate);
  const framesOf = (at: string) =>
    createWarmFrames({
      sandbox: at,
      link,
      gate,
      now: () => performance.now(),
      // No canvas is open yet when the next one asks for its frame.
      onMoved: () => location.reload(),
    });
  const render = () =>
    createRoot(document.getElementById("page")!).render(
      <OwnServerProvider value={{ commands: readCommands(document, location.origin), live }}>
        <App
          entry={entry}
          api={api}
          live={live}
          link={link}
          join={join}
          toasts={createToasts()}
          storage={storage}
          frames={sandbox === null ? null : framesOf(sandbox)}
          memoryOnly={session.kept === "memory"}
        />
      </OwnServerProvider>,
    );
  // The widget reads what it kept as soon as it is there.
  if (come.ticket === null) render();
  else void entered.finally(render);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

const come = takeLink();
void removeServiceWorkers().then(async (left) => {
  // Whoever wrote what is shown now was not this server.
  if (left) location.reload();
  else if (!(await movesOn(come))) await start(come);
});

/**
 * This page has no service worker. One that is there was left by whoever had this address before, and stands between the
 * page and its server: it goes. Whether it held this very page, which then has to be loaded anew.
 */
async function removeServiceWorkers(): Promise<boolean> {
  try {
    const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
    const left = await Promise.all(workers.map((worker) => worker.unregister()));
    return left.includes(true) && navigator.serviceWorker.controller !== null;
  } catch {
    // Where none may be asked for, there is none.
    return false;
  }
}
