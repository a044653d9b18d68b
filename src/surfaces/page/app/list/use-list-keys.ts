import { type RefObject, useEffect } from "react";
import type { PageCanvas } from "../../../../protocol/page.ts";
import type { CanvasActions } from "./canvas-actions.ts";

interface ListKeys {
  readonly on: boolean;
  readonly place: RefObject<HTMLElement | null>;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly find: (id: string) => PageCanvas | undefined;
  readonly actions: CanvasActions;
  readonly onView: () => void;
  readonly onHelp: () => void;
  readonly onUndo: () => boolean;
}

/** The keys of the list. None of them acts while somebody types, or while a menu or a dialog is open. */
export function useListKeys(keys: ListKeys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.target === keys.search.current) {
        if (leaveSearch(event.key, keys)) event.preventDefault();
        return;
      }
      if (isElsewhere(event.target)) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !event.shiftKey && !event.altKey) {
        if (keys.onUndo()) event.preventDefault();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || !act(event.key, keys)) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

/** From what was typed on to what was found. */
function leaveSearch(key: string, { search, place }: ListKeys): boolean {
  if (key === "ArrowDown" || key === "Enter") return step(place.current, 0);
  if (key !== "Escape" || search.current?.value !== "") return false;
  search.current.blur();
  return true;
}

function isElsewhere(target: EventTarget | null): boolean {
  return (
    (target instanceof Element && target.closest("input, textarea, select, [role=menu], dialog") !== null) ||
    document.querySelector("dialog[open]") !== null
  );
}

/** True when the key was one of ours. On the board, which has keys of its own, only those for the whole page are. */
function act(key: string, { on, place, search, find, actions, onView, onHelp }: ListKeys): boolean {
  if (key === "ArrowDown" || (on && key === "j")) return step(place.current, 1);
  if (key === "ArrowUp" || (on && key === "k")) return step(place.current, -1);
  const row = document.activeElement?.closest<HTMLElement>(".row") ?? null;
  const canvas = row?.dataset.id === undefined ? undefined : find(row.dataset.id);
  if (canvas && (key === "Delete" || (on && key === "#"))) {
    const remove = () => void actions.remove(canvas);
    // Somebody else's stays until the person has said so again.
    return canvas.sharedBy === undefined ? leave(row, remove) : does(remove);
  }
  if (key === "Home" && row) return step(place.current, Number.NEGATIVE_INFINITY);
  if (key === "End" && row) return step(place.current, Number.POSITIVE_INFINITY);
  if (!on) return false;
  if (canvas && key === "e") return leave(row, () => void actions.archive(canvas));
  if (canvas && key === "d") return does(() => void actions.duplicate(canvas));
  if (key === "n") return does(() => void actions.make());
  if (key === "v") return does(onView);
  if (key === "?") return does(onHelp);
  if (key === "/") return does(() => search.current?.focus());
  return false;
}

function does(what: () => void): true {
  what();
  return true;
}

/** Goes `by` rows on from the one in focus; from nowhere, to the first. */
function step(place: HTMLElement | null, by: number): boolean {
  const links = [...(place?.querySelectorAll<HTMLElement>(".row-link") ?? [])];
  if (links.length === 0) return false;
  const at = links.findIndex((link) => link.closest(".row")?.contains(document.activeElement));
  const to = at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + by));
  const link = links[to];
  link?.focus();
  link?.scrollIntoView({ block: "nearest" });
  return true;
}

/** The row goes: the focus is handed to its neighbour first. */
function leave(row: HTMLElement | null, what: () => void): true {
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  neighbour?.querySelector<HTMLElement>(".row-link")?.focus();
  what();
  return true;
}
