import type { Status } from "../../../core/records/canvas.ts";
import type { Role } from "../../../core/records/sharing.ts";
import type { PageCanvas, SignInProblem } from "../../../protocol/page.ts";
import type { ExportForm } from "../../../protocol/sharing.ts";
import { assistantName, audienceName, startsWithCapital } from "../../../widget/words.ts";

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

/** "a, b and c" would read as a sentence; a row of facts is read at a glance. */
const listed = (parts: readonly string[]): string => parts.join(", ");

/** Every word of the page outside the widget. Sentence case, short, human; an error says what to do. */
export const pageWords = {
  product: "Writing Canvas",
  page: "Canvases",
  loading: "Loading…",
  skip: "Skip to the canvases",
  again: "Try again",
  close: "Close",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "The browser did not allow copying. Select the text and copy it by hand.",
  unreachable: "The server cannot be reached.",
  strangerAnswers: "Another program answers at this page's address. Nothing was sent to it.",
  stranger:
    "Another program answers at this page's address. Nothing was sent to it. What you type is kept in this browser, and saved when the server is back.",
  strangerList:
    "Another program answers at this page's address. Nothing was sent to it. This list comes back by itself with the server.",
  unreadableAnswer: "The server gave an answer that this page cannot read. Reload the page.",
  untitled: "Untitled",

  newCanvas: "New canvas",
  newShort: "New",
  newRest: "canvas",
  search: "Search",
  searchLabel: "Search titles and text",
  clearSearch: "Clear the search",
  filter: "Status",
  all: "All",
  view: "View",
  asList: "List",
  asBoard: "Board",
  more: (title: string) => `More for ${title}`,
  open: "Open",
  duplicate: "Duplicate",
  archive: "Archive",
  unarchive: "Take out of the archive",
  delete: "Delete",
  showMore: "Show more",
  shown: (shown: number, total: number) => `${shown.toLocaleString("en")} of ${total.toLocaleString("en")}`,
  found: (number: number) => (number === 0 ? "Nothing found" : `${count(number, "canvas", "canvases")} found`),
  arrived: (number: number) => `Show ${number.toLocaleString("en")} new`,
  gone: "No longer here",
  kept: "Kept from a stopped write",
  version: (version: number) => `v${version}`,
  words: (words: number) => count(words, "word"),
  rowName: (title: string, status: string) => `${title}, ${status}`,
  yours: "by you",

  whose: "Whose canvases",
  whoseAll: "All",
  whoseOwn: "Mine",
  whoseShared: "Shared with me",
  binIsOwn: "The bin holds only your own canvases.",
  share: "Share…",
  notShared: "The sharing could not be read.",
  nothingShared: "Nothing is shared with you yet",
  nothingSharedNext:
    "When somebody shares a canvas with you, it appears here at once. Or open the link that they sent you.",
  leaveItem: "Remove from my list…",
  leaveTitle: (title: string) => `Remove “${title}” from your list?`,
  leaveNext: (owner: string) =>
    `It stays with ${owner} and everybody else who has it. This cannot be undone: to see it again, you need ${owner} to share it with you once more.`,
  leave: "Remove from my list",
  leaveNot: "Keep it",
  left: (title: string) => `“${title}” is no longer in your list`,
  notLeft: "It is still in your list.",

  joining: "Opening the canvas…",
  joinFailed: "This link does not work",
  joinFailedNext:
    "It may have been revoked or have ended, or a part of it is missing. Ask whoever sent it for a new one.",

  activity: "Activity",
  activityNext: "Who shared, approved, exported and deleted your canvases, and when.",
  activityFilter: "Canvas",
  activityAll: "All canvases",
  activityOf: (id: string) => `Canvas ${id}`,
  activityEmpty: "Nothing has happened yet",
  activityEmptyOf: "Nothing has happened with this canvas yet",
  activityEmptyNext: "When you, or somebody with whom you share, does one of these things, it is written down here.",
  activityFailed: "The activity could not be loaded",

  bin: "Bin",
  binNext: (days: number) => `What you delete is kept here for ${days} days.`,
  binEmpty: "The bin is empty",
  binEmptyNext: (days: number) =>
    `What you delete is kept here for ${days} days and can be brought back, with its history.`,
  binSearchNext: "In the bin, search looks in titles only.",
  binFailed: "The bin could not be loaded",
  deletedAgo: (ago: string) => `Deleted ${ago}`,
  daysLeft: (days: number) => (days > 0 ? `${count(days, "day")} left` : "Goes soon"),
  bringBackShort: "Bring back",
  purge: "Delete for good",
  purgeNot: "Keep it in the bin",
  purgeTitle: (title: string) => `Delete “${title}” for good?`,
  purgeNext: "Its text, history and comments go at once, and nothing brings them back.",
  purged: (title: string) => `“${title}” is gone`,

  nothingFound: (query: string) => `Nothing matches “${query}”`,
  nothingFoundNext: "Search looks in titles and in the text. Try fewer or other words.",
  nothingOf: (status: string) => `No canvas is ${status.toLowerCase()}`,
  nothingOfNext: "Canvases come here when their status is set, here or by your assistant.",
  nothingArchivedNext: "What you archive is kept here, out of the way. Nobody can change it until it is taken out.",
  emptyTitle: "Your first canvas is one sentence away",
  emptyNext: "Connect your assistant once, then ask it: “Write it in a canvas.” What it writes appears here at once.",
  emptyOr: "Or begin by yourself.",
  setUpClaudeCode: "Claude Code",
  setUpOthers: "Claude Desktop, Cursor and others, in their configuration",
  setUpKnown: "Or let it write the configuration: this lists the programs that it knows",
  emptyConnected: (names: string) =>
    `${names} can write here: ask for it, “Write it in a canvas.” What it writes appears here at once.`,
  listFailed: "The canvases could not be loaded",

  lockedTitle: "Open this page by a link",
  lockedNext:
    "Your canvases are private to you. A link opens this page once, and this browser stays signed in for 30 days.",
  lockedShared: "A link opens this page once, and this browser stays signed in for 30 days.",
  lockedPassing:
    "Your canvases are private to you. At this address the browser keeps nothing, so the page needs a new link each time it is opened or reloaded.",
  lockedElsewhere: (here: string) =>
    `If this browser does not find the link's address, write ${here} in place of all that stands before “/#”.`,
  usedTitle: "This link was used already",
  usedNext: "Each link opens the page once, so that nobody can use it after you. Get a new one:",
  expiredTitle: "Please sign in again",
  expiredNext: "This browser was signed in before. Nothing is lost: get a new link to go on.",
  lockedCommand: "In a terminal",
  lockedOperator: "Ask whoever runs this server for a link.",
  lockedAsk: "Or ask your assistant",
  lockedAskText: "Give me the link to my canvases.",
  lockedWaiting: "This page goes on by itself once you are in, in any tab of this browser.",
  panelTitle: "Open this canvas from the conversation",
  panelNext: "This panel shows one canvas, and the assistant beside it opens it.",
  panelUsedNext:
    "Each link opens the canvas once, so that nobody can use it after you. Open it again from the conversation.",
  panelEndedTitle: "Please open it again",
  panelEndedNext: "This panel was open before, and nothing is lost. Open it again from the conversation.",
  panelAsk: "Ask the assistant",
  panelAskText: (id: string) => `Open canvas ${id}.`,
  panelGone: "This canvas is not there any more: it was deleted, or the panel was opened for another one.",
  panelHow: "How to open it again",
  panelLostTitle: "Open it again from the conversation",
  panelLostNext:
    "Whatever served this panel may have ended, and may come back by itself: then this goes on. What you typed here stays as long as the panel is open.",
  panelMemoryOnly:
    "The program around this panel lets it keep nothing: once it is closed or reloaded, ask the assistant to open the canvas again. What you write is saved as always.",
  panelSent: "Sent. The assistant in the conversation reads it next.",
  panelShutTitle: "The canvas cannot be shown here",
  panelShutNext:
    "The program around this panel gives it no address of its own, so that it cannot reach its server. Open the canvas in your browser instead.",
  panelShutText: (id: string) => `Give me the link to canvas ${id}.`,
  signInTitle: "Sign in to Writing Canvas",
  signInAgainTitle: "Please sign in again",
  signInAgainNext: "You were signed in here before. What you typed is kept in this browser.",
  signInElsewhere: "This sign-in was begun in another browser, or was used already. Sign in here:",
  signIn: "Sign in",
  signInWith: (host: string) => `Sign in with ${host}`,
  signInGoing: "One moment…",
  signInBusy: "Signing in…",
  signInOr: "or",
  signInToken: "Token",
  signInTokenNote: "Whoever runs this server gives you one.",
  signInNoToken: "Type or paste your token.",
  signInUnsafe:
    "Signing in needs a secure address, one that begins with https://, and this is none. Ask whoever runs this server for it.",
  signInNoWay: "This server was given no way for people to sign in at its page. Whoever runs it can add one.",
  signInProblem: (problem: SignInProblem, issuer: string): string =>
    ({
      denied: "You are not signed in: it was cancelled, or you were refused. Try again.",
      late: "That took longer than ten minutes, so you are not signed in yet. Try again.",
      away: `${issuer} does not answer. Try again in a moment.`,
      failed: `${issuer} did not confirm who you are. Try again; if it stays so, tell whoever runs this server.`,
      elsewhere: "This sign-in was begun in another browser. Sign in here.",
    })[problem],
  signedInAs: (name: string) => `Signed in as ${name}`,
  signOut: "Sign out",
  notSignedOut: "You are still signed in: the server cannot be reached. Try again.",
  sessionEndedPeople: "You are no longer signed in. What you type is kept in this browser until you are.",

  entering: "Opening…",
  enterUnreachable: "The server is not there",
  enterUnreachableNext: "It may be starting, or it was stopped. This page tries again by itself. To start it:",
  enterUnreachableShared: "It may be starting, or it was stopped. This page tries again by itself.",
  memoryOnly:
    "At this address the browser keeps nothing: once you close or reload this tab, you need a new link. Your canvases are saved as always.",

  connected: "Connected",
  reconnecting: "Reconnecting…",
  lost: "The server cannot be reached. What you type is kept in this browser, and saved when it is back.",
  lostList: "The server cannot be reached. This list comes back by itself.",
  sessionEnded: "This browser is no longer signed in. What you type is kept in this browser until you are.",
  howToGetIn: "How to get in",
  howToStart: "How to start it",
  startTitle: "The server was stopped?",
  startNext: "Whatever served this page may have ended: a command, or the assistant's program. In a terminal, run:",
  startThen:
    "If it comes back at the same address, this page goes on by itself. Otherwise a new one opens, and what you typed here stays in this tab: copy it over.",
  notices: "Notices",
  theme: "Theme",
  themes: { system: "Like the system", light: "Light", dark: "Dark" },
  keys: "Keyboard",
  back: "All canvases",

  undo: "Undo",
  deleted: (title: string) => `Deleted “${title}”`,
  broughtBack: (title: string) => `“${title}” is back`,
  archived: (title: string) => `Archived “${title}”`,
  unarchived: (title: string) => `“${title}” is a draft again`,
  duplicated: (title: string) => `Made a copy of “${title}”`,
  failed: (what: string, why: string) => `${what} ${why}`,
  notDeleted: "It was not deleted.",
  notBroughtBack: "It could not be brought back.",
  notChanged: "Nothing was changed.",
  notMade: "No canvas was made.",

  canvas: "Canvas",
  opening: "Opening the canvas…",
  openFailed: "This canvas could not be opened",
  noSandbox:
    "This page was not served by Writing Canvas, so no canvas can be shown. Open it by the link that its server prints.",
  deletedHere: "This canvas was deleted. Its text is still on screen.",
  takenAway: (owner: string) =>
    `You no longer have access to this canvas: ${owner} has deleted it, or no longer shares it with you. Its text is still on screen, and nothing more is saved.`,
  bringBack: "Bring it back",
  isWaiting: (client: string | undefined) => `${startsWithCapital(assistantName(client))} is waiting for your review`,
  endsWait: "Send your changes below, or approve.",
  notApproved: "It was not approved.",
  notSavedYet: "What you changed last is not saved yet. Approve once it is.",
  closeReview: "Close without an answer",
  closedReview: (client: string | undefined) =>
    `${startsWithCapital(assistantName(client))} was told that you gave no answer.`,
  notClosed: "The review could not be closed.",
  answered: (client: string | undefined) => `${startsWithCapital(assistantName(client))} has your answer and goes on.`,
  keptConnected: (names: string) =>
    `Kept for ${names}, which is connected and gets it with your changes and comments when it next asks. To have it ask now, tell it:`,
  keptAway: (name: string) =>
    `Kept for ${name}, which is not connected now. It gets it with your changes and comments when it next asks. Start it, and tell it:`,
  keptNever: "Kept. No assistant is connected yet: the first that asks gets it, with your changes and comments.",
  keptGiven: (name: string) => `${startsWithCapital(name)} has read it.`,
  connectClaudeCode: "To connect Claude Code, run in a terminal:",
  thenTell: "Then tell it:",
  moreWays: "More ways to connect",
  connectTitle: "Connect an assistant",
  connectNext: "Once is enough: from then on it reads and writes your canvases when you ask it to.",
  emptyCanvas: "No assistant is connected yet. Write by yourself, or have one write.",
  emptyCanvasConnected: (names: string) => `${names} can write here too. Tell it:`,
  writeInto: (id: string) => `Write it in canvas ${id}.`,
  linkRefused: "This link was not opened: its address is not one for a browser.",
  widgetSilent: (doctor: string) => `The canvas does not start. Reload the page; if it stays so, run \`${doctor}\`.`,

  keysTitle: "Keyboard",
  keysSwitch: "Single-key shortcuts",
  keysSwitchNext: "Switch them off when you dictate, or when another tool needs these keys.",
} as const;

