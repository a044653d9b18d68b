/** What a person does to comments, proposals and protections, as it travels in a save. */

/** Operations on comments, as they travel in a save. Ids of new comments are the client's, checked by the server. */
export type CommentOperation =
  | {
      readonly op: "add";
      readonly id: string;
      readonly body: string;
      readonly anchor: { readonly offset: number; readonly length: number; readonly quotedText: string } | null;
      readonly question?: true | undefined;
    }
  | { readonly op: "reply"; readonly id: string; readonly replyTo: string; readonly body: string }
  | { readonly op: "edit"; readonly id: string; readonly body: string }
  | { readonly op: "delete"; readonly id: string }
  | { readonly op: "undelete"; readonly id: string; readonly body: string }
  | { readonly op: "resolve"; readonly id: string }
  | { readonly op: "reopen"; readonly id: string }
  | { readonly op: "attach"; readonly id: string; readonly offset: number; readonly length: number };

/** `reopen` takes a decision back; the text that goes with it is the save's own. */
export type ProposalDecision =
  | ({ readonly id: string; readonly decision: "keep" | "take" | "both" | "accept" | "reject" } & Drawn)
  | { readonly id: string; readonly decision: "reopen" }
  | ({ readonly id: string; readonly decision: "edit"; readonly text: string } & Drawn);

interface Drawn {
  /** What the person could read: `proposalMark` of the proposal as it was drawn. Left out by older widgets. */
  readonly seen?: string | undefined;
  /** The text that goes along has the words already, here. Left out: whoever takes the decision puts them in. */
  readonly inText?: { readonly from: number; readonly to: number } | undefined;
}

/** One that settles a proposal. */
export type SettlingDecision = Exclude<ProposalDecision, { readonly decision: "reopen" }>;

/** A decision that is about to be made, and what its words give way to in the text; null: it puts none in. */
export interface PlacedDecision {
  readonly decision: SettlingDecision;
  readonly place: { readonly from: number; readonly to: number } | null;
}

/**
 * A decision whose words stand in the text (`inText`), with these words as they were `put` there, and what stood there before: in
 * case that it cannot be made after all.
 */
export type MadeDecision = SettlingDecision & { readonly was?: string | undefined; readonly put?: string | undefined };

/** What the person protects and frees, as it travels in a save. */
export type ProtectionOperation =
  | {
      readonly op: "add";
      readonly id: string;
      readonly offset: number;
      readonly length: number;
      readonly quotedText: string;
    }
  | { readonly op: "remove"; readonly id: string };
