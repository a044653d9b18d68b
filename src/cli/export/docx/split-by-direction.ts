const RIGHT =
  "\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}\\p{Script=Adlam}";
const RIGHT_LETTER = new RegExp(`[${RIGHT}]`, "u");
// A run goes on over spaces, signs and digits as long as a letter of the same direction follows.
const RIGHT_RUN = new RegExp(`[${RIGHT}\\p{M}](?:[^\\p{L}]*[${RIGHT}\\p{M}])*`, "gu");
const LEFT_RUN = new RegExp(`(?![${RIGHT}])\\p{L}(?:[^\\p{L}]*(?![${RIGHT}])\\p{L})*`, "gu");

export interface DirectedText {
  readonly text: string;
  readonly rightToLeft: boolean;
}

/** The text cut where its direction turns. What has no direction of its own takes the paragraph's. */
export function splitByDirection(text: string, paragraphRightToLeft: boolean): readonly DirectedText[] {
  if (!paragraphRightToLeft && !RIGHT_LETTER.test(text)) return text === "" ? [] : [{ text, rightToLeft: false }];
  const parts: DirectedText[] = [];
  const add = (part: string, rightToLeft: boolean) => {
    if (part !== "") parts.push({ text: part, rightToLeft });
  };
  let at = 0;
  for (const match of text.matchAll(paragraphRightToLeft ? LEFT_RUN : RIGHT_RUN)) {
    add(text.slice(at, match.index), paragraphRightToLeft);
    add(match[0], !paragraphRightToLeft);
    at = match.index + match[0].length;
  }
  add(text.slice(at), paragraphRightToLeft);
  return parts;
}
