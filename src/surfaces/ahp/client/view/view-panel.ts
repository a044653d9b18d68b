import { VIEW_STYLE } from "./view-style.ts";

/** What is said in the place of a canvas, or over it. */
export type Note =
  | { readonly kind: "loading"; readonly words: string }
  | {
      readonly kind: "stale" | "refused" | "failed" | "ended";
      readonly heading: string;
      readonly words: string;
      readonly action?: { readonly label: string; run(): void };
    };

/** The place in which a canvas is shown: a frame, and what is said about it. */
export interface ViewPanel {
  readonly element: HTMLElement;
  /** Null takes out the one that is there. A frame that is away for a while stays: it would start anew. */
  setFrame(frame: HTMLIFrameElement | null): void;
  /** Null: the frame speaks for itself. */
  say(note: Note | null): void;
  setTheme(theme: "light" | "dark"): void;
  remove(): void;
}

/** `focusFrame` gives the keys to the frame, where they were before or where the person asked for it. */
export function createViewPanel(document: Document, focusFrame: () => void): ViewPanel {
  const element = document.createElement("div");
  const root = element.attachShadow({ mode: "open" });
  const sheet = new document.defaultView!.CSSStyleSheet();
  sheet.replaceSync(VIEW_STYLE);
  root.adoptedStyleSheets = [sheet];
  const note = document.createElement("div");
  note.className = "note";
  note.setAttribute("role", "status");
  root.append(note);
  let frame: HTMLIFrameElement | null = null;
  /** The keys belong to the frame as soon as it can have them. */
  let isFocusOwed = false;

  const make = (name: string, text: string, className = ""): HTMLElement => {
    const made = document.createElement(name);
    made.textContent = text;
    made.className = className;
    return made;
  };
  const contentOf = (said: Note): HTMLElement => {
    if (said.kind === "loading") return make("p", said.words, "quiet");
    const card = make("div", "", "card");
    card.append(make("h2", said.heading), make("p", said.words));
    const { action } = said;
    if (action !== undefined) {
      const button = make("button", action.label) as HTMLButtonElement;
      button.type = "button";
      button.addEventListener("click", () => {
        isFocusOwed = true;
        action.run();
      });
      card.append(button);
    }
    return card;
  };

  return {
    element,
    setFrame(next) {
      if (frame !== null && root.activeElement === frame) isFocusOwed = true;
      frame?.remove();
      frame = next;
      if (next !== null) root.prepend(next);
    },
    say(said) {
      element.dataset.state = said?.kind ?? "shown";
      note.replaceChildren(...(said === null ? [] : [contentOf(said)]));
      if (said !== null || !isFocusOwed) return;
      isFocusOwed = false;
      focusFrame();
    },
    setTheme(theme) {
      element.dataset.theme = theme;
    },
    remove: () => element.remove(),
  };
}
