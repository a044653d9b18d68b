import type { Status } from "../core/records/canvas.ts";
import type { PointReason } from "../core/records/history.ts";
import type { Role, Standing } from "../core/records/sharing.ts";

/**
 * Every word on screen. Sentence case, short, human; an error says what happened and what to do.
 * Long because all words stand in one module: that is what a translator gets.
 */
export const statusWords: Readonly<Record<Status, string>> = {
  draft: "Draft",
  in_review: "In Review",
  approved: "Approved",
  archived: "Archived",
};

/** The host's own name for its assistant, where we know it. */
const ASSISTANTS: readonly (readonly [RegExp, string])[] = [
  [/claude/i, "Claude"],
  [/chatgpt|openai/i, "ChatGPT"],
  [/copilot|visual studio code|vs ?code/i, "Copilot"],
  [/codex/i, "Codex"],
  [/gemini/i, "Gemini"],
  [/cursor/i, "Cursor"],
  [/goose/i, "Goose"],
];
export function assistantName(hostName: string | undefined): string {
  return ASSISTANTS.find(([pattern]) => hostName !== undefined && pattern.test(hostName))?.[1] ?? "the assistant";
}

/** The model behind a program: by a name that people know, else by what the program calls itself. Empty or null: as the host says. */
export function audienceName(client: string | null, assistant: string): string {
  if (client === null || client === "") return assistant;
  const known = assistantName(client);
  return known !== "the assistant"
    ? known
    : assistant === "the assistant"
      ? `the assistant (${short(client)})`
      : assistant;
}

export const startsWithCapital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Somebody else's words as a sentence of their own. */
const sentence = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/** A name inside a sentence. */
const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text);

