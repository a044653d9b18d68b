/** Whom a canvas is shared with. None of this is a revision: the text stays, and so does its version. */
import { nameInWords } from "../../people/name-words.ts";
import { type Result, refuse } from "../../records/refusal.ts";
import type { Person, Role, Share, ShareLink, Sharing } from "../../records/sharing.ts";
import { type Draft, logEvent, note } from "../draft.ts";
import { setApprovers } from "./approvals.ts";
import { isAlive, isEnough, isOpenTo, needOfRole, standingOf } from "./standing.ts";

export const MOST_PEOPLE = 200;
export const MOST_LINKS = 50;

type Shared = Result<{ readonly draft: Draft }>;

const NOBODY: Sharing = { people: [], links: [], approvers: [] };

/** Somebody gets this role by name, instead of whatever they had. */
export function shareWith(draft: Draft, person: Person, role: Role, owner: Person): Shared {
  const { record, moment } = draft;
  if (person.subject === record.owner) {
    return refuse("invalid_input", "The canvas is theirs already: an owner needs no share.");
  }
  const { people } = sharingOf(draft);
  const theirs = people.filter((share) => isFor(share, person.subject));
  if (theirs.length === 1 && isSame(theirs[0]!, person, role)) return { ok: true, draft };
  if (theirs.length === 0 && isFull(draft)) return refuse("invalid_input", tooManyPeople);
  const share: Share = { person, role, at: moment.now };
  const others = people.filter((other) => !isFor(other, person.subject));
  const shared = put(welcomed(draft, person.subject), { owner, people: [...others, share] });
  return { ok: true, draft: logEvent(shared, "shared", { person, role }) };
}

/** Whoever came by a link has the role by name from now on, and keeps it without the link. */
export function changeRole(draft: Draft, subject: string, role: Role): Shared {
  const { people, owner } = sharingOf(draft);
  const share = people.find((each) => isFor(each, subject));
  if (share === undefined) return refuse("unknown_person", notShared);
  return shareWith(draft, share.person, role, owner ?? { subject: draft.record.owner, name: draft.record.owner });
}

/**
 * It is not there for them any more, and they are not asked to approve it. Whoever goes by themselves may come back by a link
 * that is good; whom the owner takes out may not.
 */
export function unshare(draft: Draft, subject: string): Shared {
  const { people } = sharingOf(draft);
  const share = people.find((each) => isFor(each, subject));
  if (share === undefined) return refuse("unknown_person", notShared);
  const out = put(draft, { people: people.filter((each) => !isFor(each, subject)) });
  const left = draft.moment.by.subject === subject ? out : barred(out, subject);
  return { ok: true, draft: askOnlyThoseThere(logEvent(left, "unshared", { person: share.person })) };
}

/** Links that have ended make room for it. */
export function addLink(draft: Draft, link: ShareLink, owner: Person): Shared {
  const { now } = draft.moment;
  const ended = sharingOf(draft).links.filter((each) => !isAlive(each, now));
  const cleared = ended.reduce((left, { id }) => dropLink(left, id), draft);
  const { links } = sharingOf(cleared);
  if (links.length >= MOST_LINKS) {
    return refuse("invalid_input", `A canvas has at most ${MOST_LINKS} links. Revoke one that is no longer needed.`);
  }
  const { id, role, expiresAt } = link;
  const made = put(cleared, { owner, links: [...links, link] });
  const payload = { link: id, role, ...(expiresAt === undefined ? {} : { expiresAt }) };
  return { ok: true, draft: askOnlyThoseThere(logEvent(made, "link_made", payload)) };
}

/** Whoever came by it goes, unless the canvas is shared with them by name, too. */
export function revokeLink(draft: Draft, id: string): Shared {
  const link = sharingOf(draft).links.find((each) => each.id === id);
  if (link === undefined)
    return refuse("invalid_input", "There is no such link any more. Reload whom it is shared with.");
  const revoked = logEvent(dropLink(draft, id), "link_revoked", { link: id, role: link.role });
  return { ok: true, draft: askOnlyThoseThere(revoked) };
}

