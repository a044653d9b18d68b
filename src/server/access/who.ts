import type { Identity } from "./identity.ts";
import { mayWrite } from "./identity.ts";

/** Who acts: prepared by the door through which a call comes in, and never taken from what the call says of itself. */
export interface Who {
  /** As whom they come: their own canvases are those of this owner, others are there for them as far as they are shared. */
  readonly owner: string;
  readonly kind: "person" | "model";
  /** The program that they act through, as it named itself. */
  readonly client?: string | undefined;
  /** Of a person whom the server knows, or whose model it is. */
  readonly name?: string;
  readonly subject?: string;
  /** Their token lets them read only. */
  readonly isReadOnly?: true;
  /** Their pass is for this canvas alone: no other is there for them, and they do nothing that is about none. */
  readonly only?: string;
  /**
   * For a person who comes through a door that models share: what they show to be the person. Left out where the door
   * itself knows it (the page, the command line, a file).
   */
  readonly proof?: Proof;
}

/** The key of the one canvas that is acted on, which only its widget is given. */
export interface Proof {
  readonly key: string | undefined;
}

/** Whose calls these are: an owner, and who that is where the server knows its people. */
export interface Caller {
  readonly owner: string;
  readonly identity?: Identity | undefined;
  /** The one canvas that they were let in for; left out: all of theirs. */
  readonly only?: string | undefined;
}

/** What a caller is as one who acts, whatever they act as. */
export function whoOf({
  owner,
  identity,
  only,
}: Caller): Pick<Who, "owner" | "name" | "subject" | "isReadOnly" | "only"> {
  const scope = only === undefined ? {} : { only };
  if (identity === undefined) return { owner, ...scope };
  const { subject, name } = identity;
  return { owner: subject, subject, name, ...scope, ...(mayWrite(identity) ? {} : { isReadOnly: true }) };
}
