/** The same, so that it can be gone through again: what can be already is not copied. */
export function repeatable<T>(items: Iterable<T>): Iterable<T> {
  const isGoneThroughOnce = (items as Iterable<T> & { readonly next?: unknown }).next !== undefined;
  return isGoneThroughOnce ? [...items] : items;
}