/** Somebody has opened a link. Whoever may as much already stays as they are. */
export function join(draft: Draft, person: Person, link: ShareLink, now: string): Shared {
  const { people, links } = sharingOf(draft);
  const found = links.find(({ id }) => id === link.id);
  if (found === undefined || !isOpenTo(found, sharingOf(draft), person.subject, now)) {
    return refuse("not_allowed", "This link is no longer good. Ask whoever gave it to you for another.");
  }
  const standing = standingOf(draft.record, person.subject, now);
  if (standing !== null && isEnough(standing, needOfRole(found.role))) return { ok: true, draft };
  if (!people.some((share) => isFor(share, person.subject)) && isFull(draft)) {
    return refuse("invalid_input", tooManyPeople);
  }
  const others = people.filter((share) => !isFor(share, person.subject) || share.link === undefined);
  const { role } = found;
  const joined = put(draft, { people: [...others, { person, role, at: now, link: found.id }] });
  return { ok: true, draft: logEvent(joined, "joined", { person, role, link: found.id }) };
}

/** These are asked to approve, each once; nobody: whoever may edit approves alone, as before anybody was asked. */
export function askApprovers(draft: Draft, people: readonly Person[]): Shared {
  const asked = [...new Map(people.map((person) => [person.subject, person])).values()];
  const stranger = asked.find(({ subject }) => standingOf(draft.record, subject, draft.moment.now) === null);
  if (stranger !== undefined) {
    return refuse(
      "unknown_person",
      `The canvas is not shared with ${nameInWords(stranger.name)}. Share it first, then ask them to approve.`,
    );
  }
  const before = sharingOf(draft).approvers;
  const isSameList = before.length === asked.length && before.every(({ subject }, i) => subject === asked[i]?.subject);
  if (isSameList) return { ok: true, draft };
  const named = logEvent(draft, "approvers_asked", { people: asked });
  return { ok: true, draft: setApprovers(named, asked) };
}

const notShared = "The canvas is not shared with them. Reload whom it is shared with.";
const tooManyPeople = `A canvas is shared with at most ${MOST_PEOPLE} people. Take somebody out first.`;

function sharingOf({ record }: Draft): Sharing {
  return record.sharing ?? NOBODY;
}

function put(draft: Draft, patch: Partial<Sharing>): Draft {
  return note(draft, { sharing: { ...sharingOf(draft), ...patch } });
}

/** No link that there is brings them back. Where there is none, nobody need be remembered. */
function barred(draft: Draft, subject: string): Draft {
  const { links, removed = [] } = sharingOf(draft);
  const { now } = draft.moment;
  const others = removed.filter((each) => each.subject !== subject && links.some((link) => isSince(each.at, link)));
  return links.length === 0 ? welcomed(draft, subject) : put(draft, { removed: [...others, { subject, at: now }] });
}

function welcomed(draft: Draft, subject: string): Draft {
  const { removed = [], ...sharing } = sharingOf(draft);
  const others = removed.filter((each) => each.subject !== subject);
  if (others.length === removed.length) return draft;
  return note(draft, { sharing: others.length === 0 ? sharing : { ...sharing, removed: others } });
}

function isSince(at: string, link: ShareLink): boolean {
  return at >= link.createdAt;
}

function dropLink(draft: Draft, id: string): Draft {
  const { people, links } = sharingOf(draft);
  const going = people.filter((share) => share.link === id);
  const left = put(draft, {
    links: links.filter((each) => each.id !== id),
    people: people.filter((share) => share.link !== id),
  });
  return going.reduce((logged, { person }) => logEvent(logged, "unshared", { person, link: id }), left);
}

/** Nobody is waited for who cannot come. */
function askOnlyThoseThere(draft: Draft): Draft {
  const { approvers, people } = sharingOf(draft);
  const there = approvers.filter(
    ({ subject }) => subject === draft.record.owner || people.some((share) => isFor(share, subject)),
  );
  return there.length === approvers.length ? draft : setApprovers(draft, there);
}

function isFor({ person }: Share, subject: string): boolean {
  return person.subject === subject;
}

function isSame({ person, role, link }: Share, wanted: Person, wantedRole: Role): boolean {
  return link === undefined && role === wantedRole && person.name === wanted.name;
}

/** Whoever came by a link that has ended is not there, and nobody is shown them to take out. */
function isFull({ record, moment }: Draft): boolean {
  const subjects = new Set((record.sharing?.people ?? []).map(({ person }) => person.subject));
  const there = [...subjects].filter((subject) => standingOf(record, subject, moment.now) !== null);
  return there.length >= MOST_PEOPLE;
}
