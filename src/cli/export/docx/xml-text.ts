// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;
const NO_CHARACTERS = /[\p{Surrogate}\ufffe\uffff]/gu;

/**
 * Text that may stand in an XML file: what XML cannot hold becomes visible (␛ for an escape character) instead of making
 * the file one that no word processor opens.
 */
export function xmlText(text: string): string {
  return text
    .replace(CONTROLS, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
    .replace(NO_CHARACTERS, "\ufffd");
}
