import "../../../widget/host/zod-without-eval.ts";
import "../../../global.css";
import { createRoot } from "react-dom/client";
import type { PageRoutes } from "../../../protocol/page.ts";
import { openStorage } from "../../../widget/state/text-storage.ts";
import { forgetKey, keptKey, passingKey } from "./access/browser-key.ts";
import { createEntry } from "./access/entry.ts";
import { type FrameAt, switchFrameTexts, writeFrameTexts } from "./access/frame-texts.ts";
import { answerOf, createApi, createGate } from "./access/gate.ts";
import { dropShare, keepShare, keptShare } from "./access/kept-share.ts";
import { startLive } from "./access/live.ts";
import { isGuessable, moveToOwnAddress } from "./access/move-to-own-address.ts";
import { type Place, readPanel, readPlace, writePlace } from "./access/place.ts";
import { openSession, passingSession } from "./access/session.ts";
import { createSignIn, onSignedOut, readSignInWays } from "./access/sign-in.ts";
import { createMcpLink } from "./canvas/mcp-link.ts";
import { createWarmFrames } from "./canvas/warm-frames.ts";
import { OwnServerProvider, readCommands } from "./parts/own-server.ts";
import { createToasts } from "./parts/toasts.ts";
import { createJoin } from "./share/join.ts";
import { App } from "./shell/App.tsx";
import { ShutPanelScreen } from "./shell/LockedScreen.tsx";

type Come = ReturnType<typeof readPlace>;

const ways = readSignInWays(document);
// Who people are is asked of them: for them there are no panels of one canvas.
const panel = ways === null ? readPanel(location.search) : null;
const only = panel?.only ?? null;
const tabStorage = () => window.sessionStorage;

/** The token, or the secret of a link that shares, leaves the address before anything else happens: nobody reads it over a shoulder or in a history. */
function takeLink(): Come {
  const read = readPlace(location.hash);
  const come: Come = only === null ? read : { ...read, place: { kind: "canvas", id: only }, share: null };
  const { place, link, share, problem } = come;
  if (link !== null || share !== null || problem !== null) history.replaceState(null, "", writePlace(place));
  if (ways === null || place.kind !== "canvas") return come;
  if (share !== null) keepShare(tabStorage, place.id, share);
  return { ...come, share: share ?? keptShare(tabStorage, place.id) };
}

const storage = openStorage(() => window.localStorage);
const sandbox = frameAt(document.querySelector<HTMLMetaElement>('meta[name="canvas-sandbox"]')?.content);

/** Whether this page goes on at another address. */
async function movesOn({ place, link, share }: Come): Promise<boolean> {
  const next =
    isGuessable(location) && ways === null ? await moveToOwnAddress({ link, storage, frame: sandbox }) : null;
  if (next === null) return false;
  const ticket = next.ticket === null ? "" : `&ticket=${next.ticket}`;
  const shared = share === null ? "" : `&share=${encodeURIComponent(share)}`;
  location.replace(`${next.origin}/${panel?.search ?? ""}${writePlace(place)}?link=${next.link}${ticket}${shared}`);
  return true;
}

async function start(come: Come): Promise<void> {
  const canSign = window.isSecureContext && crypto.subtle !== undefined;
  // Where people sign in there is no other address.
  const isPassing = isGuessable(location) && ways === null;
  const isKept = canSign && storage.kind === "browser" && !isPassing;
  const own = isKept ? await keptKey().catch(() => null) : null;
  // A session is good with its key only: where that stays in this tab, so does the session, and no other tab is shut out by it.
  const session = isPassing || (canSign && own === null) ? passingSession() : openSession(storage, only);
  const key = once(() => (own === null ? passingKey() : Promise.resolve(own)));
  const gate = createGate({
    session,
    key: canSign ? key : null,
    spot: location,
    only,
    onLocked: (token) => entry.shutOut(token),
  });
  const api = createApi(gate);
  const entry = createEntry(session, (link) => {
    const entered = answerOf<PageRoutes["/api/session"]["answer"]>(gate.enter(link));
    return signIn === null ? entered : signIn.settle(entered);
  });
  const signIn =
    ways === null
      ? null
      : createSignIn(
          { ways, isPossible: canSign, problem: come.problem },
          {
            gate,
            entry,
            storage,
            canvas: () => canvasIn(readPlace(location.hash).place),
            goTo: (url) => location.assign(url),
            switchTexts: async (from, to) => {
              if (sandbox !== null) await switchFrameTexts(sandbox, from, to);
            },
            closeCanvas,
            forgetKey: async () => {
              if (own !== null) await forgetKey();
            },
            restart: () => location.reload(),
          },
        );
  if (signIn !== null) onSignedOut(() => void closeCanvas().then(() => location.reload()));
  const entered = entry.enter(come.link).then(() => bringAlong(come.ticket));
  const live = startLive(gate, only);
  const join = createJoin(api);
  // Kept over the way to the issuer and back, and no longer than until the link was taken up, or came to nothing.
  join.subscribe(() => {
    if (join.state().kind !== "joining") dropShare(tabStorage);
  });
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
  const framesOf = (at: FrameAt) =>
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
      <OwnServerProvider value={{ commands: readCommands(document, location.origin), live, signIn, only }}>
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

function frameAt(origin: string | undefined): FrameAt | null {
  return origin === undefined ? null : { origin, search: panel?.search ?? "" };
}

function canvasIn(place: Place): string | null {
  return place.kind === "canvas" ? place.id : null;
}

/** A canvas that does not answer has kept its text in this browser. */
const CLOSING_MS = 3_000;

/** Back to the list; the canvas saves what it has, and is gone. */
async function closeCanvas(): Promise<void> {
  location.hash = writePlace({ kind: "list" });
  const started = performance.now();
  // One turn, so that the screen has taken it up.
  do await new Promise((resolve) => setTimeout(resolve, 50));
  while (
    document.querySelector('.frames iframe[data-ready="leaving"]') !== null &&
    performance.now() - started < CLOSING_MS
  );
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
  else if (only !== null && window.origin === "null")
    createRoot(document.getElementById("page")!).render(<ShutPanelScreen only={only} />);
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
