import { useEffect, useEffectEvent, useState } from "react";
import type { PageCanvas, PageSharing } from "../../../../protocol/page.ts";
import { ShareDialog } from "../../../../widget/features/share/ShareDialog.tsx";
import type { ShareChanger } from "../../../../widget/features/share/share-port.ts";
import { copyText } from "../../../../widget/ui/copy-text.ts";
import type { Surroundings } from "../surroundings.ts";
import { pageWords } from "../words.ts";

interface ShareCanvasProps extends Pick<Surroundings, "api" | "live" | "toasts"> {
  readonly canvas: PageCanvas;
  readonly now: number;
  readonly onClose: () => void;
}

/** The dialog about whom a canvas of the list is shared with, as the server knows it now. */
export function ShareCanvas({ api, live, toasts, canvas, now, onClose }: ShareCanvasProps) {
  const { id } = canvas;
  const [sharing, setSharing] = useState<PageSharing | null>(null);
  const leave = useEffectEvent(onClose);
  const fail = useEffectEvent((why: string) => {
    toasts.show({ tone: "error", text: pageWords.failed(pageWords.notShared, why), stays: true });
    onClose();
  });
  useEffect(() => {
    const abort = new AbortController();
    const ask = async (): Promise<void> => {
      const answer = await api.call("/api/sharing", { id }, { signal: abort.signal });
      if (abort.signal.aborted) return;
      if (!answer.ok) fail(answer.message);
      else if (answer.value.access === null) leave();
      else setSharing(answer.value);
    };
    void ask();
    // Somebody may join, or approve, while it is open.
    const stop = live.subscribe((ids) => {
      if (ids === null || ids.includes(id)) void ask();
    });
    return () => {
      abort.abort();
      stop();
    };
  }, [api, live, id]);

  const change: ShareChanger = async (asked) => {
    const answer = await api.call("/api/share", { id, change: asked });
    if (!answer.ok) return { ok: false, why: answer.message };
    const { link, ...next } = answer.value;
    if (next.access !== null) setSharing(next);
    return { ok: true, ...(link === undefined ? {} : { link }) };
  };
  if (sharing === null || sharing.access === null) return null;
  return (
    <ShareDialog
      title={canvas.title || pageWords.untitled}
      access={sharing.access}
      approvers={sharing.approvers}
      now={now}
      onChange={change}
      onCopy={copyText}
      onClose={onClose}
    />
  );
}
