/** All words on screen of the view of a canvas. */

export const viewWords = {
  /** Of a canvas that says no title. */
  untitled: "Canvas",
  loading: "Loading the canvas…",
  stale: {
    heading: "This canvas is away for now",
    words: "Whoever provides it is not connected. It comes back here by itself; what you typed is kept.",
  },
  staleUnseen: {
    heading: "This canvas is away for now",
    words: "Whoever provides it is not connected. It appears here as soon as it is back.",
  },
  refused: {
    heading: "This canvas is not shown",
    words: (why: string): string => `${why} Nothing was loaded.`,
  },
  failed: {
    heading: "The canvas could not be loaded",
    words: (why: string): string =>
      why === "" ? "Its content could not be read." : `Its content could not be read: ${why}`,
  },
  retry: "Try again",
  ended: {
    heading: "This canvas was stopped",
    left: "It tried to lead to another page, which is not shown here.",
    flood: "It sent more messages than can be passed on.",
    silent: "It did not start. The page around it may forbid what it needs.",
    inside: "Its address leads back into the page around it.",
  },
  showAgain: "Show it again",
} as const;

/** Why an address is refused. */
export const refusalWords = {
  empty: "Its address is empty.",
  unseen: "Its address holds characters that cannot be seen.",
  long: "Its address is too long.",
  noScheme: "Its address does not say how it is loaded.",
  twoWays: "Its address can be read in two ways.",
  unreadable: "Its address cannot be read.",
  credentials: "Its address carries a user name or a password.",
  unencrypted: "Its address is not encrypted; only addresses of this machine may be so.",
  otherMachine: "Its address names a file on another machine.",
  noContent: "Its address names no content of a canvas.",
  otherCanvas: "Its address names the content of another canvas.",
  scheme: (scheme: string): string => `Addresses that begin with “${scheme}:” are not loaded.`,
} as const;

/** What is answered to a view. */
export const answerWords = {
  lost: "The connection was interrupted, and the answer may be lost. Try again.",
  notSent: "It could not be sent. Try again.",
  tooLarge: "This message is too large to be sent.",
  tooMany: "Too many requests are open.",
} as const;
