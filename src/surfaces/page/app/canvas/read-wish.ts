/** A message of the widget: either "look at my edits", which the feedback says anyway, or a wish about a passage. */
export function readWish(message: string, id: string): string | null {
  const words = message.trim();
  if (/^Review my edits on canvas \w+ \(v\d+\)$/.test(words)) return null;
  return words.replace(new RegExp(`^On canvas ${id} \\(v\\d+\\), lines? \\d+(?:-\\d+)?: `), "") || null;
}
