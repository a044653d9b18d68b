/** Whom a canvas is shared with, and who is asked to approve it. Values only. */

/** What somebody may do with a canvas of another's, each with all that the one before may. */
export const ROLES = ["viewer", "commenter", "editor"] as const;

export type Role = (typeof ROLES)[number];

/** What somebody is to a canvas. */
export type Standing = Role | "owner";

/** Somebody whom the server knows. `subject` is theirs alone and never changes; the name is as it was last heard. */
export interface Person {
  readonly subject: string;
  readonly name: string;
}

export interface Share {
  readonly person: Person;
  readonly role: Role;
  /** ISO time. */
  readonly at: string;
  /** They came by the link with this id: they may no longer than it lives. */
  readonly link?: string;
}

/** Whoever opens it, signed in, gets the role, until it ends or is revoked. The link itself is kept nowhere, only its hash. */
export interface ShareLink {
  readonly id: string;
  readonly hash: string;
  readonly role: Role;
  /** ISO times. */
  readonly createdAt: string;
  readonly expiresAt?: string;
}

export interface Sharing {
  /** Whose it is, for those whom it is shared with. */
  readonly owner?: Person;
  readonly people: readonly Share[];
  readonly links: readonly ShareLink[];
  /** Asked to approve: the canvas is approved once all of them have approved one and the same text. Empty: whoever may edit approves alone. */
  readonly approvers: readonly Person[];
  /** Whom its owner took out, while links are good that they may still have: none of those brings them back. */
  readonly removed?: readonly Removed[];
}

export interface Removed {
  readonly subject: string;
  /** ISO time: links that were made later are good for them again. */
  readonly at: string;
}

/** Words of the text that a person whom the server knows put in last; length 0: they took some out there. */
export interface Touch {
  readonly offset: number;
  readonly length: number;
  readonly by: Person;
  readonly revision: number;
}
