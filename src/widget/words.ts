import type { Status } from "../core/document/records.ts";

/** Every word on screen. Sentence case, short, human; an error says what happened and what to do. */
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
  [/cursor/i, "Cursor"],
  [/goose/i, "Goose"],
];
export function assistantName(hostName: string | undefined): string {
  return ASSISTANTS.find(([pattern]) => hostName !== undefined && pattern.test(hostName))?.[1] ?? "the assistant";
}

export const startsWithCapital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

export const shellWords = {
  untitled: "Untitled",
  connecting: "Connecting…",
  connectFailed: "This canvas could not connect to the program around it.",
  connectFailedNext: "Reload the conversation to try again.",
  idle: "A document will appear here",
  idleNext: "Ask for something to be written, and it will stream in here.",
  emptyDocument: "This document is empty",
  emptyDocumentNext: "Press Edit and start writing.",
  writing: (assistant: string) => `${startsWithCapital(assistant)} is writing…`,
  editingPlace: (assistant: string) => `${startsWithCapital(assistant)} is editing…`,
  settling: "Finishing…",
  region: "Writing canvas",
  documentLabel: (title: string) => title,
  edit: "Edit",
  done: "Done",
  expand: "Expand",
  collapse: "Collapse",
  more: "More",
  close: "Close",
  cancel: "Cancel",
  save: "Save",
  rename: "Rename",
  titleLabel: "Title",
  version: (version: number) => `v${version}`,
  words: (words: number) => count(words, "word"),
  status: "Status",
  changedSinceApproval: "Changed since approval",
  approveTitle: "Approve this version",
  approveNext: "You approve the text exactly as it stands now. Later changes will be marked.",
  approveNote: "Note (optional)",
  approve: "Approve",
  approveMoved: "The text changed while you were approving. Look at it once more, then approve.",
  approveConflicts: "Settle what you both changed first, then approve.",
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
  failedKept: (why: string) => `The server did not take your last change: ${why} Your text is kept in this browser.`,
  failedNotKept: (why: string) =>
    `Your last change is not saved: ${why} Keep this page open, or copy your text, until it is.`,
  tryAgain: "Try again",
  noStorage:
    "Your browser keeps nothing for this page, and there is no server to save to. Copy your text before you close this conversation.",
  unreachableNoStorage: (why: string) =>
    `The server cannot be reached (${why}), and this browser keeps nothing for this page. Keep this page open: it tries again by itself.`,
  storageFull: "This browser's storage is full. Your text is saved on the server, but not kept here.",
  cleaned: (number: number) =>
    `${count(number, "character")} that no document can hold (from what you pasted) ${number === 1 ? "was" : "were"} replaced by �.`,
  history: "History",
  historyNoServer: "The history is kept on the server, which this program does not let a canvas reach.",
  copyMarkdown: "Copy as markdown",
  copyRichText: "Copy as rich text",
  download: "Download .md",
  copied: "Copied",
  copyFailed: "The browser did not allow copying. Select the text and copy it by hand.",
  downloaded: "Downloaded",
  downloadCopied: "This program cannot save files. The markdown was copied instead.",
  feedbackOpen: "See what will be sent",
  feedbackTitle: (assistant: string) => `What ${assistant} will get`,
  feedbackNext: "Exactly this text, and nothing else.",
  edits: (number: number) => count(number, "edit"),
  comments: (number: number) => count(number, "comment"),
  decisions: (number: number) => count(number, "decision"),
  nothingToSend: "Nothing to send",
  statusChange: "Other changes",
  send: (assistant: string) => `Send to ${assistant}`,
  sending: "Sending…",
  sendNotSaved: (why: string) =>
    `Nothing was sent, because your text could not be saved: ${why} Try again in a moment.`,
  pending: "Not sent yet",
  offered: (assistant: string) => `Sent to ${assistant}`,
  seen: (assistant: string) => `Seen by ${assistant}`,
  prompt: (id: string, version: number) => `Review my edits on canvas ${id} (v${version})`,
  promptTitle: (assistant: string) => `Tell ${assistant} yourself`,
  promptNext: "This program takes no messages from a canvas. Copy the line below into the conversation.",
  promptRefused: (why: string) => `The message was not sent: ${why} Copy the line below into the conversation instead.`,
  copy: "Copy",
  stopped: "Stopped",
  keepText: "Keep this text",
  keepCopy: "Keep a copy",
  keeping: "Keeping…",
  keepFailed: (why: string) => `It could not be kept: ${why}`,
  stoppedUpdate: "Stopped. The document stands as it was.",
  refused: (assistant: string) => `The server did not take what ${assistant} wrote.`,
  unknownCanvas: "The server does not know this canvas any more. This is the text from the conversation.",
  unreachableCanvas:
    "The server cannot be reached. This is the text from the conversation, read-only until it is back.",
  newer: "Newer version",
  editHere: "Edit here",
  supersededPublished: (title: string, id: string, version: number) =>
    `Canvas "${title}" (${id}): this view is superseded by v${version}. Call read_canvas for the current text and feedback.`,
  recovered: "Your unsaved text was brought back.",
  merged: (assistant: string) => `${startsWithCapital(assistant)} changed this document too. Both are in the text.`,
  updated: (version: number) => `Updated to v${version}`,
  conflicts: (number: number) => count(number, "conflict"),
  conflictsTitle: "You both changed this",
  conflictParagraph: "You both changed this paragraph",
  suggestions: (number: number) => count(number, "suggestion"),
  yours: "Yours, in the text now",
  theirs: (assistant: string) => `${startsWithCapital(assistant)}'s`,
  nothingThere: "(nothing)",
  keepMine: "Keep mine",
  takeTheirs: (assistant: string) => `Take ${assistant}'s`,
  keepBoth: "Keep both",
  linkFailed: (url: string) => `The link could not be opened: ${url}`,
  toolError: (message: string) => `Something went wrong: ${message}`,
} as const;

