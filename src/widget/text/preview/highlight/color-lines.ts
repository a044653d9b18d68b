import { highlightLine, type Token } from "./highlight-line.ts";
import { createLanguageFinder } from "./languages.ts";

/** Colours whole blocks of code by their language's name: the tokens of each line, or null where the language is unknown. */
export function createCodeColors(): (
  language: string,
  lines: readonly string[],
) => readonly (readonly Token[])[] | null {
  const languageOf = createLanguageFinder();
  return (name, lines) => {
    const language = languageOf(name);
    if (language === null) return null;
    let state = 0;
    return lines.map((line) => {
      const { tokens, endState } = highlightLine(language, line, state);
      state = endState;
      return tokens;
    });
  };
}