/** "Ada", "Ada and Bob", "Ada, Bob and Carol". */
export const namesInWords = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).map(short).join(", ")} and ${short(names.at(-1)!)}`;

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

export const shellWords = {
  untitled: "Untitled",
  /** A canvas of which nothing is known yet but, perhaps, its id. */
  canvasNamed: (id: string | null) => (id === null ? "Canvas" : `Canvas ${id}`),
  connecting: "Connecting…",
  connectFailedNext: "Reload the conversation to try again.",
  idle: "A document will appear here",
  idleNext: "Ask for something to be written, and it will stream in here.",
  emptyDocument: "This document is empty",
  emptyDocumentNext: "Press Edit and start writing.",
  emptyFullscreenNext: "Press Write and start.",
  emptyPreview: "Nothing to see yet",
  emptyPreviewNext: "What you write appears here as it will read.",
  writing: (assistant: string) => `${startsWithCapital(assistant)} is writing…`,
  editingPlace: (assistant: string) => `${startsWithCapital(assistant)} is editing…`,
  settling: "Finishing…",
  region: "Writing canvas",
  edit: "Edit",
  done: "Done",
  layout: "View",
  read: "Read",
  write: "Write",
  split: "Split",
  copyId: (id: string) => `Copy id ${id}`,
  copiedId: (id: string) => `${id} copied`,
  expand: "Expand",
  collapse: "Collapse",
  more: "More",
  close: "Close",
  cancel: "Cancel",
  rename: "Rename",
  titleLabel: "Title",
  version: (version: number) => `v${version}`,
  words: (words: number) => count(words, "word"),
  status: "Status",
  changedSinceApproval: "Changed since approval",
  changedSince: (approved: number) => `Changed since v${approved} was approved`,
  changedBrief: "Changed",
  approveTitle: "Approve this version",
  approveNext: "You approve the text exactly as it stands now. Later changes will be marked.",
  approveNote: "Note (optional)",
  approve: "Approve",
  early: "Changed a moment ago. Read it first.",
  approveThis: "Approve this text",
  approveChanged: "The text has changed since you asked. Nothing is approved yet: read what changed, then approve.",
  approveMoved: "The text changed while you were approving. Look at it once more, then approve.",
  approveConflicts: "Settle the conflicts first, then approve.",
  archivedNotice: "Archived. Nobody can change it until it is reopened.",
  reopen: "Reopen",
  saved: "Saved",
  edited: "Edited",
  saving: "Saving…",
  browserOnly: "Saved in this browser only",
  browserUnreachable:
    "The server cannot be reached. Your text is kept in this browser and will be saved when it is back.",
  browserNoServer: "This program lets no canvas reach its server. Your text is kept in this browser.",
  notSaved: "Not saved",
  failedKept: (why: string) =>
    `The server did not take your last change: ${sentence(why)} Your text is kept in this browser.`,
  failedTooLong: (why: string) =>
    `The server did not take your last change: ${sentence(why)} Your text is kept in this browser, and saved as soon as it is short enough.`,
  failedNotKept: (why: string) =>
    `Your last change is not saved: ${sentence(why)} Keep this page open, or copy your text, until it is.`,
  rightsChanged: "you may no longer change this text",
  rightsRead: "Your rights changed: you can only read this now. What you wrote is not saved.",
  rightsComment: "Your rights changed: you can read and comment, but not edit. What you wrote is not saved.",
  rightsRefused: (why: string) => `${sentence(why)} What you wrote is not saved.`,
  copyYours: "Copy your text",
  suggestInstead: "Suggest it instead",
  discard: "Discard",
  unshared: "This canvas is no longer shared with you",
  unsharedNext: (owner: string, title: string) =>
    owner === ""
      ? `“${short(title)}” is not yours to see any more.`
      : `“${short(title)}” belongs to ${short(owner)}. Ask ${short(owner)} to share it again if you need it.`,
  unsharedWords: "You wrote this here, and it was never saved:",
  suggestChanges: "Suggest changes",
  suggest: "Suggest",
  tryAgain: "Try again",
  memoryOnly: "Kept only while this chat is open",
  storageFull:
    "this browser has no more room for canvases, and there is no server to save to. Copy or download the text (under More), then close other canvases or free some of the browser's storage and try again.",
  recoverFull:
    "This browser keeps changes of yours to this canvas that are not saved on the server, and has no room to bring them back. Free some of the browser's storage, then reload.",
  noStorage:
    "Your browser keeps nothing for this page, and there is no server to save to. Copy your text before you close this conversation.",
  cleaned: (number: number) =>
    `${count(number, "character")} that no document can hold (from what you pasted) ${number === 1 ? "was" : "were"} replaced by �.`,
  history: "History",
  historyElsewhere: "Another canvas stands here now: choose the version again.",
  historyNoServer: "The history is kept on the server, which this program does not let a canvas reach.",
  copyMarkdown: "Copy as markdown",
  copyRichText: "Copy as rich text",
  download: "Download .md",
  downloadMarked: "Download with suggestions and comments",
  copied: "Copied",
  copyFailed: "The browser did not allow copying. Select the text and copy it by hand.",
  downloadCopied: "This program cannot save files. The markdown was copied instead.",
  feedbackOpen: "See what will be sent",
  feedbackTitle: (assistant: string) => `What ${assistant} will get`,
  feedbackNext: "Exactly what stands here, and nothing else:",
  toldTitle: "How far each of it has come",
  edits: (number: number) => count(number, "edit"),
  interactions: (number: number) => count(number, "action"),
  comments: (number: number) => count(number, "comment"),
  suggestions: (number: number) => count(number, "suggestion"),
  conflicts: (number: number) => count(number, "conflict"),
  decisions: (number: number) => count(number, "decision"),
  suggestionsOrConflicts: (number: number) =>
    number === 1 ? "1 suggestion or conflict" : `${number.toLocaleString("en")} suggestions or conflicts`,
  statusChange: "Other changes",
  send: (assistant: string) => `Send to ${assistant}`,
  sending: "Sending…",
  statusNotChanged: (why: string) => `The status was not changed: ${sentence(why)} Try again in a moment.`,
  sendNotSaved: (why: string) =>
    `Nothing was sent, because your text could not be saved: ${sentence(why)} Try again in a moment.`,
  sendMovedTitle: "The text has changed",
  sendMoved: "The text has just changed. Nothing is sent yet: read what changed, then send.",
  sendChanged: "The text has changed since you opened this. Nothing is sent yet: read what changed, then send.",
  sendThis: "Send with this text",
  askMoved:
    "Nothing was asked: the passage has changed meanwhile. Select it again; your words are kept for the next ask.",
  pending: (assistant: string) => `Not yet with ${assistant}`,
  unread: "No assistant has read this yet",
  anAssistant: "an assistant",
  kept: (assistant: string) => `Kept until ${assistant} reads it`,
  wholeText: "The whole text",
  offered: (assistant: string) => `Passed on to ${assistant}`,
  seen: (assistant: string) => `Seen by ${assistant}`,
  prompt: (id: string, version: number) => `Review my edits on canvas ${id} (v${version})`,
  promptTitle: (assistant: string) => `Tell ${assistant} yourself`,
  promptNext: "This program takes no messages from a canvas. Copy the words below into the conversation.",
  asked: "Asked the host",
  copyInstead: "Copy instead",
  promptAsked:
    "This program has not answered yet; it may be asking you. To wait no longer, copy the words below into the conversation.",
  promptRefused: (why: string) =>
    `The message was not sent: ${sentence(why)} Copy the words below into the conversation instead.`,
  copy: "Copy",
  stopped: "Stopped",
  keepText: "Keep this text",
  keepCopy: "Keep a copy",
  keeping: "Keeping…",
  keepFailed: (why: string) => `It could not be kept: ${sentence(why)}`,
  stoppedUpdate: "Stopped. The document stands as it was.",
  refused: (assistant: string) =>
    `This text could not be saved as ${startsWithCapital(assistant)} sent it. ${startsWithCapital(assistant)} was told why and can try again.`,
  refusedKeep: "Keep a copy, if you want it as it stands.",
  refusedUpdate: (assistant: string) =>
    `${startsWithCapital(assistant)} tried a change that could not be made. Your document is as it was, and ${assistant} was told why.`,
  details: "Details",
  unknownCanvas: "The server does not know this canvas any more. This is the text from the conversation.",
  unreachableCanvas:
    "The server cannot be reached. This is the text from the conversation, which may be older than the newest; read-only until the server is back.",
  partialHost:
    "This program passes on only part of what a canvas needs, so your changes are kept in this browser only. To keep them elsewhere, copy or download the text under More.",
  partialMissed: (assistant: string) =>
    `${startsWithCapital(assistant)} changed this canvas, and this program did not pass the new text on. What stands here is the text before that, with your changes. Ask ${assistant} for the whole text to see it.`,
  partialEdits: (assistant: string, id: string | null) =>
    `This is what ${assistant} changed${id === null ? "" : ` in canvas ${id}`}. The text itself is safe, but this program does not pass it on: look further up in the conversation, or ask ${assistant} for the whole text.`,
  partialText: (assistant: string) =>
    `This is the text as ${assistant} wrote it. This program passes on too little for it to be edited here: ask ${assistant} for it again, or copy it.`,
  partialNothing: (assistant: string, id: string | null) =>
    `${id === null ? "The text" : `The text of canvas ${id}`} is safe, but this program does not pass it on. Ask ${assistant} for the whole text.`,
  followed: (assistant: string, version: number) =>
    `This is the newest text, v${version}. ${startsWithCapital(assistant)} wrote it further down.`,
  maybeOlder: (time: string) => `This is the text of ${time}. It may be older than the newest.`,
  maybeOlderUndated: "This is the text from the conversation. It may be older than the newest.",
  supersededPublished: (title: string, id: string, version: number) =>
    `Canvas "${title}" (${id}): this view is superseded by v${version}. Call read_canvas for the current text and feedback.`,
  putBack:
    "The server has an older copy of this canvas than the one that stood here: a backup was probably put back. What stood here was kept and is saved again.",
  recovered: "Your unsaved text was brought back.",
  statusNotTaken: (status: string) =>
    `“${status}” was set while the server was out of reach, and is not taken over: the text may be another. Read it, and set the status again.`,
  toNext: "Go to the next one",
  takeTheirs: (assistant: string) => `Take ${assistant}'s`,
  protect: "Protect",
  protectTitle: (assistant: string) => `Protect from ${assistant}'s changes`,
  protectedPassage: (quote: string) => `Protected: ${quote}`,
  protectedNow: (assistant: string) => `Protected from ${assistant}'s changes`,
  unprotect: "Unprotect",
  suggestOnly: (assistant: string) => `${startsWithCapital(assistant)} suggests instead of changing`,
  suggestMine: "Suggest my edits",
  suggestOnlyOn: (assistant: string) => `${startsWithCapital(assistant)} only suggests`,
  suggestMineOn: "Suggesting",
  linkFailed: (url: string) => `The link could not be opened: ${url}`,
  answerLost: "This program did not pass on the server's answer.",
  toolError: (message: string) => `Something went wrong: ${sentence(message)}`,
} as const;

