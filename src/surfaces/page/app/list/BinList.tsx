import { useState } from "react";
import type { PageCanvas } from "../../../../protocol/page.ts";
import { fullTime, timeInWords } from "../../../../widget/time-in-words.ts";
import { Button } from "../../../../widget/ui/Button.tsx";
import { Dialog } from "../../../../widget/ui/Dialog.tsx";
import { Message } from "../parts/Message.tsx";
import type { Toasts } from "../parts/toasts.ts";
import type { Surroundings } from "../surroundings.ts";
import { pageWords } from "../words.ts";
import { useBin } from "./use-bin.ts";
import "./canvas-row.css";
import "./bin-list.css";

interface BinListProps extends Pick<Surroundings, "api" | "live"> {
  readonly toasts: Toasts;
  readonly query: string;
  readonly now: number;
}

const DAY_MS = 86_400_000;

/** What was deleted: to be brought back, or to go for good. */
export function BinList({ api, live, toasts, query, now }: BinListProps) {
  const { bin, failed, refresh } = useBin(api, live);
  const [purging, setPurging] = useState<PageCanvas | null>(null);
  const fail = (what: string, why: string) =>
    toasts.show({ tone: "error", text: pageWords.failed(what, why), stays: true });
  const bringBack = async ({ id, title }: PageCanvas) => {
    const answer = await api.call("/api/undelete", { id });
    if (answer.ok) toasts.show({ text: pageWords.broughtBack(title || pageWords.untitled) });
    else fail(pageWords.notBroughtBack, answer.message);
    await refresh();
  };
  const purge = async ({ id, title }: PageCanvas) => {
    setPurging(null);
    const answer = await api.call("/api/purge", { id });
    if (answer.ok) toasts.show({ text: pageWords.purged(title || pageWords.untitled) });
    else fail(pageWords.notDeleted, answer.message);
    await refresh();
  };

  if (bin === null) {
    return failed === null ? null : (
      <Message title={pageWords.binFailed}>
        <p>{failed}</p>
        <Button kind="outline" icon="Sync" onClick={() => void refresh()}>
          {pageWords.again}
        </Button>
      </Message>
    );
  }
  const sought = query.toLowerCase();
  const shown = bin.canvases.filter(({ canvas }) => canvas.title.toLowerCase().includes(sought));
  if (shown.length === 0) {
    return (
      <Message title={query === "" ? pageWords.binEmpty : pageWords.nothingFound(query)}>
        <p>{query === "" ? pageWords.binEmptyNext(bin.days) : pageWords.binSearchNext}</p>
      </Message>
    );
  }
  return (
    <>
      <p className="bin-next">{pageWords.binNext(bin.days)}</p>
      <ul className="list-rows" aria-label={pageWords.bin}>
        {shown.map(({ canvas, deletedAt }) => {
          const title = canvas.title || pageWords.untitled;
          const left = bin.days - Math.floor(Math.max(0, now - Date.parse(deletedAt)) / DAY_MS);
          return (
            <li key={canvas.id} className="row bin-row">
              <div className="row-main">
                <span className="row-title">
                  <bdi>{title}</bdi>
                </span>
                <div className="row-facts">
                  <time className="row-quiet" dateTime={deletedAt} title={fullTime(deletedAt)}>
                    {pageWords.deletedAgo(timeInWords(deletedAt, now))}
                  </time>
                  <span className="row-quiet">{pageWords.daysLeft(left)}</span>
                  <span className="row-quiet">
                    {pageWords.version(canvas.version)} · {pageWords.words(canvas.words)}
                  </span>
                </div>
              </div>
              <div className="bin-actions">
                <Button kind="outline" icon="Restore" onClick={() => void bringBack(canvas)}>
                  {pageWords.bringBackShort}
                  <span className="visually-hidden"> {title}</span>
                </Button>
                <Button icon="Trash" onClick={() => setPurging(canvas)}>
                  {pageWords.purge}
                  <span className="visually-hidden"> {title}</span>
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {purging !== null && (
        <Dialog
          title={pageWords.purgeTitle(purging.title || pageWords.untitled)}
          onClose={() => setPurging(null)}
          foot={
            <>
              <Button kind="outline" data-first-focus onClick={() => setPurging(null)}>
                {pageWords.purgeNot}
              </Button>
              <Button kind="primary" icon="Trash" onClick={() => void purge(purging)}>
                {pageWords.purge}
              </Button>
            </>
          }
        >
          <p>{pageWords.purgeNext}</p>
        </Dialog>
      )}
    </>
  );
}
