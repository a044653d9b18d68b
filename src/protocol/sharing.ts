import { z } from "zod";
import { type Person, ROLES, type Role, type Standing } from "../core/records/sharing.ts";

/** What somebody is to a canvas, and who else is, as their widget and their page are told. */
export interface CanvasAccess {
  readonly standing: Standing;
  /** Who they are themselves. */
  readonly me: Person;
  readonly owner: Person;
  /** Whom it is shared with, each once. */
  readonly people: readonly SharedPerson[];
  /** Only the owner is told: those that are good. */
  readonly links?: readonly SharedLink[];
  /** Whether a link would lead anywhere: this server has a page. */
  readonly canLink: boolean;
}

export interface SharedPerson {
  readonly person: Person;
  readonly role: Role;
  /** They came by a link, and may no longer than it is good. */
  readonly byLink?: true;
}

export interface SharedLink {
  readonly id: string;
  readonly role: Role;
  /** ISO times. */
  readonly createdAt: string;
  readonly expiresAt?: string;
}

const role = z.enum(ROLES);
const subject = z.string().min(1).max(255);

/** One change of whom a canvas is shared with. All are the owner's, but for "leave". */
export const shareChange = z.discriminatedUnion("op", [
  /** `who`: an e-mail address, a name or a subject, of somebody who has signed in here before. */
  z.object({ op: z.literal("add"), who: z.string().min(1).max(320), role }),
  z.object({ op: z.literal("role"), subject, role }),
  z.object({ op: z.literal("remove"), subject }),
  /** Whoever it is shared with gives it back. */
  z.object({ op: z.literal("leave") }),
  /** `days`: for so long; without: until it is revoked. */
  z.object({ op: z.literal("link"), role, days: z.int().min(1).max(365).optional() }),
  z.object({ op: z.literal("revoke"), link: z.string().min(1).max(64) }),
  /** Who is asked to approve, all of them; none: whoever may edit approves alone. */
  z.object({ op: z.literal("approvers"), subjects: z.array(subject).max(50) }),
]);
export type ShareChange = z.infer<typeof shareChange>;

/** How a canvas was taken out, for the owner's audit. */
export const EXPORTS = ["markdown", "html", "docx", "pdf", "critic", "print", "copy"] as const;
export type ExportForm = (typeof EXPORTS)[number];