export const peopleWords = {
  you: "You",
  somebody: "Somebody",
  modelFor: (model: string, person: string) => `${startsWithCapital(model)}, for ${short(person)}`,
} as const;

export const roleWords: Readonly<Record<Standing, string>> = {
  owner: "Owner",
  editor: "Can edit",
  commenter: "Can comment",
  viewer: "Can view",
};

export const shareWords = {
  share: "Share",
  title: (title: string) => `Share “${short(title)}”`,
  titleOthers: (title: string) => `Who can see “${short(title)}”`,
  sharedBy: (owner: string) => `Shared by ${short(owner)}`,
  viewOnly: "View only",
  sharedToRead: (owner: string) => `${short(owner)} shares this with you to read`,
  sharedToComment: (owner: string) => `${short(owner)} shares this with you to read and comment`,
  sharedToEdit: (owner: string) => `${short(owner)} shares this with you to edit`,
  who: "E-mail, name or id",
  whoHelp: "Somebody who has signed in here before. Others can come by a link.",
  whoHelpNoLink: "Somebody who has signed in here before.",
  role: "What they can do",
  roleOf: (name: string) => `What ${short(name)} can do`,
  add: "Add",
  adding: "Adding…",
  added: (name: string) => `Shared with ${short(name)}`,
  people: "People",
  alone: "Only you can see this canvas.",
  you: (name: string) => `${short(name)} (you)`,
  byLink: "by a link",
  remove: "Remove",
  removeOne: (name: string) => `Remove ${short(name)}`,
  removed: (name: string) => `${short(name)} can no longer see this`,
  links: "Links",
  linksHelp: "Whoever opens one and signs in can do what it allows.",
  linkRole: "What whoever opens it can do",
  ends: "Ends after",
  endsAfter: (days: number | null) => (days === null ? "Never ends" : `Ends after ${count(days, "day")}`),
  create: "Create link",
  creating: "Creating…",
  newLink: "The new link",
  onlyNow: "This link is shown only now. Copy it before you close this.",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "The browser did not allow copying. The link is selected: copy it by hand.",
  linkEnds: (when: string) => `Ends ${when}`,
  linkNeverEnds: "Never ends",
  linkMade: (when: string) => `made ${when}`,
  revoke: "Revoke",
  revokeOne: (role: Role, when: string) => `Revoke the link made ${when} (${roleWords[role]})`,
  revoked: "The link no longer works",
  approvers: "Ask for approval",
  approversHelp: "Approved once everybody you ask has approved the same text.",
  approversNone: "Nobody is asked: whoever can edit can approve.",
  approversOthers: "Approved once everybody who is asked has approved the same text.",
  approvedNow: (version: number) => `Approved v${version}`,
  approvedOlder: (version: number) => `Approved an older text (v${version})`,
  waiting: "Waiting",
  approvals: "Approval",
  approve: "Approve",
  withdraw: "Withdraw my approval",
  approvedByAll: "Everybody who was asked has approved this text.",
  approvedBy: (number: number, of: number) => `Approved by ${number} of ${of}`,
  approvedBrief: (number: number, of: number) => `${number}/${of}`,
  youApproved: (version: number, others: string) => `You approved v${version} · waiting for ${others}`,
  leave: "Leave",
  leaveAsk: "Leave this canvas? You will see it again only if it is shared with you once more.",
  leaving: "Leaving…",
  stay: "Stay",
  failed: (why: string) => sentence(why),
  elsewhere: "Another canvas stands here now.",
  unreachable: (why: string) => `The server could not be asked: ${sentence(why)} Try again in a moment.`,
} as const;

