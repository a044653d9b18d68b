import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  search,
  setSearchQuery,
} from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import type { EditorView, Panel, ViewUpdate } from "@codemirror/view";
import { runScopeHandlers } from "@codemirror/view";
import { editorWords } from "../../words.ts";

const words = editorWords.findPanel;
const MOST_COUNTED = 999;

/** Find and replace in our look. Plain text only: a regular expression over a long hostile text could hang the page. */
export function findPanel(): Extension {
  return search({ top: true, createPanel, literal: true });
}

function createPanel(view: EditorView): Panel {
  const query = getSearchQuery(view.state);
  const find = field(words.find, query.search);
  find.setAttribute("main-field", "true");
  const replacement = field(words.replace, query.replace);
  const caseBox = toggle("Aa", words.matchCase, query.caseSensitive);
  const wordBox = toggle("“ ”", words.wholeWords, query.wholeWord);
  const count = document.createElement("output");
  count.className = "find-count";
  const counted = document.createElement("div");
  counted.className = "find-counted";
  counted.append(find, count);
  const read = () => {
    const next = new SearchQuery({
      search: find.value,
      replace: replacement.value,
      literal: true,
      caseSensitive: caseBox.getAttribute("aria-pressed") === "true",
      wholeWord: wordBox.getAttribute("aria-pressed") === "true",
    });
    if (!next.eq(getSearchQuery(view.state))) view.dispatch({ effects: setSearchQuery.of(next) });
  };
  for (const box of [caseBox, wordBox]) {
    box.addEventListener("click", () => {
      box.setAttribute("aria-pressed", String(box.getAttribute("aria-pressed") !== "true"));
      read();
    });
  }
  find.addEventListener("input", read);
  replacement.addEventListener("input", read);

  const dom = document.createElement("div");
  dom.className = "find-panel";
  dom.dataset.takesEscape = "";
  dom.setAttribute("role", "search");
  dom.setAttribute("aria-label", words.title);
  dom.append(
    row(
      counted,
      caseBox,
      wordBox,
      button("↑", words.previous, () => findPrevious(view)),
      button("↓", words.next, () => findNext(view)),
      button("×", words.close, () => closeSearchPanel(view)),
    ),
    row(
      replacement,
      button(words.replaceOne, null, () => replaceNext(view)),
      button(words.all, words.replaceAll, () => replaceAll(view)),
    ),
  );
  dom.addEventListener("keydown", (event) => {
    if (runScopeHandlers(view, event, "search-panel")) return event.preventDefault();
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (event.target === replacement) replaceNext(view);
    else if (event.shiftKey) findPrevious(view);
    else findNext(view);
  });

  const showCount = () => {
    count.textContent = describeMatches(view);
  };
  showCount();
  return {
    dom,
    top: true,
    mount: () => find.select(),
    update: (update: ViewUpdate) => {
      const next = getSearchQuery(update.state);
      const asked = update.transactions.some((one) => one.effects.some((effect) => effect.is(setSearchQuery)));
      if (asked && next.search !== find.value) find.value = next.search;
      if (asked && next.replace !== replacement.value) replacement.value = next.replace;
      if (asked || update.docChanged || update.selectionSet) showCount();
    },
  };
}

function describeMatches(view: EditorView): string {
  const query = getSearchQuery(view.state);
  if (!query.valid) return "";
  const { main } = view.state.selection;
  const cursor = query.getCursor(view.state);
  let total = 0;
  let at = 0;
  for (let next = cursor.next(); !next.done; next = cursor.next()) {
    if (total === MOST_COUNTED) return words.count(at, total, true);
    total++;
    if (next.value.from === main.from && next.value.to === main.to) at = total;
  }
  return total === 0 ? words.none : words.count(at, total, false);
}

function field(label: string, value: string): HTMLInputElement {
  const input = document.createElement("input");
  input.type = "text";
  input.value = value;
  input.placeholder = label;
  input.spellcheck = false;
  input.autocomplete = "off";
  input.setAttribute("aria-label", label);
  input.className = "find-field";
  return input;
}

function button(text: string, label: string | null, press: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  if (label !== null) {
    element.setAttribute("aria-label", label);
    element.title = label;
  }
  element.className = text.length > 2 ? "find-button" : "find-button find-icon";
  element.addEventListener("click", press);
  return element;
}

function toggle(text: string, label: string, on: boolean): HTMLButtonElement {
  const element = button(text, label, () => undefined);
  element.setAttribute("aria-pressed", String(on));
  return element;
}

function row(...children: HTMLElement[]): HTMLDivElement {
  const element = document.createElement("div");
  element.className = "find-row";
  element.append(...children);
  return element;
}
