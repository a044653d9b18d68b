const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The direction that a paragraph with this text reads in: its first letter decides. Null: it has no letter. */
export function directionOf(text: string): "ltr" | "rtl" | null {
  const first = LETTER.exec(text)?.[0];
  if (first === undefined) return null;
  return RIGHT_TO_LEFT.test(first) ? "rtl" : "ltr";
}

export const isRightToLeft = (text: string): boolean => directionOf(text) === "rtl";