export const boardWords = {
  name: "Board",
  columns: "Status",
  canvases: (number: number) => (number === 1 ? "canvas" : "canvases"),
  empty: {
    draft: "New canvases start here.",
    in_review: "Move a canvas here when it is ready to be read.",
    approved: "Canvases that you approved stand here.",
    archived: "What is done with. Nobody can change it until it is moved back.",
  } satisfies Readonly<Record<Status, string>>,
  none: "There are no canvases yet. Ask for something to be written, and it will stand here.",
  noneMatch: (query: string) => `No canvas matches “${query}”.`,
  noMatch: "Nothing here matches.",
  newest: (shown: number, total: number) =>
    `The newest ${shown.toLocaleString("en")} of ${total.toLocaleString("en")}. Search to find the others.`,
  shut: (column: string) => `Hide ${column}`,
  moveTo: "Move to…",
  moveCard: (title: string) => `Move “${title}” to…`,
  unread: "Yours, not yet read by the assistant",
  theirs: (name: string) => `${short(name)}'s`,
  sharedBy: (name: string) => `${name} shares this with you`,
  shared: "Shared",
  sharedWith: (number: number) =>
    number === 1 ? "Shared with 1 person, or by 1 link" : `Shared with ${number.toLocaleString("en")} people and links`,
  waiting: "Waiting for your review",
  waitingSince: (assistant: string, time: string) => `${startsWithCapital(assistant)} has been waiting since ${time}`,
  hint: "Enter opens. Space lifts the card, arrow keys choose a column, Space puts it down. Or press Alt and an arrow key.",
  hintReadOnly: "Enter opens. Arrow keys go to other cards.",
  lifted: (title: string, column: string) =>
    `Lifted “${title}”, in ${column}. Left and right choose a column, Space puts it down, Escape puts it back.`,
  over: (column: string) => column,
  putBack: (title: string) => `“${title}” is back where it was.`,
  moved: (title: string, column: string) => `“${short(title)}” is now in ${column}.`,
  stays: (title: string, column: string, why: string) => `“${short(title)}” stays in ${column}. ${sentence(why)}`,
  title: "Canvases",
  loading: "Loading the board…",
  search: "Search",
  refresh: "Refresh",
  back: "Back to the board",
  unreachable: (why: string) => `The server cannot be reached: ${sentence(why)} What stands here may be old.`,
  noServer: "This program lets no board reach its server: this is how it was when it was asked for.",
  openNoServer: (id: string) => `To open it, ask for canvas ${id} in the conversation.`,
  stopped: "Stopped before the board was there. Ask for it again.",
  otherStore: "The canvases of this board are not there any more. Ask for the board again.",
  lost: "The board did not come with this conversation. Ask for it again.",
  moveFailed: (why: string) => `The server could not be asked: ${sentence(why)} Try again in a moment.`,
  approve: (title: string, version: number) => `Approve “${title}” (v${version})`,
  undo: "Undo",
  open: "Open",
  tryAgain: "Try again",
} as const;