export const words = {
  preview: {
    copy: "Copy",
    copied: "Copied",
    copyFailed: "Select the code and copy it",
    copyCode: "Copy code",
    codeIn: (language: string) => (language ? `Code, ${language}` : "Code"),
    tableOf: (columns: string) => (columns ? `Table: ${columns}` : "Table"),
    task: "Task",
    loadImage: (host: string) => `Load image from ${host}`,
    imageFailed: "This image cannot be shown here.",
    openImage: "Open image",
    backToFootnote: (name: string) => `Back to note ${name} in the text`,
  },
} as const;

export const editorWords = {
  name: "Document text",
  howToLeave: "Markdown. Press Escape, then Tab, to leave the editor.",
  placeholder: "Write, or ask the assistant to begin…",
  toolbar: "Formatting",
  bold: "Bold",
  italic: "Italic",
  strike: "Strikethrough",
  heading: "Heading",
  headings: ["Text", "Heading 1", "Heading 2", "Heading 3"],
  bulletList: "Bulleted list",
  numberedList: "Numbered list",
  taskList: "Task list",
  quote: "Quote",
  code: "Code",
  link: "Link",
  undo: "Undo",
  redo: "Redo",
  find: "Find and replace",
  comment: "Comment",
  replacedCharacters: (count: number) =>
    count === 1
      ? "One character that cannot be kept was replaced by \uFFFD."
      : `${count} characters that cannot be kept were replaced by \uFFFD.`,
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
    write: "Write",
    read: "Preview",
    divider: "Divider between editor and preview",
    dividerHelp: "Arrow keys move it, Enter centres it.",
    comments: "Comments",
    tabs: "Editor or preview",
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
  loadImage: (host: string) => `Load image from ${host}`,
  imageFailed: "This image cannot be shown here.",
  openImage: "Open image",
  footnote: (number: number) => `Note ${number}`,
  backToFootnote: (name: string) => `Back to note ${name} in the text`,
};
