import { useEffect, useId, useRef, useState } from "react";
import { useNow } from "../../../../widget/time-in-words.ts";
import { Button } from "../../../../widget/ui/Button.tsx";
import { Icon } from "../../../../widget/ui/icons.tsx";
import { Menu } from "../../../../widget/ui/Menu.tsx";
import { writePlace } from "../access/place.ts";
import { Message } from "../parts/Message.tsx";
import type { Surroundings } from "../surroundings.ts";
import { pageWords } from "../words.ts";
import { ActivityLine } from "./ActivityLine.tsx";
import { byDay, canvasesIn, type Day, dayInWords, goneIn } from "./audit-lines.ts";
import { useAudit } from "./use-audit.ts";
import "../parts/screen.css";
import "./activity-screen.css";

interface ActivityScreenProps extends Pick<Surroundings, "api" | "live" | "me"> {
  /** Of this canvas only. */
  readonly id: string | undefined;
}

/** Who shared, approved, exported and deleted what of the person's own canvases, and when. */
export function ActivityScreen({ api, live, me = null, id }: ActivityScreenProps) {
  const { audit, failed, loading, refresh, more } = useAudit(api, live, id);
  const now = useNow();
  const heading = useRef<HTMLHeadingElement>(null);
  const titles = useTitles(audit?.lines ?? []);
  const chosen = id === undefined ? null : titles.get(id) || pageWords.activityOf(id);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = `${pageWords.activity} · ${pageWords.product}`;
  }, []);
  const lines = audit?.lines ?? [];
  const gone = goneIn(lines);
  return (
    <main className="screen">
      <div className="screen-column activity-column">
        <div className="screen-head activity-head">
          <h1 className="screen-title" ref={heading} tabIndex={-1}>
            {pageWords.activity}
          </h1>
          {(titles.size > 0 || id !== undefined) && <CanvasFilter titles={titles} id={id} chosen={chosen} />}
        </div>
        <p className="activity-next">{pageWords.activityNext}</p>
        {failed !== null && audit === null && (
          <Message title={pageWords.activityFailed}>
            <p>{failed}</p>
            <Button kind="outline" icon="Sync" onClick={() => void refresh()}>
              {pageWords.again}
            </Button>
          </Message>
        )}
        {failed === null && audit === null && (
          <p className="visually-hidden" role="status">
            {pageWords.loading}
          </p>
        )}
        {audit !== null && lines.length === 0 && (
          <Message title={id === undefined ? pageWords.activityEmpty : pageWords.activityEmptyOf}>
            <p>{pageWords.activityEmptyNext}</p>
          </Message>
        )}
        {byDay(lines).map((day) => (
          <ActivityDay key={day.lines[0]?.number} day={day} name={dayInWords(day.at, now)}>
            {day.lines.map((line) => (
              <ActivityLine key={line.number} line={line} me={me} gone={gone.has(line.canvasId)} />
            ))}
          </ActivityDay>
        ))}
        {audit?.more && (
          <div className="screen-more">
            <Button kind="outline" aria-disabled={loading} onClick={() => void more()}>
              {loading ? pageWords.loading : pageWords.showMore}
            </Button>
            {failed !== null && <span role="alert">{failed}</span>}
          </div>
        )}
      </div>
    </main>
  );
}

interface ActivityDayProps {
  readonly day: Day;
  readonly name: string;
  readonly children: React.ReactNode;
}

function ActivityDay({ name, children }: ActivityDayProps) {
  const id = useId();
  return (
    <section className="activity-day" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <ol className="activity-lines">{children}</ol>
    </section>
  );
}

interface CanvasFilterProps {
  readonly titles: ReadonlyMap<string, string>;
  readonly id: string | undefined;
  readonly chosen: string | null;
}

/** Of which canvas: each that was read of so far can be chosen. */
function CanvasFilter({ titles, id, chosen }: CanvasFilterProps) {
  const go = (to: string | undefined) => {
    location.hash = writePlace({ kind: "activity", ...(to === undefined ? {} : { id: to }) });
  };
  const others = [...titles].filter(([one]) => one !== id);
  return (
    <Menu
      label={pageWords.activityFilter}
      items={[
        { id: "", label: pageWords.activityAll, checked: id === undefined, onChoose: () => go(undefined) },
        ...(id === undefined || chosen === null ? [] : [{ id, label: chosen, checked: true, onChoose: () => go(id) }]),
        ...others.map(([one, title]) => ({
          id: one,
          label: title || pageWords.untitled,
          checked: false,
          onChoose: () => go(one),
        })),
      ]}
    >
      {(trigger) => (
        <button className="button activity-filter" data-kind="outline" type="button" {...trigger}>
          <span className="visually-hidden">{pageWords.activityFilter}: </span>
          <span className="activity-filter-name">
            <bdi>{chosen ?? pageWords.activityAll}</bdi>
          </span>
          <Icon name="ChevronDown" />
        </button>
      )}
    </Menu>
  );
}

/** The canvases that were read of since the screen was opened, whichever are shown now. */
function useTitles(lines: Parameters<typeof canvasesIn>[0]): ReadonlyMap<string, string> {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const here = canvasesIn(lines);
  useEffect(() => {
    const found = canvasesIn(lines);
    setKnown((before) => {
      const next = new Map([...before, ...found]);
      return next.size === before.size && [...found].every(([id, title]) => before.get(id) === title) ? before : next;
    });
  }, [lines]);
  return new Map([...known, ...here]);
}
