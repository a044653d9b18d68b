import type { Author } from "../../../../core/records/canvas.ts";
import { type Person, ROLES, type Role } from "../../../../core/records/sharing.ts";
import { personName } from "../../../../widget/people/who.ts";
import { fullTime } from "../../../../widget/time-in-words.ts";
import type { IconName } from "../../../../widget/ui/icons.tsx";
import { audienceName, peopleWords, startsWithCapital } from "../../../../widget/words.ts";
import { auditWords } from "../words.ts";
import type { Line } from "./audit-lines.ts";

/** Who reads it; null: the server knows no people, and every person is they. */
export type Me = Person | null;

/** A piece of the sentence; names and the title are somebody's own words. */
export type Piece =
  | { readonly kind: "words"; readonly text: string }
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "title" };

export interface Sentence {
  readonly icon: IconName;
  readonly pieces: readonly Piece[];
  /** What they wrote with it. */
  readonly note?: string;
}

const ICONS: Readonly<Partial<Record<Line["kind"], IconName>>> = {
  approved: "Check",
  deleted: "Trash",
  brought_back: "Restore",
  purged: "Trash",
  exported: "Download",
  shared: "People",
  unshared: "Close",
  link_made: "Link",
  link_revoked: "Close",
  joined: "Plus",
  approvers_asked: "Hourglass",
};

const TITLE: Piece = { kind: "title" };
const words = (text: string): Piece => ({ kind: "words", text });
const named = (text: string): Piece => ({ kind: "name", text });

/** Who did what, in words. Of what a newer server writes down at least the kind is said. */
export function sentenceOf(line: Line, me: Me): Sentence {
  const { note } = line.payload;
  return {
    icon: ICONS[line.kind] ?? "Info",
    pieces: [named(whoDid(line.by, me)), ...doneIn(line, me)],
    ...(typeof note === "string" && note !== "" ? { note } : {}),
  };
}

/** What nobody's name stands on is of before the server knew people: the owner's, who reads it. Who runs the server has a name alone. */
function whoDid(by: Author, me: Me): string {
  const isNamed = by.subject !== undefined || by.name !== undefined;
  const isOthers = me !== null && isNamed && by.subject !== me.subject;
  if (by.kind === "person") return isOthers ? personName(by) : peopleWords.you;
  const model = audienceName(by.client ?? null, "the assistant");
  return isOthers ? peopleWords.modelFor(model, personName(by)) : startsWithCapital(model);
}

function doneIn({ kind, payload, by }: Line, me: Me): readonly Piece[] {
  const person = personIn(payload.person);
  const role = roleIn(payload.role);
  const name = person === null ? null : person.subject === me?.subject ? auditWords.you : personName(person);
  switch (kind) {
    case "approved":
      return [words(auditWords.approved), TITLE, ...after(approvedRest(payload.complete))];
    case "deleted":
      return [words(auditWords.deleted), TITLE];
    case "brought_back":
      return [words(auditWords.broughtBack), TITLE];
    case "purged":
      return [words(auditWords.deleted), TITLE, words(auditWords.forGood)];
    case "exported": {
      const { did, as } = auditWords.exported(typeof payload.form === "string" ? payload.form : "");
      return [words(did), TITLE, ...after(as), ...after(versionIn(payload.version))];
    }
    case "shared":
      return [
        words(auditWords.shared),
        TITLE,
        ...(name === null ? [] : [words(auditWords.with), named(name)]),
        ...after(role === null ? "" : auditWords.whoCan(role)),
      ];
    case "unshared":
      if (person !== null && person.subject === by.subject) {
        return [words(auditWords.left), TITLE, words(auditWords.fromList(person.subject === me?.subject))];
      }
      return [words(auditWords.unshared), TITLE, ...(name === null ? [] : [words(auditWords.with), named(name)])];
    case "link_made": {
      const until = typeof payload.expiresAt === "string" ? auditWords.until(fullTime(payload.expiresAt)) : "";
      return [words(auditWords.linkMade), TITLE, ...after((role === null ? "" : auditWords.letsPeople(role)) + until)];
    }
    case "link_revoked":
      return [words(auditWords.linkRevoked), TITLE];
    case "joined":
      return [words(auditWords.joined), TITLE, ...after(auditWords.byLink(role))];
    case "approvers_asked": {
      const people = peopleIn(payload.people);
      if (people.length === 0) return [words(auditWords.askedNobody), TITLE];
      return [words(auditWords.asked), ...listed(people, by, me), words(auditWords.toApprove), TITLE];
    }
    default:
      return [words(auditWords.other(kind)), TITLE];
  }
}

function approvedRest(complete: unknown): string {
  if (complete === undefined) return "";
  return complete === true ? auditWords.approvedLast : auditWords.approvedFirst;
}

function versionIn(version: unknown): string {
  return typeof version === "number" ? auditWords.version(version) : "";
}

function after(text: string): readonly Piece[] {
  return text === "" ? [] : [words(text)];
}

/** "Ada, Bob and Cyd", each a name of its own. */
function listed(people: readonly Person[], by: Author, me: Me): readonly Piece[] {
  const you = by.subject === me?.subject ? auditWords.yourself : auditWords.you;
  return people.flatMap((person, at) => {
    const name = named(person.subject === me?.subject ? you : personName(person));
    if (at === 0) return [name];
    return [words(at === people.length - 1 ? auditWords.and : auditWords.comma), name];
  });
}

function peopleIn(given: unknown): readonly Person[] {
  return Array.isArray(given) ? given.map(personIn).filter((person) => person !== null) : [];
}

function personIn(given: unknown): Person | null {
  const { subject, name } = (given ?? {}) as Partial<Record<keyof Person, unknown>>;
  if (typeof subject !== "string") return null;
  return { subject, name: typeof name === "string" ? name : "" };
}

function roleIn(given: unknown): Role | null {
  return ROLES.find((role) => role === given) ?? null;
}
