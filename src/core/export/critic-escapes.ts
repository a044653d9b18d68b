/**
 * Marks of CriticMarkup that stand in the text itself. A backslash goes between the brace and the mark (`{\++`, `++\}`),
 * which markdown shows as if it were not there; one that is there already gets another, so nothing is ambiguous.
 */
const OPENERS = /\{(\\*)(\+\+|--|~~|>>|==)/g;
const CLOSERS = /(\+\+|--|~~|<<|==)(\\*)\}/g;
const SEPARATORS = /~(\\*)>/g;

export function escapeMarks(text: string): string {
  return text
    .replace(OPENERS, (_, slashes: string, mark: string) => `{\\${slashes}${mark}`)
    .replace(CLOSERS, (_, mark: string, slashes: string) => `${mark}\\${slashes}}`);
}

export function unescapeMarks(text: string): string {
  return text
    .replace(CLOSERS, (_, mark: string, slashes: string) => `${mark}${slashes.slice(1)}}`)
    .replace(OPENERS, (_, slashes: string, mark: string) => `{${slashes.slice(1)}${mark}`);
}

/** The same, for the first half of a substitution, which ends at `~>`. */
export function escapeBeforeArrow(text: string): string {
  return escapeMarks(text).replace(SEPARATORS, (_, slashes: string) => `~\\${slashes}>`);
}

export function unescapeBeforeArrow(text: string): string {
  return unescapeMarks(text.replace(SEPARATORS, (_, slashes: string) => `~${slashes.slice(1)}>`));
}
