import { FRAME_KEPT, FRAME_READ, FRAME_SWITCH, FRAME_WRITE } from "../../../../protocol/page.ts";

const PATIENCE_MS = 5_000;

/** Where the frame's document is. */
export interface FrameAt {
  readonly origin: string;
  /** What its address has besides, in a panel; empty elsewhere. */
  readonly search: string;
}

/** What the widget keeps in this browser, by the storage of its frame's own address. */
export function readFrameTexts(at: FrameAt): Promise<Record<string, string>> {
  return withFrame(at, { method: FRAME_READ });
}

/** Puts texts there: none over one that is there already, unless `over` says so. */
export async function writeFrameTexts(
  at: FrameAt,
  texts: Readonly<Record<string, string>>,
  over = false,
): Promise<void> {
  await withFrame(at, { method: FRAME_WRITE, params: { texts, over } });
}

/** What is there is `to`'s from now on; what `from` has typed and not sent is put away until they are back. */
export async function switchFrameTexts(at: FrameAt, from: string | null, to: string | null): Promise<void> {
  await withFrame(at, { method: FRAME_SWITCH, params: { from, to } });
}

/** Asks the frame's document one thing, and takes it away again. */
function withFrame({ origin, search }: FrameAt, question: unknown): Promise<Record<string, string>> {
  return new Promise((resolve) => {
    const frame = document.createElement("iframe");
    frame.hidden = true;
    frame.src = `${origin}/${search}`;
    const finish = (texts: Record<string, string>) => {
      clearTimeout(late);
      window.removeEventListener("message", onMessage);
      frame.remove();
      resolve(texts);
    };
    const onMessage = ({ source, origin: from, data }: MessageEvent) => {
      if (source !== frame.contentWindow || from !== origin) return;
      if (data?.method === FRAME_KEPT) finish(textsOf(data.params?.texts));
      else frame.contentWindow?.postMessage(question, origin);
    };
    // A frame that does not answer has nothing to give, or is not ours.
    const late = setTimeout(() => finish({}), PATIENCE_MS);
    window.addEventListener("message", onMessage);
    document.body.append(frame);
  });
}

function textsOf(given: unknown): Record<string, string> {
  const entries = Object.entries((given ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