export const editorWords = {
  showAll: "Show all",
  showAllOf: (characters: number) => `Show all of this long text, ${count(characters, "more character")}`,
  clipped: (characters: number) => `… ${count(characters, "more character")} without a break `,
  name: "Document text",
  howToLeave: "Markdown. Press Escape, then Tab, to leave the editor.",
  tabHint: "To leave the text: Esc, then Tab",
  placeholder: "Write, or ask the assistant to begin…",
  toolbar: "Formatting",
  bold: "Bold",
  italic: "Italic",
  strike: "Strikethrough",
  heading: "Heading",
  headings: ["Text", "H1 heading", "H2 heading", "H3 heading"],
  bulletList: "Bulleted list",
  numberedList: "Numbered list",
  taskList: "Task list",
  quote: "Quote",
  table: "Table",
  code: "Code",
  link: "Link",
  undo: "Undo",
  redo: "Redo",
  find: "Find and replace",
  comment: "Comment",
  findPanel: {
    title: "Find and replace",
    find: "Find",
    replace: "Replace with",
    next: "Next match",
    previous: "Previous match",
    matchCase: "Match case",
    wholeWords: "Whole words",
    replaceOne: "Replace",
    replaceAll: "Replace all",
    all: "All",
    close: "Close",
    none: "No matches",
    count: (at: number, of: number, more: boolean) =>
      at === 0 ? `${of}${more ? "+" : ""} ${of === 1 ? "match" : "matches"}` : `${at} of ${of}${more ? "+" : ""}`,
    /** Spoken by the editor while it searches; its own keys, our words. */
    phrases: {
      "current match": "current match",
      "replaced $ matches": "replaced $ matches",
      "replaced match on line $": "replaced match on line $",
      "on line": "on line",
      "Control character": "Control character",
      "Selection deleted": "Selection deleted",
    },
  },
  split: {
    write: "Editor",
    read: "Preview",
    divider: "Divider between editor and preview",
    dividerHelp: "Arrow keys move it, Enter centres it.",
  },
} as const;

export const previewWords = {
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Select the code and copy it",
  copyCode: "Copy code",
  codeIn: (language: string) => (language ? `Code, ${language}` : "Code"),
  tableOf: (columns: string) => (columns ? `Table: ${columns}` : "Table"),
  task: "Task",
  details: "Details",
  htmlComment: "HTML comment",
  alerts: { note: "Note", tip: "Tip", important: "Important", warning: "Warning", caution: "Caution" },
  loadImage: (host: string) => `Load image from ${host}`,
  imageFailed: "This image cannot be shown here.",
  imageUnencrypted: "This image is not loaded: its address is unencrypted (http).",
  openImage: "Open image",
  footnote: (number: number) => `Note ${number}`,
  showAll: "Show all",
  showAllOf: "Show all of this long text",
  clippedText: "A very long text without a break. Only its start is shown.",
  longText: "A very long text without a break, shown in lines of 1,000 characters.",
  backToFootnote: (name: string) => `Back to note ${name} in the text`,
};

export const blockWords = {
  label: "Interactive block",
  named: (title: string) => `Interactive block: ${title}`,
  page: (title: string) => `${title === "" ? "Interactive block" : title}. Press Escape twice to leave it.`,
  run: "Run this block",
  stop: "Stop",
  source: "Source",
  changed: "The block has changed. Run it again?",
  silent: "This block does not respond.",
  ended: {
    left: "The block tried to leave this page and was stopped.",
    refused: "This host does not let blocks run.",
    flood: "The block sent too much at once and was stopped.",
    focus: "The block took the keyboard while you were typing, and was stopped.",
  },
  ignored: {
    unpressed: "The block tried to send something that nobody pressed. It was not sent.",
    action: "The block sent something without saying what. It was not passed on.",
    element: "The block sent a name that cannot be read. It was not passed on.",
    data: "The block sent data that cannot be passed on.",
    tooLong: "The block sent more than can be passed on.",
    fast: "The block sends faster than can be passed on. Some of it was left out.",
    link: "A block cannot open links.",
  },
  told: (what: string, state: "waiting" | "saved" | "offered" | "seen", assistant: string) => {
    const states = {
      waiting: "Saving…",
      saved: `Not yet with ${assistant}`,
      offered: `Passed on to ${assistant}`,
      seen: `Seen by ${assistant}`,
    };
    return `${what} · ${states[state]}`;
  },
} as const;

export const unseenWords = {
  hidden: (number: number) => count(number, "hidden part"),
  show: "Show",
  hide: "Hide",
  list: "Parts of the text that reading it does not show",
  line: (number: number) => `Line ${number.toLocaleString("en")}`,
  more: (number: number) => `and ${number.toLocaleString("en")} more`,
  kinds: {
    address: "Address",
    title: "Title",
    refused: "Refused address",
    definition: "Link definition",
    unused: "Unused link definition",
    remark: "Hidden remark",
    cells: "Surplus cells",
    fence: "Code fence",
    htmlComment: "HTML comment",
    characters: "Unseen characters",
  },
  several: (number: number) => `${number.toLocaleString("en")} UNSEEN`,
  character: (name: string, code: number, number: number) =>
    `${number === 1 ? "" : `${number.toLocaleString("en")} × `}${name} (U+${code.toString(16).toUpperCase().padStart(4, "0")})`,
  tags: (number: number, spelled: string) => `${count(number, "tag character")} that spell “${spelled}”`,
  notFollowed: (address: string) => `Not followed from here: ${address}`,
} as const;

const YOU = "You";
/** Fewer words than these may have gone as well by being written anew. */
const FEW_WORDS = 10;

