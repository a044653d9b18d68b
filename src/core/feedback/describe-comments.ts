import { type Thread, threadsOf } from "../comments/threads.ts";
import type { CanvasComment } from "../document/records.ts";
import type { Item } from "./fill-budget.ts";
import { markOf } from "./mark.ts";
import { quoted } from "./quote-text.ts";

const MAX_QUOTE = 200;
const MAX_BODY = 2_400;
const MAX_OWN = 160;
/** Far more threads than any budget holds: only so many quotes are looked for in the text. */
const MAX_LOOKED_UP = 300;

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
    const where = subject(thread, items.length < MAX_LOOKED_UP ? content : "");
    const text = thread.root.author === "user" ? describeOwn(thread, where) : describeAnswered(thread, where);
    if (text === null) continue;
    const said = [thread.root, ...thread.replies].filter(({ author }) => author === "user");
    const mark = markOf("comment", thread.root.id, ...said.flatMap(({ id, body }) => [id, body]));
    items.push({ text, mark, isNew: !told.has(mark) });
  }
  return { items, addressed };
}

/** A thread that the person began. */
function describeOwn(thread: Thread, where: string): string | null {
  const { root, replies } = thread;
  if (root.deleted && !replies.some(({ author }) => author === "user")) return null;
  const body = root.deleted ? "(deleted)" : quoted(root.body, MAX_BODY);
  return [`- On ${where}: ${body} (comment ${root.id})`, ...replies.map(describeReply)].join("\n");
}

/** A thread that the model began, as long as the person has had the last word in it. */
function describeAnswered(thread: Thread, where: string): string | null {
  const { root, replies } = thread;
  if (replies.at(-1)?.author !== "user") return null;
  const own = root.deleted ? "your comment" : `your comment ${quoted(root.body, MAX_OWN)}`;
  const title = `- Answer to ${own} on ${where} (comment ${root.id}):`;
  return [title, ...replies.map(describeReply)].join("\n");
}

function describeReply(reply: CanvasComment): string {
  return reply.author === "user"
    ? `  - The user answered: ${quoted(reply.body, MAX_BODY)} (comment ${reply.id})`
    : `  - You answered: ${quoted(reply.body, MAX_OWN)}`;
}

/** The quote; its line too where the text has the quote more than once. */
function subject(thread: Thread, content: string): string {
  const { anchor } = thread.root;
  if (anchor === null) return "the whole document";
  const quote = quoted(anchor.quotedText, MAX_QUOTE);
  if (!thread.place) return `${quote} (no longer in the text)`;
  const first = content.indexOf(anchor.quotedText);
  const isSingle = content.indexOf(anchor.quotedText, first + 1) < 0;
  return isSingle ? quote : `${quote} (line ${lineNumber(content, thread.place.from)})`;
}

function lineNumber(content: string, offset: number): number {
  let line = 1;
  for (let at = content.indexOf("\n"); at >= 0 && at < offset; at = content.indexOf("\n", at + 1)) line++;
  return line;
}
