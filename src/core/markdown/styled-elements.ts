/** The elements of what is styled inside a line, in the preview and in every export alike. */
export const STYLED_ELEMENTS = {
  emphasis: "em",
  strong: "strong",
  strike: "del",
  kbd: "kbd",
  sub: "sub",
  sup: "sup",
  mark: "mark",
} as const;
