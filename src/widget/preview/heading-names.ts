/** The name by which a link in the document finds a heading: lower case, words joined by hyphens, as GitHub does it. */
export function headingName(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replace(/ /g, "-");
}

/** The index of the heading that `name` means; a repeated heading is `name-1`, `name-2` and so on. -1: none. */
export function findHeading(headings: readonly string[], name: string): number {
  const wanted = headingName(name.replace(/-/g, " "));
  const seen = new Map<string, number>();
  return headings.findIndex((heading) => {
    const plain = headingName(heading);
    const count = seen.get(plain) ?? 0;
    seen.set(plain, count + 1);
    return (count === 0 ? plain : `${plain}-${count}`) === wanted;
  });
}
