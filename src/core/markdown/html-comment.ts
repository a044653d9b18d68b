/** What an HTML comment says, if a text is one and nothing else; otherwise null. */
export function htmlComment(text: string): string | null {
  const comment = text.trim();
  if (comment.length < 7 || !comment.startsWith("<!--")) return null;
  return comment.indexOf("-->", 4) === comment.length - 3 ? comment.slice(4, -3).trim() : null;
}