export const historyWords = {
  title: "History",
  versions: "Versions",
  version: (version: number) => `v${version}`,
  now: "Now",
  you: YOU,
  by: (who: string, when: string) => `${who} · ${when}`,
  wordsAdded: (number: number) => `+${number.toLocaleString("en")}`,
  wordsRemoved: (number: number) => `−${number.toLocaleString("en")}`,
  wordChanges: (added: number, removed: number) =>
    added === 0 && removed === 0
      ? "No words changed"
      : `${count(added, "word")} added, ${count(removed, "word")} removed`,
  compareWith: "Compare with",
  compareNothing: "Nothing, just read",
  comparePrevious: (version: number) => `v${version}, the one before`,
  rendered: "Rendered",
  source: "Source",
  view: "View",
  compareOutcome: (version: number, isHead: boolean) =>
    isHead ? `v${version}, the text now` : `v${version}, as it ended`,
  outcome: (version: number, isHead: boolean) => (isHead ? `v${version} as it is now` : `v${version} as it ended`),
  compared: (from: string, to: string) => `What changed from ${from} to ${to}`,
  reading: (name: string) => `The text of ${name}`,
  notHere: (version: number) => `v${version} is not kept in this browser any more.`,
  /** `time`: of a text that stood inside the version. */
  place: (version: number, time: string | null) => (time === null ? `v${version}` : `v${version} at ${time}`),
  points: (number: number) => count(number, "earlier state"),
  pointsOf: (version: number) => `Earlier states of v${version}`,
  /** `number`: without the version itself, which they lead to. */
  moments: (number: number, version: number) => `${count(number, "state")} inside v${version}`,
  moment: (time: string, reason: string | undefined) => (reason === undefined ? time : `${time} · ${reason}`),
  momentBefore: "The state before",
  momentAfter: "The state after",
  momentsFailed: (why: string) => `The states inside this version could not be loaded: ${why}`,
  pointReason: (reason: PointReason, who: string, lost: number) => {
    const name = who === YOU ? "you" : who;
    switch (reason) {
      case "removal":
        return lost < FEW_WORDS ? "Before a large deletion" : `Before ${count(lost, "word")} were removed`;
      case "rest":
        return `When ${name} paused`;
      case "left":
        return `When ${name} left`;
      case "interval":
        return `While ${name} ${name === "you" ? "were" : "was"} writing`;
    }
  },
  same: "These two versions have the same text.",
  sameRendered: "These read the same. Only the source differs:",
  /** What the rendering does not show, where it changed. */
  hidden: { fence: "Code fence", cells: "Surplus cells", unused: "Unused link definition", remark: "Hidden remark" },
  otherEnds: (number: number) => `${count(number, "line")} with another line break`,
  otherEnd: "Another line break",
  unchangedBlocks: (number: number) => `Show ${count(number, "unchanged block")}`,
  unchangedLines: (number: number) => `Show ${count(number, "unchanged line")}`,
  added: "added",
  removed: "removed",
  restore: "Restore this version",
  restorePoint: "Restore this state",
  restoreAsk: (version: number, head: number, time: string | null) =>
    `Restore ${time === null ? `v${version}` : `v${version} as it was at ${time}`}? Its text becomes v${head + 1}. Nothing is deleted: v${head} stays in the history.`,
  restoreYes: (version: number, time: string | null = null) =>
    time === null ? `Restore v${version}` : `Restore v${version} at ${time}`,
  restoreMoved: "The text has changed meanwhile.",
  restoreChanged: (who: string, added: number, removed: number) =>
    `${who} since you opened the history: ${count(added, "new word")}, ${removed.toLocaleString("en")} gone. Restoring replaces this too.`,
  changedBy: (assistant: string) => `${startsWithCapital(assistant)} changed the text`,
  changedBySomebody: "The text has changed",
  restoreStays: (head: number) => `v${head} stays in the history.`,
  restored: (name: string) => `Restored ${name}.`,
  undo: "Undo",
  restoring: "Restoring…",
  cancel: "Cancel",
  loading: "Loading…",
  failed: (why: string) => `This could not be loaded: ${why}`,
  restoreFailed: (why: string) => `It could not be restored: ${why}`,
  tryAgain: "Try again",
  more: "Show older versions",
  /** Empty: all of them are there, and stay. */
  forgotten: (oldest: number, kept: number | null) =>
    [
      ...(oldest > 1 ? [`Versions before v${oldest} are not kept any more.`] : []),
      ...(kept === null
        ? []
        : [`This server keeps the newest versions of each canvas, at least ${kept.toLocaleString("en")}.`]),
    ].join(" "),
  back: "All versions",
  empty: "This is the first version. Every later one will stand here.",
  line: (number: number) => `line ${number}`,
} as const;

