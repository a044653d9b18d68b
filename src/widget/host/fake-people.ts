import { checkCommentRights } from "../../core/comments/comment-rights.ts";
import { beginDraft, type Draft, type Moment } from "../../core/document/draft.ts";
import type { PersonSave } from "../../core/document/person/apply-person-save.ts";
import { needOfSave, ownSuggestions } from "../../core/document/person/need-of-save.ts";
import {
  addLink,
  askApprovers,
  changeRole,
  revokeLink,
  shareWith,
  unshare,
} from "../../core/document/sharing/share.ts";
import { isAlive, isEnough, standingOf } from "../../core/document/sharing/standing.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import { type Refusal, type Result, refuse } from "../../core/records/refusal.ts";
import { type Person, ROLES } from "../../core/records/sharing.ts";
import type { CanvasAccess, ShareChange } from "../../protocol/sharing.ts";

/** What the fake server knows of people: who looks at the canvas, and who could. */
export interface FakePeople {
  readonly me: Person;
  readonly known: readonly Person[];
}

export function accessFor(record: CanvasRecord, { me, known }: FakePeople, now: string): CanvasAccess | undefined {
  const standing = standingOf(record, me.subject, now);
  if (standing === null) return undefined;
  const nameOf = (subject: string) => known.find((one) => one.subject === subject) ?? { subject, name: subject };
  const { people = [], links = [] } = record.sharing ?? {};
  return {
    standing,
    me,
    owner: standing === "owner" ? me : nameOf(record.owner),
    people: people.map(({ person, role, link }) => ({
      person,
      role: ROLES.find((one) => one === standingOf(record, person.subject, now)) ?? role,
      ...(link === undefined ? {} : { byLink: true as const }),
    })),
    ...(standing === "owner"
      ? { links: links.filter((link) => isAlive(link, now)).map(({ hash: _, ...link }) => link) }
      : {}),
    canLink: true,
  };
}

/** Why this person may not save this; null: they may. */
export function refusedSave(record: CanvasRecord, save: PersonSave, { me }: FakePeople, now: string): Refusal | null {
  const standing = standingOf(record, me.subject, now);
  if (standing === null) return null;
  const isAsked = (record.sharing?.approvers ?? []).some(({ subject }) => subject === me.subject);
  const need = needOfSave(save, isAsked, ownSuggestions(record, me.subject));
  if (need !== "approve" && !isEnough(standing, need)) {
    return refuse("not_allowed", `Canvas ${record.document.id} is another's: you may not ${need} it.`).error;
  }
  return checkCommentRights(record.comments, save.comments, { subject: me.subject, standing });
}

export function applyChange(
  record: CanvasRecord,
  texts: ReadonlyMap<number, string>,
  change: ShareChange,
  { me, known }: FakePeople,
  moment: Moment,
): Result<{ readonly draft: Draft }> {
  const draft = beginDraft(record, texts, moment);
  const find = (who: string) => known.find(({ subject, name }) => subject === who || name === who);
  switch (change.op) {
    case "add": {
      const person = find(change.who);
      return person === undefined
        ? refuse("unknown_person", `Nobody called "${change.who}" has signed in here yet.`)
        : shareWith(draft, person, change.role, me);
    }
    case "role":
      return changeRole(draft, change.subject, change.role);
    case "remove":
      return unshare(draft, change.subject);
    case "leave":
      return unshare(draft, me.subject);
    case "link": {
      const days = change.days ?? 0;
      const ends = new Date(Date.parse(moment.now) + days * 86_400_000).toISOString();
      const expires = change.days === undefined ? {} : { expiresAt: ends };
      const link = { id: moment.randomId(6), hash: "hash", role: change.role, createdAt: moment.now, ...expires };
      return addLink(draft, link, me);
    }
    case "revoke":
      return revokeLink(draft, change.link);
    case "approvers":
      return askApprovers(
        draft,
        change.subjects.flatMap((subject) => find(subject) ?? []),
      );
  }
}
