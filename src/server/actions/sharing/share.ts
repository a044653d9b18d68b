import { createHash } from "node:crypto";
import { z } from "zod";
import { beginDraft, type Draft, type Moment } from "../../../core/document/draft.ts";
import {
  addLink,
  askApprovers,
  changeRole,
  revokeLink,
  shareWith,
  unshare,
} from "../../../core/document/sharing/share.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { type Refusal, type Result, refuse } from "../../../core/records/refusal.ts";
import type { Person } from "../../../core/records/sharing.ts";
import type { CanvasError, Outcome } from "../../../protocol/errors.ts";
import { type ShareChange, shareChange } from "../../../protocol/sharing.ts";
import { defineAction } from "../action.ts";
import { type Call, momentOf } from "../call.ts";
import { changeOnce } from "../change-canvas.ts";
import { findCanvas } from "../find-canvas.ts";
import { canvasId } from "../inputs.ts";
import { meOf, noPeople } from "./people.ts";

/** Of 31 letters each: nobody guesses it. */
const SECRET_LENGTH = 32;
const LINK_ID_LENGTH = 6;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface Shared {
  readonly record: CanvasRecord;
  /** Of a link that was just made: it is told once, and kept nowhere. */
  readonly secret?: string;
}

/** What is kept of a link's secret. */
export function hashOfSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Whom a canvas is shared with, how, and who is asked to approve it: its owner's alone to say. */
export const share = defineAction({
  name: "share",
  description: "Shares a canvas with a person or by a link, takes that back, or asks people to approve it.",
  by: ["person"],
  needs: "own",
  input: z.object({ canvasId, change: shareChange }),
  run: async (call, { canvasId: id, change }): Promise<Outcome<Shared>> => {
    const me = meOf(call);
    if (me === null) return { ok: false, error: noPeople };
    if (change.op === "leave") return refuse("invalid_input", "It is yours: nobody leaves what is their own.");
    // Before anybody is looked for: whoever may not share learns of nobody.
    const found = await findCanvas(call, id);
    if (!found.ok) return found;
    const known = await peopleFor(call, change, me);
    if (!known.ok) return known;
    const moment = momentOf(call);
    const secret = change.op === "link" ? call.deps.randomId(SECRET_LENGTH) : undefined;
    const shared = await changeOnce(call, id, {}, (record, texts) =>
      applyShare(beginDraft(record, texts, moment), change, { me, people: known.people, secret }),
    );
    if (!shared.ok) return shared;
    return { ok: true, record: shared.record, ...(secret === undefined ? {} : { secret }) };
  },
});

type Named = { readonly me: Person; readonly people: readonly Person[]; readonly secret: string | undefined };

function applyShare(
  draft: Draft,
  change: ShareChange,
  { me, people, secret }: Named,
): Result<{ readonly draft: Draft }> {
  switch (change.op) {
    case "add":
      return shareWith(draft, people[0] as Person, change.role, me);
    case "role":
      return changeRole(draft, change.subject, change.role);
    case "remove":
      return unshare(draft, change.subject);
    case "leave":
      return unshare(draft, me.subject);
    case "link":
      return addLink(draft, newLink(draft.moment, change, secret ?? ""), me);
    case "revoke":
      return revokeLink(draft, change.link);
    case "approvers":
      return askApprovers(draft, people);
  }
}

function newLink({ now, randomId }: Moment, { role, days }: Extract<ShareChange, { op: "link" }>, secret: string) {
  const ends = days === undefined ? {} : { expiresAt: new Date(Date.parse(now) + days * DAY_MS).toISOString() };
  return { id: randomId(LINK_ID_LENGTH), hash: hashOfSecret(secret), role, createdAt: now, ...ends };
}

/** Those whom the change names: one for "add", all for "approvers", none otherwise. */
async function peopleFor(
  { deps }: Call,
  change: ShareChange,
  me: Person,
): Promise<Outcome<{ readonly people: readonly Person[] }>> {
  const { people } = deps.store;
  if (change.op === "add") {
    const handle = change.who.trim();
    const found = await people.find(handle);
    const [person] = found;
    const error = person === undefined ? nobody(handle) : found.length > 1 ? several(handle) : null;
    if (person === undefined || error !== null) return { ok: false, error: error ?? nobody(handle) };
    if (person.subject === me.subject) return refuse("invalid_input", "This is you: the canvas is yours already.");
    return { ok: true, people: [nameOf(person)] };
  }
  if (change.op !== "approvers") return { ok: true, people: [] };
  const known = [...(await people.of(change.subjects)).map(nameOf), me];
  const asked = change.subjects.map((subject) => known.find((person) => person.subject === subject));
  const missing = asked.indexOf(undefined);
  if (missing >= 0) return { ok: false, error: nobody(change.subjects[missing] ?? "") };
  return { ok: true, people: asked.filter((person) => person !== undefined) };
}

function nameOf({ subject, name }: Person): Person {
  return { subject, name };
}

function nobody(handle: string): CanvasError {
  const message = `Nobody called ${JSON.stringify(handle.slice(0, 80))} has signed in here yet. Check how it is written, or make a link and send it to them.`;
  return { code: "unknown_person", message };
}

function several(handle: string): CanvasError {
  const message = `Several people are called ${JSON.stringify(handle.slice(0, 80))}. Give the e-mail address of the one you mean.`;
  return { code: "unknown_person", message };
}

/** Whoever a canvas is shared with gives it back. */
export const leave = defineAction({
  name: "leave",
  description: "Gives back a canvas that somebody else shares.",
  by: ["person"],
  needs: "view",
  input: z.object({ canvasId }),
  run: async (call, { canvasId: id }): Promise<Outcome<{ readonly id: string }>> => {
    const moment = momentOf(call);
    const left = await changeOnce(call, id, {}, (record, texts) =>
      record.owner === call.who.owner ? owned : unshare(beginDraft(record, texts, moment), call.who.owner),
    );
    return left.ok ? { ok: true, id: left.record.document.id } : left;
  },
});

const ownedError: Refusal = {
  code: "invalid_input",
  message: "It is yours: nobody leaves what is their own. Delete it, or stop sharing it.",
};
const owned = { ok: false, error: ownedError } as const;
