/** A drawing that `<use>` takes from another file, to be put into the document itself: browsers take none out of an address. */
export interface Sprite {
  readonly id: string;
  readonly markup: string;
}

/** Null: the file is no drawing, or has nothing of that name. `prefix` keeps its names apart from all others. */
export function takeSprite(svg: string, name: string, prefix: string): Sprite | null {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (root.localName !== "svg" || root.querySelector("parsererror") !== null) return null;
  const named = [...root.querySelectorAll("[id]"), ...(root.id === "" ? [] : [root])];
  const ids = new Set(named.map(({ id }) => id));
  if (!ids.has(name)) return null;
  for (const element of [root, ...root.querySelectorAll("*")])
    for (const { name: attribute, value } of [...element.attributes]) {
      if (attribute === "id") element.id = prefix + value;
      else if (value.includes("#"))
        element.setAttribute(
          attribute,
          value.replaceAll(/#([^\s"')]+)/g, (whole, id: string) => (ids.has(id) ? `#${prefix}${id}` : whole)),
        );
    }
  root.setAttribute("aria-hidden", "true");
  root.setAttribute("style", "position: absolute; width: 0; height: 0; overflow: hidden");
  return { id: prefix + name, markup: new XMLSerializer().serializeToString(root) };
}
