import { type RefObject, useEffect, useRef } from "react";
import { Button, IconButton } from "../../../../widget/ui/Button.tsx";
import { Icon, type IconName } from "../../../../widget/ui/icons.tsx";
import { statusWords } from "../../../../widget/words.ts";
import type { ListView } from "../parts/preferences.ts";
import { filterStatuses, pageWords } from "../words.ts";
import type { ListFilter } from "./list-state.ts";
import "./list-toolbar.css";

interface ListToolbarProps {
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly filter: ListFilter;
  readonly onFilter: (filter: ListFilter) => void;
  readonly view: ListView;
  readonly onView: (view: ListView) => void;
  /** Shortcuts are on: the field says which key leads to it. */
  readonly keys: boolean;
}

const VIEWS: readonly (readonly [ListView, IconName, string])[] = [
  ["list", "List", pageWords.asList],
  ["board", "Board", pageWords.asBoard],
];

const FILTERS: readonly ListFilter[] = [null, ...filterStatuses, "bin"];

function filterName(filter: ListFilter): string {
  if (filter === null) return pageWords.all;
  return filter === "bin" ? pageWords.bin : statusWords[filter];
}

/** What of the canvases is shown, and how. */
export function ListToolbar({ typed, onType, field, filter, onFilter, view, onView, keys }: ListToolbarProps) {
  const filters = useRef<HTMLFieldSetElement>(null);
  // On a narrow screen they scroll sideways: the one in force is always to be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it moves when another is chosen
  useEffect(() => {
    filters.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [filter, view]);
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
        <fieldset className="list-filter" ref={filters}>
          <legend className="visually-hidden">{pageWords.filter}</legend>
          {FILTERS.map((one) => (
            <Button
              key={one ?? "all"}
              aria-pressed={one === filter}
              {...(one === "bin" ? { icon: "Trash" as const } : {})}
              onClick={() => onFilter(one)}
            >
              {filterName(one)}
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
