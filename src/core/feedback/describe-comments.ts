import { type Thread, threadsOf } from "../comments/threads.ts";
import type { CanvasComment } from "../document/records.ts";
import type { Item } from "./fill-budget.ts";
import { markOf } from "./mark.ts";
import { quoted } from "./quote-text.ts";

const MAX_QUOTE = 200;
const MAX_BODY = 2_400;
const MAX_OWN = 160;

export interface CommentsTold {
  readonly items: readonly Item[];
  /** Threads that wait for the person, because the model has dealt with them. */
  readonly addressed: number;
}

/** What the person says in comments and waits to hear about: open threads, and answers to the model's own comments. */
export function describeComments(
  comments: readonly CanvasComment[],
  content: string,
  told: ReadonlySet<string>,
): CommentsTold {
  const items: Item[] = [];
  let addressed = 0;
  for (const thread of threadsOf(comments, content)) {
    if (thread.shelf === "resolved") continue;
    if (thread.root.author === "user" && thread.shelf === "addressed") {
      addressed++;
      continue;
    }
    const text = thread.root.author === "user" ? describeOwn(thread) : describeAnswered(thread);
    if (text === null) continue;
    const said = [thread.root, ...thread.replies].filter(({ author }) => author === "user");
    const mark = markOf("comment", thread.root.id, ...said.flatMap(({ id, body }) => [id, body]));
    items.push({ text, mark, isNew: !told.has(mark) });
  }
  return { items, addressed };
}

/** A thread that the person began. */
function describeOwn(thread: Thread): string | null {
  const { root, replies } = thread;
  if (root.deleted && !replies.some(({ author }) => author === "user")) return null;
  const body = root.deleted ? "(deleted)" : quoted(root.body, MAX_BODY);
  return [`- On ${subject(thread)}: ${body} (comment ${root.id})`, ...replies.map(describeReply)].join("\n");
}

/** A thread that the model began, as long as the person has had the last word in it. */
function describeAnswered(thread: Thread): string | null {
  const { root, replies } = thread;
  if (replies.at(-1)?.author !== "user") return null;
  const own = root.deleted ? "your comment" : `your comment ${quoted(root.body, MAX_OWN)}`;
  const title = `- Answer to ${own} on ${subject(thread)} (comment ${root.id}):`;
  return [title, ...replies.map(describeReply)].join("\n");
}

function describeReply(reply: CanvasComment): string {
  return reply.author === "user"
    ? `  - The user answered: ${quoted(reply.body, MAX_BODY)} (comment ${reply.id})`
    : `  - You answered: ${quoted(reply.body, MAX_OWN)}`;
}

function subject(thread: Thread): string {
  const { anchor } = thread.root;
  if (anchor === null) return "the whole document";
  const quote = quoted(anchor.quotedText, MAX_QUOTE);
  return thread.place ? quote : `${quote} (no longer in the text)`;
}
