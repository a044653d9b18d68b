import type { Canvas } from "../../records/canvas.ts";
import { ROLES, type Role, type ShareLink, type Sharing, type Standing } from "../../records/sharing.ts";

/** What has to be asked of somebody before they do something with a canvas. */
export type Need = "view" | "comment" | "edit" | "own";

const RANK: Readonly<Record<Standing, number>> = { viewer: 1, commenter: 2, editor: 3, owner: 4 };
const NEEDED: Readonly<Record<Need, number>> = { view: 1, comment: 2, edit: 3, own: 4 };

/** What this subject is to the canvas at this time (ISO); null: it is not there for them. Of several roles the highest counts. */
export function standingOf(
  { owner, sharing }: Pick<Canvas, "owner" | "sharing">,
  subject: string,
  now: string,
): Standing | null {
  if (owner === subject) return "owner";
  const roles = (sharing?.people ?? []).flatMap(({ person, role, link }) => {
    if (person.subject !== subject) return [];
    if (link === undefined) return role;
    const by = sharing?.links.find(({ id }) => id === link);
    return by !== undefined && isAlive(by, now) ? by.role : [];
  });
  return ROLES.findLast((role) => roles.includes(role)) ?? null;
}

/** A link that was not revoked is good until it ends. ISO times of one form compare as text. */
export function isAlive({ expiresAt }: Pick<ShareLink, "expiresAt">, now: string): boolean {
  return expiresAt === undefined || expiresAt > now;
}

/** Whether this link lets somebody in: it is good, and its owner did not take them out since it was made. */
export function isOpenTo(
  link: Pick<ShareLink, "createdAt" | "expiresAt">,
  { removed = [] }: Pick<Sharing, "removed">,
  subject: string,
  now: string,
): boolean {
  const isOut = removed.some((each) => each.subject === subject && each.at >= link.createdAt);
  return isAlive(link, now) && !isOut;
}

export function isEnough(standing: Standing, need: Need): boolean {
  return RANK[standing] >= NEEDED[need];
}

/** What only this role and higher ones are enough for. */
export function needOfRole(role: Role): Need {
  return NEED_OF[role];
}

const NEED_OF: Readonly<Record<Role, Need>> = { viewer: "view", commenter: "comment", editor: "edit" };

/** As whom a store is asked for the canvas behind a link: no subject begins with a space. */
export function linkReader(hash: string): string {
  return ` link ${hash}`;
}
