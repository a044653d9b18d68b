/** How a reference is used, which says what becomes of it. "module": a script that imports. */
export type ReferenceKind = "url" | "srcset" | "sheet" | "script" | "module";

/** An attribute by which elements load something. */
export interface ReferringAttribute {
  readonly attribute: string;
  /** As a selector. */
  readonly elements: string;
  readonly kind: ReferenceKind;
}

/** Types of scripts that run at once. */
const CLASSIC = ["text/javascript", "application/javascript", "text/ecmascript", "application/ecmascript", ""];

/** Inline scripts that run, and are no modules. */
export const CLASSIC_SCRIPTS = ["script:not([type])", ...CLASSIC.map((type) => `script[type="${type}" i]`)].join(", ");

const loads = (kind: ReferenceKind, attribute: string, ...elements: string[]): ReferringAttribute => ({
  attribute,
  elements: elements.join(", "),
  kind,
});

/**
 * All attributes by which a document loads something, frames and plug-ins aside: read here for what it says, and in the frame for
 * what its scripts add. The first line that fits an element and an attribute counts.
 */
export const REFERENCES: readonly ReferringAttribute[] = [
  loads("sheet", "href", 'link[rel~="stylesheet" i]', 'link[rel~="preload" i][as="style" i]'),
  loads("script", "href", 'link[rel~="preload" i][as="script" i]'),
  loads("url", "href", 'link[rel~="icon" i]', 'link[rel~="preload" i]:is([as="image" i], [as="font" i])'),
  loads("srcset", "imagesrcset", 'link[rel~="preload" i]'),
  loads("module", "src", 'script[type="module" i]'),
  loads("script", "src", `:is(${CLASSIC_SCRIPTS}):not([nomodule])`),
  loads("url", "src", "img", "source", "video", "audio", "track", 'input[type="image" i]'),
  loads("srcset", "srcset", "img", "source"),
  loads("url", "poster", "video"),
  loads("url", "background", "body", "table", "td", "th"),
  loads("url", "href", "image", "feImage"),
  loads("url", "xlink:href", "image", "feImage"),
];

export function referenceKind(element: Element, attribute: string): ReferenceKind | null {
  return REFERENCES.find((each) => each.attribute === attribute && element.matches(each.elements))?.kind ?? null;
}
