import { PANEL_PARAMETER, SIGN_IN_PROBLEMS, type SignInProblem } from "../../../../protocol/page.ts";

/** Where in the page the person is; it stands behind `#`, which no browser sends to a server. */
export type Place =
  | { readonly kind: "list" }
  | { readonly kind: "canvas"; readonly id: string }
  /** Who did what; with `id` to that canvas only. */
  | { readonly kind: "activity"; readonly id?: string };

const ID = /^[0-9A-Za-z]{1,32}$/;

/** Reads `#/canvas/HN8B?link=TOKEN&ticket=TICKET&share=SECRET` and `#/activity/HN8B`. What cannot be read leads to the list. */
export function readPlace(hash: string): {
  readonly place: Place;
  readonly link: string | null;
  readonly ticket: string | null;
  /** Of a link that shares the canvas; null on any other place. */
  readonly share: string | null;
  /** Why nobody came back from the issuer signed in; null: nothing is wrong. */
  readonly problem: SignInProblem | null;
} {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?", 2);
  const asked = new URLSearchParams(query);
  const place = placeOf(path);
  return {
    place,
    link: asked.get("link") || null,
    ticket: asked.get("ticket") || null,
    share: (place.kind === "canvas" && asked.get("share")) || null,
    problem: SIGN_IN_PROBLEMS.find((each) => each === asked.get("problem")) ?? null,
  };
}

/** A panel of another program that shows one canvas alone: which, and what lets it be framed. */
export interface Panel {
  readonly only: string;
  /** As it stands in the address: `?panel=HN8B.PERMIT`. */
  readonly search: string;
}

/** Reads `?panel=HN8B.PERMIT`; null: this is the whole page. */
export function readPanel(search: string): Panel | null {
  const permit = new URLSearchParams(search).get(PANEL_PARAMETER);
  const only = /^([0-9A-Z]{1,32})\.[\w-]+$/.exec(permit ?? "")?.[1];
  return only === undefined ? null : { only, search: `?${PANEL_PARAMETER}=${permit}` };
}

function placeOf(path: string): Place {
  if (/^\/activity\/?$/.test(path)) return { kind: "activity" };
  const [, kind, id = ""] = /^\/(canvas|activity)\/([^/]+)\/?$/.exec(path) ?? [];
  if (!ID.test(id)) return { kind: "list" };
  return { kind: kind === "activity" ? "activity" : "canvas", id: id.toUpperCase() };
}

export function writePlace(place: Place): string {
  if (place.kind === "list") return "#/";
  return place.id === undefined ? `#/${place.kind}` : `#/${place.kind}/${place.id}`;
}
