import { z } from "zod";
import { checkText, findBadCharacter } from "../../core/document/check-text.ts";
import { parseCanvasId } from "../../core/document/ids.ts";
import { type Author, STATUSES } from "../../core/records/canvas.ts";
import { ROLES } from "../../core/records/sharing.ts";
import { MAX_CONTENT_BYTES } from "../../protocol/limits.ts";
import { atLeast, enoughOf } from "../../protocol/partial-check.ts";

const LONGEST_NAME = 1_000;
const keepable = z.string().refine((text) => findBadCharacter(text) === null, "holds a character that cannot be kept");
export const name = keepable.max(LONGEST_NAME);
/** Names that begin with a space are the stores' own. */
export const owner = name.min(1).refine((text) => !text.startsWith(" "), "is no name of an owner");
export const id = z.string().refine((text) => parseCanvasId(text) === text, "is no id of a canvas");
export const time = z.iso.datetime();
/** More than any store counts to. */
const MOST = 2 ** 31 - 1;
export const count = z.int().nonnegative().max(MOST);
export const number = z.int().positive().max(MOST);
export const content = z.string().superRefine((text, context) => {
  const refusal = checkText("content", text, MAX_CONTENT_BYTES);
  if (refusal !== null) context.addIssue({ code: "custom", message: refusal.message });
});

export const author = enoughOf<Author>(
  atLeast({
    kind: z.enum(["person", "model"]),
    name: name.optional(),
    subject: name.optional(),
    client: name.optional(),
  }),
);
const anchor = atLeast({
  quotedText: z.string(),
  offset: count,
  length: count,
  prefix: z.string(),
  suffix: z.string(),
  revision: count,
});
const texts = z.array(z.string());
/** Nobody's whose name is a store's own. */
const person = atLeast({ subject: owner, name });
const approval = atLeast({ revision: count, version: count, at: time, by: author, note: z.string().optional() });
const role = z.enum(ROLES);
const sharing = atLeast({
  owner: person.optional(),
  people: z.array(atLeast({ person, role, at: time, link: name.optional() })),
  links: z.array(atLeast({ id: name, hash: name.min(1), role, createdAt: time, expiresAt: time.optional() })),
  approvers: z.array(person),
  removed: z.array(atLeast({ subject: owner, at: time })).optional(),
});
const heard = z.array(atLeast({ mark: z.string(), text: z.string(), words: z.string() }));
const book = atLeast({
  client: name,
  baseline: content.nullable(),
  submitted: content.nullable().optional(),
  submittedIsBaseline: z.literal(true).optional(),
  writtenVersion: count,
  shownVersion: count,
  knownVersion: count,
  provenVersion: count,
  offeredRevision: count,
  seenReview: count,
  seenTurn: count.optional(),
  seen: texts,
  offers: z.array(
    atLeast({
      marks: texts,
      words: heard.optional(),
      version: count,
      by: z.enum(["result", "message"]),
      shows: z.enum(["text", "news", "part"]),
      review: count,
      turn: count.optional(),
      call: z.number(),
      at: time,
      isSure: z.boolean(),
    }),
  ),
  others: z.array(atLeast({ version: count, client: z.string() })),
  heard,
  reopened: texts,
  reading: atLeast({ version: count, upTo: count }).optional(),
  held: atLeast({
    token: z.string(),
    content: z.string(),
    at: time,
    addresses: texts,
    comments: z.array(atLeast({ body: z.string() })),
  }).optional(),
});

const did = { action: z.string(), element: z.string().optional() };
const interactions = atLeast({
  list: z.array(
    atLeast({ id: name, by: person.optional(), at: time, ...did, data: z.string().optional(), block: name.optional() }),
  ),
  earlier: atLeast({ count, last: name, of: z.array(atLeast({ ...did, count })) }).optional(),
});

/** Enough that nothing that is done with the canvas later meets what it does not expect. */
export const record = atLeast({
  document: atLeast({
    id,
    title: name.min(1),
    titleGiven: z.boolean(),
    status: z.enum(STATUSES),
    createdAt: time,
    updatedAt: time,
    version: number,
    revision: number,
    lastEditor: z.string(),
  }),
  comments: z.array(
    atLeast({
      id: name,
      anchor: anchor.nullable(),
      body: z.string(),
      by: author,
      createdAt: time,
      resolved: z.boolean(),
      replyTo: name.optional(),
      addressedIn: count.optional(),
      deleted: z.literal(true).optional(),
      question: z.literal(true).optional(),
    }),
  ),
  proposals: z.array(
    atLeast({
      id: name,
      kind: z.enum(["conflict", "suggestion"]),
      by: author,
      anchor,
      text: z.string(),
      base: z.string().optional(),
      reason: z.string().optional(),
      createdAt: time,
      version: count,
      state: z.enum(["open", "kept", "taken", "both", "edited", "rejected", "accepted", "withdrawn"]),
      used: z.string().optional(),
    }),
  ),
  protections: z.array(atLeast({ id: name, anchor, createdAt: time })),
  books: z.array(book),
  approval: approval.nullable(),
  approvals: z.array(approval).optional(),
  sharing: sharing.optional(),
  touches: z.array(atLeast({ offset: count, length: count, by: person, revision: count })).optional(),
  settings: atLeast({ suggestOnly: z.boolean() }),
  widgetKey: owner,
  head: atLeast({
    by: author,
    openedAt: time,
    sealed: z.boolean(),
    contentRevision: count.optional(),
    contentAt: time.optional(),
    pointAt: time.optional(),
    unkept: count.optional(),
    removals: count.optional(),
    line: atLeast({
      revision: count,
      chain: atLeast({ bodies: count, patches: count }),
      moments: count,
      characters: count,
    }).optional(),
    label: name.optional(),
  }),
  titledBy: z.enum(["person", "model"]).optional(),
  statusSet: atLeast({ by: z.enum(["person", "model"]), revision: count }).optional(),
  review: atLeast({
    number: count,
    kind: z.enum(["sent", "approved", "closed", "message", "interaction"]),
    by: person.optional(),
    at: time,
    version: count,
    revision: count,
  }).optional(),
  messages: z.array(atLeast({ id: name, by: person.optional(), text: z.string(), at: time, review: count })).optional(),
  interactions: interactions.optional(),
  turn: count.optional(),
  pastTexts: z.array(atLeast({ revision: count, hash: z.string() })).optional(),
});
