/** What this page, the page between, and the scripts in a relayed document say to each other. */

/** To the page between, over the port that it gave. */
export type ToShell =
  | { readonly kind: "show"; readonly html: string; readonly sandbox: string; readonly allow: string }
  | { readonly kind: "post"; readonly data: unknown }
  | { readonly kind: "look"; readonly title: string; readonly scheme: string }
  | { readonly kind: "focus" };

/** From there. `hello` comes with the port of the document's own script. */
export type FromShell =
  | { readonly kind: "hello" }
  | { readonly kind: "posted"; readonly data: unknown }
  | { readonly kind: "loaded"; readonly times: number };

/** What a script in a relayed document may ask for, as `{ id, ask }`; null is the answer where there is nothing. */
export interface Answers {
  /** What an attribute says instead. Asked with `as` and `value`. */
  readonly replace: string | null;
  /** A style sheet, or a `style` attribute. Asked with `text`. */
  readonly css: string;
  /**
   * A module, and all that it imports. Asked with `specifier`; with `base` where that is not the document's,
   * and with `type` where it is not a script.
   */
  readonly module: { readonly uri: string; readonly imports: Readonly<Record<string, string>> } | null;
  /** Asked with `reference`. */
  readonly bytes: { readonly uri: string; readonly mimeType: string; readonly bytes: ArrayBuffer } | null;
  /** What a frame holds. Asked with `reference`, or with `html`; `isApart` says that it has a sandbox of its own. */
  readonly page:
    | { readonly kind: "page"; readonly html: string; readonly number: number }
    | { readonly kind: "picture"; readonly address: string }
    | null;
  /** A part of a drawing in another file. Asked with `reference`. */
  readonly sprite: { readonly id: string; readonly markup: string } | null;
}

export interface ToBridge {
  readonly id: number;
  readonly answer: Answers[keyof Answers];
}

/** What it says without waiting, as `{ tell }`. `frame` comes with the port of the page in a frame of its own. */
export type Tell =
  | { readonly kind: "loaded" }
  | { readonly kind: "left" }
  | { readonly kind: "link"; readonly href: string }
  | { readonly kind: "frame"; readonly number: number };
