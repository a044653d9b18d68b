import type { RefObject } from "react";
import type { Status } from "../../../../core/document/records.ts";
import { Button, IconButton } from "../../../../widget/shell/Button.tsx";
import { Icon, type IconName } from "../../../../widget/shell/icons.tsx";
import { statusWords } from "../../../../widget/words.ts";
import type { ListView } from "../shell/preferences.ts";
import { filterStatuses, pageWords } from "../words.ts";
import "./list-toolbar.css";

interface ListToolbarProps {
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly status: Status | null;
  readonly onStatus: (status: Status | null) => void;
  readonly view: ListView;
  readonly onView: (view: ListView) => void;
  /** Shortcuts are on: the field says which key leads to it. */
  readonly keys: boolean;
}

const VIEWS: readonly (readonly [ListView, IconName, string])[] = [
  ["list", "List", pageWords.asList],
  ["board", "Board", pageWords.asBoard],
];

/** What of the canvases is shown, and how. */
export function ListToolbar({ typed, onType, field, status, onStatus, view, onView, keys }: ListToolbarProps) {
  return (
    <div className="list-toolbar">
      <search className="list-search">
        <Icon name="Search" />
        <input
          ref={field}
          type="search"
          className="list-search-field"
          aria-label={pageWords.searchLabel}
          placeholder={pageWords.search}
          value={typed}
          maxLength={400}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          onChange={(event) => onType(event.target.value)}
        />
        {typed !== "" && <IconButton icon="Close" label={pageWords.clearSearch} onClick={() => onType("")} />}
        {typed === "" && keys && <kbd className="list-search-key">/</kbd>}
      </search>
      {view === "list" && (
        <fieldset className="list-filter">
          <legend className="visually-hidden">{pageWords.filter}</legend>
          {[null, ...filterStatuses].map((one) => (
            <Button
              key={one ?? "all"}
              aria-pressed={one === status}
              data-apart={one === "archived"}
              onClick={() => onStatus(one)}
            >
              {one === null ? pageWords.all : statusWords[one]}
            </Button>
          ))}
        </fieldset>
      )}
      <fieldset className="list-view">
        <legend className="visually-hidden">{pageWords.view}</legend>
        {VIEWS.map(([one, icon, label]) => (
          <IconButton key={one} icon={icon} label={label} aria-pressed={one === view} onClick={() => onView(one)} />
        ))}
      </fieldset>
    </div>
  );
}