const CAN: Readonly<Record<Role, string>> = { viewer: "view", commenter: "comment", editor: "edit" };

const EXPORTED: Readonly<Record<string, string>> = {
  markdown: "as Markdown",
  html: "as a web page",
  docx: "as a Word document",
  pdf: "as a PDF",
  critic: "as Markdown with suggestions and comments",
} satisfies Readonly<Record<Exclude<ExportForm, "print" | "copy">, string>>;

/** What was done, around the title of the canvas. */
export const auditWords = {
  you: "you",
  yourself: "yourself",
  and: "and",
  comma: ",",
  with: "with",
  approved: "approved",
  approvedFirst: "; others are still asked",
  approvedLast: ", as the last of those who were asked",
  deleted: "deleted",
  forGood: "for good",
  broughtBack: "brought back",
  exported: (form: string): { readonly did: string; readonly as: string } => {
    if (form === "print") return { did: "printed", as: "" };
    if (form === "copy") return { did: "copied", as: "" };
    return { did: "exported", as: form === "" ? "" : (EXPORTED[form] ?? `as ${form}`) };
  },
  version: (version: number) => `(v${version})`,
  shared: "shared",
  whoCan: (role: Role) => `, who can ${CAN[role]}`,
  unshared: "stopped sharing",
  left: "removed",
  fromList: (isOwn: boolean) => `from ${isOwn ? "your" : "their"} list`,
  linkMade: "made a link to",
  letsPeople: (role: Role) => `that lets people ${CAN[role]}`,
  until: (time: string) => `, until ${time}`,
  linkRevoked: "revoked a link to",
  joined: "joined",
  byLink: (role: Role | null) => (role === null ? "by a link" : `by a link, and can ${CAN[role]}`),
  asked: "asked",
  toApprove: "to approve",
  askedNobody: "asked nobody any more to approve",
  other: (kind: string) => `did something else (${kind.replaceAll("_", " ")}) with`,
} as const;

