import { earlierMark, interactionMark } from "../../feedback/describe-interactions.ts";
import { checkInteraction } from "../../interactions/check-interaction.ts";
import { maskSecrets } from "../../interactions/mask-secrets.ts";
import { personOf } from "../../people/person-of.ts";
import type { Canvas } from "../../records/canvas.ts";
import type { Interaction, Interactions, PersonInteraction } from "../../records/interactions.ts";
import { type Result, refuse } from "../../records/refusal.ts";
import { wholeEnd } from "../../text/quote-text.ts";
import { type Draft, logEvent, note } from "../draft.ts";
import { nextReview } from "./review.ts";

/** So many that no model surely got are kept one by one; those before them are counted. The log has all. */
export const MOST_INTERACTIONS = 100;
/** Of those that were told, for another model that comes. */
const TOLD_KEPT = 10;
/** So much of the data is told; a dashboard gets all of it. */
const LONGEST_TOLD = 1_000;
const MOST_GROUPS = 20;

/**
 * The person did something in a block of the canvas, or in a dashboard that shows it. It changes no text and no status,
 * whatever it is called; models are told of it. A form that was submitted is an answer, too. Done under an id that is known
 * already it is not done again.
 */
export function interact(draft: Draft, done: readonly Interaction[]): Result<{ readonly draft: Draft }> {
  for (const interaction of done) {
    const error = checkInteraction(interaction);
    if (error !== null) return refuse(error.code, error.message);
  }
  return { ok: true, draft: done.reduce(addOne, draft) };
}

function addOne(draft: Draft, done: Interaction): Draft {
  const { record, moment } = draft;
  const { list = [], earlier } = record.interactions ?? {};
  if (list.some(({ id }) => id === done.id)) return draft;
  const person = personOf(moment.by);
  const { id, action, element, block } = done;
  const kept: PersonInteraction = { ...asTold(done, moment.now), ...(person === null ? {} : { by: person }) };
  const interactions = thinned(record, { list: [...list, kept], ...(earlier === undefined ? {} : { earlier }) });
  const answers = action === "submit";
  const noted = note(draft, {
    interactions,
    ...(answers ? { review: nextReview(record, "interaction", moment.now, moment.by) } : {}),
  });
  const payload = {
    id,
    action,
    ...(element === undefined ? {} : { element }),
    ...(done.data === undefined ? {} : { data: done.data }),
    ...(block === undefined ? {} : { block }),
  };
  return logEvent(noted, "interaction", payload);
}

/** As the canvas keeps it until it was told: without what looks like a credential, and cut where it is long. */
export function asTold({ id, action, element, data, block, isPosted }: Interaction, at: string): PersonInteraction {
  return {
    id,
    at,
    action,
    ...(element === undefined ? {} : { element }),
    ...(data === undefined ? {} : { data: cutData(JSON.stringify(maskSecrets(data).value)) }),
    ...(block === undefined ? {} : { block }),
    ...(isPosted === undefined ? {} : { isPosted }),
  };
}

function cutData(text: string): string {
  return text.length <= LONGEST_TOLD
    ? text
    : `${text.slice(0, wholeEnd(text, LONGEST_TOLD))}… (${text.length.toLocaleString("en")} characters)`;
}

/** Of what was told the last few, and of what was not as many as there is room for. */
function thinned({ books }: Canvas, all: Interactions): Interactions {
  const seen = new Set(books.flatMap((book) => book.seen));
  const isSeen = ({ id }: PersonInteraction): boolean => seen.has(interactionMark(id));
  const unseen = all.list.filter((each) => !isSeen(each));
  const over = new Set(unseen.slice(0, Math.max(0, unseen.length - MOST_INTERACTIONS)));
  const lastTold = new Set(all.list.filter(isSeen).slice(-TOLD_KEPT));
  const list = all.list.filter((each) => (isSeen(each) ? lastTold.has(each) : !over.has(each)));
  const known = all.earlier !== undefined && !seen.has(earlierMark(all.earlier)) ? all.earlier : undefined;
  const last = [...over].at(-1)?.id ?? known?.last;
  return last === undefined ? { list } : { list, earlier: { ...counted(known, [...over]), last } };
}

function counted(
  known: Interactions["earlier"],
  more: readonly PersonInteraction[],
): Omit<NonNullable<Interactions["earlier"]>, "last"> {
  const groups = new Map(
    (known?.of ?? []).map((group) => [JSON.stringify([group.action, group.element]), group] as const),
  );
  for (const { action, element } of more) {
    const key = JSON.stringify([action, element]);
    const group = groups.get(key);
    groups.set(key, {
      action,
      ...(element === undefined ? {} : { element }),
      count: (group?.count ?? 0) + 1,
    });
  }
  const of = [...groups.values()].toSorted((a, b) => b.count - a.count).slice(0, MOST_GROUPS);
  return { count: (known?.count ?? 0) + more.length, of };
}
