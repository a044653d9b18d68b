/** Words as a reader would count them, in any script that parts them by spaces. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’_-])*/gu)?.length ?? 0;
}
