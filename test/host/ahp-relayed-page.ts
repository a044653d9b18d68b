import { attachCanvas, connectClient, type ShownCanvas } from "../../src/ahp.ts";

/**
 * A small program that shows an agent's canvases over the Agent Host Protocol, as somebody else might write one: what is open
 * as tabs, one of them shown. `?relay=` says where its host is to be had; `&near` that this page reaches the host itself.
 */
const asked = new URLSearchParams(location.search);
const address = asked.get("relay") ?? "";
const client = connectClient({
  clientId: crypto.randomUUID(),
  clientInfo: { name: "a-program-of-others" },
  capabilities: { canvas: asked.has("near") ? { reachesHost: true } : {} },
  open: () => new WebSocket(address),
  reconnect: { first: 20, longest: 200 },
});
const tabs = document.querySelector("nav") as HTMLElement;
const place = document.querySelector("main") as HTMLElement;
let shown: { readonly channel: string; readonly view: ShownCanvas } | null = null;
let wanted: string | null = null;

async function show(channel: string): Promise<void> {
  wanted = channel;
  await client.subscribe(channel);
  if (wanted !== channel || shown?.channel === channel) return;
  await shown?.view.close();
  shown = {
    channel,
    view: attachCanvas(client, channel, place, {
      onProblem: (problem) => console.warn(JSON.stringify(problem)),
      onOpenLink: (url) => void tabs.append(`opened ${url}`),
    }),
  };
}

function draw(): void {
  const open = client.openCanvases();
  document.body.dataset.state = client.state().kind;
  tabs.replaceChildren(
    ...open.flatMap(({ channel, title = "Untitled" }) => {
      const [tab, close] = [document.createElement("button"), document.createElement("button")];
      tab.textContent = title;
      tab.addEventListener("click", () => void show(channel));
      close.textContent = `Close ${title}`;
      close.addEventListener("click", () => void client.requestClose(channel));
      return [tab, close];
    }),
  );
  if (shown !== null && !open.some(({ channel }) => channel === shown?.channel)) {
    void shown.view.close();
    shown = null;
    wanted = null;
  }
  const last = open.at(-1);
  if (shown === null && wanted === null && last !== undefined) void show(last.channel);
}
client.onChannels(draw);
client.onState(draw);
void client.session();