export const commentWords = {
  title: "Comments",
  open: (number: number) => (number === 0 ? "Comments" : count(number, "comment")),
  close: "Close comments",
  add: "Comment",
  addOn: "Comment on the selected text",
  tools: "Selected text",
  toolsHow: "Text selected. Press F10 for what you can do with it.",
  addOnDocument: "Comment on the whole document",
  newOn: (quote: string) => `New comment on “${quote}”`,
  newOnDocument: "New comment on the whole document",
  newReply: "Reply",
  editing: "Edit comment",
  placeholder: "Add a comment…",
  replyPlaceholder: "Reply…",
  send: "Comment",
  sendReply: "Reply",
  saveEdit: "Save",
  cancel: "Cancel",
  tooLong: (over: number) => `${count(over, "character")} too many`,
  sendKey: (mac: boolean) => (mac ? "⌘↵ sends" : "Ctrl+Enter sends"),
  you: "You",
  edited: "edited",
  deletedBody: "This comment was deleted.",
  onDocument: "On the whole document",
  thread: (who: string, quote: string) => (quote === "" ? `Comment by ${who}` : `Comment by ${who} on “${quote}”`),
  reply: "Reply",
  resolve: "Resolve",
  reopen: "Reopen",
  edit: "Edit",
  delete: "Delete",
  more: "More",
  replies: (number: number) => count(number, "reply", "replies"),
  showAll: "Show all",
  showLess: "Show less",
  addressedIn: (version: number) => `Addressed in v${version}`,
  seeChange: "See the change",
  resolved: "Resolved",
  orphaned: "Its text is gone",
  orphanedGroup: "Their text is gone",
  inText: "In the text",
  attach: "Attach to selection",
  attachStart: "Attach to text",
  attachHere: "Attach here",
  attachHow: "Select the passage it belongs to, then attach it.",
  attachTo: (body: string) => `Select the text for “${body}”, then press Attach here.`,
  waiting: (assistant: string) => `Waiting for ${assistant}'s answer`,
  answered: (assistant: string) => `${startsWithCapital(assistant)} answered your question`,
  showAnswer: "Show",
  next: "Next comment",
  previous: "Previous comment",
  filter: "Show",
  filters: {
    all: "All",
    open: "Open",
    addressed: "Addressed",
    resolved: "Resolved",
    orphaned: "Text gone",
  },
  filtered: (filter: string, number: number) => `${filter}: ${count(number, "comment")}`,
  none: {
    all: "No comments yet. Select some text and press Comment.",
    open: "No open comments.",
    addressed: "Nothing has been addressed yet.",
    resolved: "Nothing has been resolved yet.",
    orphaned: "Every comment has its text.",
  },
  allResolved: (number: number) =>
    number === 1 ? "The one comment here is resolved." : `All ${number} comments are resolved.`,
  showResolved: "Show resolved",
  noComments: "No comments here",
  stepped: (at: number, of: number, quote: string) => `Comment ${at} of ${of}${quote === "" ? "" : `, on “${quote}”`}`,
  deleted: "Comment deleted",
  undo: "Undo",
  done: {
    add: "Comment added",
    reply: "Reply added",
    edit: "Comment changed",
    delete: "Comment deleted",
    undelete: "Comment is back",
    resolve: "Comment resolved",
    reopen: "Comment reopened",
    attach: "Comment attached to the selected text",
  },
  marker: (number: number, first: string) => `${count(number, "comment")} here: ${first}`,
} as const;

export const readingWords = {
  outline: "Outline",
  closeOutline: "Close outline",
  noHeadings: "No headings yet. Start a line with # to make one.",
  noTitle: "(no title)",
  sectionWords: (number: number) => count(number, "word"),
  read: (share: number) => `${Math.round(share * 100)} % read`,
} as const;

/** Keys in CodeMirror's notation; two that follow each other stand apart. */
export const shortcutWords = {
  title: "Keyboard shortcuts",
  everywhere: "Everywhere",
  everywhereKeys: [
    ["F2", "Read or write"],
    ["Shift-F2", "Side by side, or read"],
    ["Mod-z", "Undo"],
    ["Mod-Shift-z", "Redo"],
    ["Mod-Alt-m", "Comment on selection"],
    ["F10", "Go to the tools of the selection: comment, protect, ask"],
    ["Mod-s", "Save now"],
    ["F7 Shift-F7", "Next, previous change"],
    ["F8 Shift-F8", "Next, previous comment"],
    ["F9 Shift-F9", "Next, previous decision"],
    ["Escape", "Close what is open"],
  ],
  editing: "While editing",
  editorKeys: [
    ["Tab Shift-Tab", "Indent, outdent; in a table: next, previous cell"],
    ["Enter", "On an empty item: leave the list or the quote"],
    ["F3", "Next match"],
    ["Escape Tab", "Leave the text: one key after the other"],
  ],
  fields: "In a comment or a note",
  fieldKeys: [
    ["Mod-Enter", "Send it"],
    ["Escape", "Leave it"],
  ],
} as const;

/** Why what was done in a block is sent to nobody. */
export const interactWords = {
  notOpen: "The canvas is not open. Nothing was sent.",
  archived: "This canvas is archived. Reopen it to send what you do here.",
  readOnly: "You can only read this canvas. Nothing is sent.",
  tooManyWaiting: "Too much waits to be saved. This was not sent: try again once it says Saved.",
};

export const askWords = {
  button: (assistant: string) => `Ask ${assistant}`,
  title: (assistant: string) => `Ask ${assistant} about the selected text`,
  own: (assistant: string) => `A question or a wish for ${assistant}`,
  placeholder: "Ask a question, or say what to change…",
  ask: "Ask",
  keep: "Keep this for next time",
  ready: "Kept by you",
  answers: "For an answer",
  changes: "For a change",
  forget: (name: string) => `Forget “${name}”`,
  questions: [
    { name: "Explain", question: "What does this mean? Explain it in plain words." },
    { name: "Check", question: "Is this right? Say what is wrong, unclear or unsupported." },
  ],
  wishes: [
    { name: "Shorten", wish: "Make it shorter and keep what it says" },
    { name: "Expand", wish: "Say more, with the detail that a reader would miss" },
    { name: "Simplify", wish: "Say it in simpler words" },
    { name: "Fix", wish: "Fix spelling, grammar and style, and change nothing else" },
  ],
} as const;

