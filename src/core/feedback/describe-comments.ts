import { type Thread, threadsOf } from "../comments/threads.ts";
import { nameInWords, possessive } from "../people/name-words.ts";
import { personOf } from "../people/person-of.ts";
import type { Told } from "../records/books.ts";
import type { Author, CanvasComment } from "../records/canvas.ts";
import { quoted } from "../text/quote-text.ts";
import { type Item, plainItem } from "./item.ts";
import { commentIdIn, commentMark } from "./mark.ts";

const MAX_QUOTE = 160;
const MAX_OWN = 80;
/** Of a long comment so much is told where all of it has no room. */
const SHORT_BODY = 600;

/**
 * What the person says in comments and waits to hear about: threads that are open, and answers to the model's own. Each
 * comment is an item by itself, told once, wherever its thread goes on; and what became of those that `known` has. What
 * was asked and answered by the model that is told is over.
 */
export function describeComments(
  comments: readonly CanvasComment[],
  content: string,
  lineOf: (offset: number) => number,
  known: readonly string[],
  told: Reader = { client: null },
): Item[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const knownIds = new Set(known.flatMap(commentIdIn));
  const gone = comments.filter(({ id }) => knownIds.has(id)).flatMap((comment) => describeGone(comment, byId));
  const open = threadsOf(comments, content).flatMap((thread) => {
    if (thread.state === "resolved" || (thread.state === "addressed" && thread.root.by.kind === "person")) return [];
    const where = subject(thread, lineOf);
    const lastAnswer = thread.replies.findLastIndex(({ by }) => by.kind === "model");
    return [thread.root, ...thread.replies].flatMap((comment, i) => {
      if (comment.by.kind !== "person" || comment.deleted === true) return [];
      const item = describe(comment, thread, where, told);
      const isBefore = i - 1 < lastAnswer;
      const isQuestion = thread.root.question === true;
      const answer = thread.replies[lastAnswer];
      if (isBefore && isQuestion && answer?.by.client === told.client && isOfReader(answer.by, told)) return [];
      // In a thread of the model's own, and in one that asks, what stands before a model's last word.
      const isAnswered = isBefore && (isQuestion || thread.root.by.kind !== "person");
      return [isAnswered ? { ...item, isAnswered } : item];
    });
  });
  return [...open, ...gone];
}

type Reader = Pick<Told, "client" | "subject">;

/** Where either is not known by name, a model of the same program is the same. */
export function isOfReader({ subject }: Author, { subject: own }: Pick<Told, "subject">): boolean {
  return subject === undefined || own === undefined || subject === own;
}

function describe(comment: CanvasComment, thread: Thread, where: string, told: Reader): Item {
  const isFirst = comment === thread.root;
  const person = personOf(comment.by);
  const by = person === null ? "" : ` by ${nameInWords(person.name)}`;
  const what = isFirst
    ? `- ${kindOf(thread)} ${comment.id}${by} on ${where}`
    : `- Reply ${comment.id}${by} to ${answered(thread, told)} on ${where}`;
  const isCut = comment.body.length > SHORT_BODY;
  const more = isCut ? ' (cut: read_canvas part "feedback" has all of it)' : "";
  const how = thread.root.question === true ? ` ${howToAnswer(thread.root.id)}` : "";
  const text = `${what}: ${quoted(comment.body)}${how}`;
  return {
    kind: "comment",
    text,
    short: isCut ? `${what}: ${quoted(comment.body, SHORT_BODY)}${more}${how}` : text,
    mark: commentMark(comment),
    ...(person === null ? {} : { people: [person] }),
  };
}

function kindOf({ root }: Thread): string {
  return root.question === true ? "Question" : "Comment";
}

/** What a question wants: said beside each, so that none is taken for a wish to change the text. */
function howToAnswer(id: string): string {
  return `(wants an answer: edit_canvas comments [{"reply_to": "${id}", "body": "…"}]; edit the text only if it asks for that)`;
}

/** The person resolved or deleted what the model was told of: it need not be dealt with any more. */
function describeGone(comment: CanvasComment, byId: ReadonlyMap<string, CanvasComment>): Item[] {
  const { id, by, deleted, replyTo } = comment;
  const root = replyTo === undefined ? comment : (byId.get(replyTo) ?? comment);
  const isOver = deleted === true || root.resolved;
  if (by.kind !== "person" || !isOver) return [];
  const line = `- ${deleted === true ? "Deleted" : "Resolved"} comment ${id}`;
  return [{ ...plainItem("notice", `resolved:${id}`, line), people: [] }];
}

function answered({ root }: Thread, told: Reader): string {
  const { by, question, deleted, id, body } = root;
  if (by.kind === "person") return `${question === true ? "question" : "comment"} ${id}`;
  const whose = isOfReader(by, told) ? "your" : `${possessive(by.name ?? "another person")} model's`;
  return `${whose} comment ${deleted ? id : quoted(body, MAX_OWN)}`;
}

function subject({ root, place }: Thread, lineOf: (offset: number) => number): string {
  if (root.anchor === null) return "the whole document";
  const quote = quoted(root.anchor.quotedText, MAX_QUOTE);
  return place ? `${quote} (line ${lineOf(place.from)})` : `${quote} (no longer in the text)`;
}
