import type { KeyboardEvent } from "react";
import type { Status } from "../../../core/records/canvas.ts";
import { boardWords, statusWords } from "../../words.ts";

interface BoardTabsProps {
  readonly tabs: readonly { readonly status: Status; readonly total: number }[];
  readonly chosen: Status;
  /** The tab over which a card is held. */
  readonly over: Status | null;
  readonly tabId: (status: Status) => string;
  readonly panelId: (status: Status) => string;
  readonly onChoose: (status: Status) => void;
}

/** Where columns have no room: one at a time. A card can be dropped on a tab. */
export function BoardTabs({ tabs, chosen, over, tabId, panelId, onChoose }: BoardTabsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const rightToLeft = getComputedStyle(event.currentTarget).direction === "rtl";
    const at = tabs.findIndex(({ status }) => status === chosen);
    const next =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? tabs.length - 1
          : event.key === "ArrowLeft" || event.key === "ArrowRight"
            ? at + ((event.key === "ArrowRight") === rightToLeft ? -1 : 1)
            : null;
    const to = next === null ? undefined : tabs[(next + tabs.length) % tabs.length];
    if (!to) return;
    event.preventDefault();
    onChoose(to.status);
    event.currentTarget.querySelector<HTMLElement>(`[data-drop="${to.status}"]`)?.focus();
  };
  return (
    <div className="board-tabs" role="tablist" aria-label={boardWords.columns} onKeyDown={onKeyDown} tabIndex={-1}>
      {tabs.map(({ status, total }) => (
        <button
          key={status}
          className="board-tab"
          type="button"
          role="tab"
          id={tabId(status)}
          aria-selected={status === chosen}
          aria-controls={status === chosen ? panelId(status) : undefined}
          tabIndex={status === chosen ? 0 : -1}
          data-drop={status}
          data-receives={over === status && status !== chosen}
          onClick={() => onChoose(status)}
        >
          <span>{statusWords[status]}</span>
          <span className="board-tab-count">
            <span className="board-dot" data-status={status} />
            {total}
          </span>
        </button>
      ))}
    </div>
  );
}
