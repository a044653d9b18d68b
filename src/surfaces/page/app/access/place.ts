/** Where in the page the person is; it stands behind `#`, which no browser sends to a server. */
export type Place = { readonly kind: "list" } | { readonly kind: "canvas"; readonly id: string };

const ID = /^[0-9A-Za-z]{1,32}$/;

/** Reads `#/canvas/HN8B?link=TOKEN&ticket=TICKET`. What cannot be read leads to the list. */
export function readPlace(hash: string): {
  readonly place: Place;
  readonly link: string | null;
  readonly ticket: string | null;
} {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?", 2);
  const asked = new URLSearchParams(query);
  const id = /^\/canvas\/([^/]+)\/?$/.exec(path)?.[1];
  return {
    place: id !== undefined && ID.test(id) ? { kind: "canvas", id: id.toUpperCase() } : { kind: "list" },
    link: asked.get("link") || null,
    ticket: asked.get("ticket") || null,
  };
}

export function writePlace(place: Place): string {
  return place.kind === "list" ? "#/" : `#/canvas/${place.id}`;
}
