import { isAlive, standingOf } from "../../../core/document/sharing/standing.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { type Person, ROLES } from "../../../core/records/sharing.ts";
import type { CanvasError } from "../../../protocol/errors.ts";
import { shareAddress } from "../../../protocol/page.ts";
import type { CanvasAccess, SharedPerson } from "../../../protocol/sharing.ts";
import type { Call } from "../call.ts";

export const noPeople: CanvasError = {
  code: "not_allowed",
  message:
    "This server does not know its people, so that nothing can be shared with anybody. Whoever runs it can start it with --tokens or --issuer.",
};

/** Who calls; null: the server knows no people. */
export function meOf({ who }: Pick<Call, "who">): Person | null {
  return who.subject === undefined ? null : { subject: who.subject, name: who.name ?? who.subject };
}

/** What the caller is to the canvas and who else is; undefined where the server knows no people. */
export function accessOf(call: Pick<Call, "deps" | "who">, record: CanvasRecord): CanvasAccess | undefined {
  const me = meOf(call);
  if (me === null) return undefined;
  const now = call.deps.clock().toISOString();
  const standing = standingOf(record, me.subject, now);
  if (standing === null) return undefined;
  const isOwner = standing === "owner";
  const links = (record.sharing?.links ?? []).filter((link) => isAlive(link, now)).map(({ hash: _, ...link }) => link);
  return {
    standing,
    me,
    owner: isOwner ? me : (record.sharing?.owner ?? { subject: record.owner, name: record.owner }),
    people: sharedPeople(record, now),
    ...(isOwner ? { links } : {}),
    canLink: call.deps.page !== undefined,
  };
}

/** Where a link that was just made leads; null: none was, or this server has no page. */
export async function linkOf(
  { deps }: Pick<Call, "deps">,
  { record, secret }: { readonly record: CanvasRecord; readonly secret?: string },
): Promise<string | null> {
  if (secret === undefined || deps.page === undefined) return null;
  const address = await deps.page.linkTo(record.document.id);
  return address === null ? null : shareAddress(address, secret);
}

/** Each once, with the highest of their roles; those whose link has ended are nobody any more. */
function sharedPeople(record: CanvasRecord, now: string): readonly SharedPerson[] {
  const shares = record.sharing?.people ?? [];
  const subjects = [...new Set(shares.map(({ person }) => person.subject))];
  return subjects.flatMap((subject): SharedPerson[] => {
    const role = standingOf(record, subject, now);
    const own = shares.filter(({ person }) => person.subject === subject);
    const last = own.at(-1);
    if (last === undefined || role === null || role === "owner" || !ROLES.includes(role)) return [];
    const byLink = own.every(({ link }) => link !== undefined);
    return [{ person: last.person, role, ...(byLink ? { byLink: true } : {}) }];
  });
}