/** What waits in a canvas: "1 suggestion or conflict, 3 edits and 2 comments not yet read". Empty when nothing does. */
export function feedbackWords({ newEdits, newComments, openProposals }: PageCanvas): string {
  const unread = [
    ...(newEdits > 0 ? [count(newEdits, "edit")] : []),
    ...(newComments > 0 ? [count(newComments, "comment")] : []),
  ];
  return listed([
    ...(openProposals > 0
      ? [
          openProposals === 1
            ? "1 suggestion or conflict"
            : `${openProposals.toLocaleString("en")} suggestions or conflicts`,
        ]
      : []),
    ...(unread.length > 0 ? [`${unread.join(" and ")} not yet read`] : []),
  ]);
}

export const keyWords: readonly (readonly [keys: readonly string[], does: string])[] = [
  [["↓", "↑", "j", "k"], "Go through the list"],
  [["Enter"], "Open"],
  [["n"], "New canvas"],
  [["d"], "Duplicate"],
  [["e"], "Archive, or take out of the archive"],
  [["#", "Delete"], "Delete"],
  [["Ctrl Z"], "Undo the last of these"],
  [["/"], "Search"],
  [["v"], "List or board"],
  [["?"], "These keys"],
  [["Esc"], "Back"],
];

/** "Claude", "Claude and Cursor", "Claude, Cursor and 2 more": those that are connected, by names that people know. */
export function connectedWords(clients: readonly string[]): string {
  const names = [...new Set(clients.map((client) => startsWithCapital(audienceName(client, "the assistant"))))];
  const [first = "", second, ...more] = names;
  if (second === undefined) return first;
  return more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${more.length} more`;
}

export const filterStatuses: readonly Status[] = ["draft", "in_review", "approved", "archived"];