export const changeWords = {
  title: (assistant: string) => `What ${assistant} changed`,
  titleOthers: "What others changed",
  changedBy: (names: string) => `Changed by ${names}`,
  places: (assistant: string, number: number) => `${startsWithCapital(assistant)} changed ${count(number, "place")}`,
  /** On a phone, where the marks beside the text say whose they are. */
  brief: (number: number) => count(number, "change"),
  added: (number: number) => `+${number.toLocaleString("en")}`,
  removed: (number: number) => `−${number.toLocaleString("en")}`,
  unit: "words",
  hidden: (number: number) => count(number, "hidden change"),
  at: (at: number, of: number) => `${at} of ${of}`,
  previous: "Previous change",
  next: "Next change",
  compare: "Compare",
  compared: "The text with what it was before",
  undo: "Undo",
  undoThis: "Undo this change",
  done: "Got it",
  gone: (words: string) => `Taken out: ${words}`,
} as const;

/** What bars are called while another one has the line. */
export const barWords = {
  archived: "Archived",
  followed: "Newest text",
  unsure: "Maybe older",
} as const;

/** A few words of a passage, for a name on a button. */
const fewWords = (text: string): string => {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length <= 40 ? line : `${line.slice(0, 39).replace(/[\uD800-\uDBFF]$/, "")}…`;
};

export const proposalWords = {
  title: "Suggestions and conflicts",
  conflicts: (number: number) => `${count(number, "conflict")}: you both changed the same words`,
  suggestions: (assistant: string, number: number) => `${count(number, "suggestion")} from ${assistant}`,
  conflictsOf: (number: number) => `${count(number, "conflict")}: several people changed the same words`,
  ownSuggestions: (number: number) => `${count(number, "suggestion")} of yours`,
  at: (at: number, of: number) => `${at} of ${of}`,
  previous: "Previous",
  next: "Next",
  inText: "Show in the text",
  acceptAll: "Accept all",
  rejectAll: "Reject all",
  bothChanged: "Conflict: you both changed this",
  justChanged: "This has just changed",
  suggestsOther: (title: string) => `${title} · just changed`,
  suggests: (assistant: string) => `${startsWithCapital(assistant)} suggests`,
  youSuggest: "You suggest",
  yours: "Yours, in the text now",
  theirs: (assistant: string) => `${startsWithCapital(assistant)}'s`,
  otherText: "The other text",
  changedBy: (names: string) => `Conflict: ${names} changed this`,
  inForce: "In the text now",
  inForceOf: (name: string) => `${name}'s, in the text now`,
  yoursOffered: "Yours",
  keepText: "Keep the text",
  takeMine: "Take mine",
  nothing: "(nothing)",
  gone: "The words it was about are gone. Accepted, it is put in here.",
  offerOf: (who: string, was: string, text: string) =>
    was === ""
      ? `${who}: put in “${fewWords(text)}”`
      : text === ""
        ? `${who}: take out “${fewWords(was)}”`
        : `${who}: “${fewWords(text)}” for “${fewWords(was)}”`,
  acceptOne: (text: string) => (text === "" ? "Accept the cut" : `Accept “${fewWords(text)}”`),
  rejectOne: (text: string) => (text === "" ? "Reject the cut" : `Reject “${fewWords(text)}”`),
  withdrawOne: (text: string) => (text === "" ? "Withdraw the cut" : `Withdraw “${fewWords(text)}”`),
  keepMine: "Keep mine",
  takeTheirs: (assistant: string) => `Take ${assistant}'s`,
  keepBoth: "Keep both",
  accept: "Accept",
  reject: "Reject",
  withdraw: "Withdraw",
  edit: "Edit first",
  editText: "The text to use",
  useText: "Use this text",
  cancel: "Cancel",
  undo: "Undo",
  done: {
    keep: "You kept your text.",
    take: (assistant: string) => `You took ${assistant}'s text.`,
    both: "You kept both texts.",
    accept: (number: number) => (number === 1 ? "Accepted." : `${count(number, "suggestion")} accepted.`),
    reject: (number: number) => (number === 1 ? "Rejected." : `${count(number, "suggestion")} rejected.`),
    edit: "Settled in your words.",
  },
  notDecided: (number: number, own: readonly string[]) =>
    `${number === 1 ? "This has" : "These have"} changed since you saw ${number === 1 ? "it" : "them"}, so nothing was decided. Read what stands there now, then decide again.${own.map((text) => ` Your words: “${text}”`).join("")}`,
  takenBack: "Taken back. It stands in the text again.",
  madeAgain: "Decided again.",
  undoSuggesting: "Switch off “Suggest my edits” to take this decision back.",
} as const;
