/**
 * A canvas in the words of the wire, as releases before this one wrote it to stores, to browsers and to widgets, the keys in
 * their order: what is read must be written again to the byte.
 */
export const WIRE_CONTENT = "# Plan\n\nOpening part here.\n";
export const WIRE_BASELINE = "# Plan\n\nFirst part here.\n";

export const WIRE_COMMENTS = [
  {
    id: "q1",
    anchor: { quotedText: "First", offset: 8, length: 0, prefix: "# Plan\n\n", suffix: " part here.\n", revision: 4 },
    body: "Why the first?",
    question: true,
    author: "user",
    by: { kind: "person" },
    createdAt: "2026-11-16T12:01:00.000Z",
    resolved: false,
    editedAt: "2026-11-16T12:03:00.000Z",
  },
  {
    id: "c3",
    anchor: null,
    body: "",
    author: "user",
    by: { kind: "person", name: "Ann", subject: "ann" },
    createdAt: "2026-11-16T12:01:00.000Z",
    resolved: true,
    addressedIn: 2,
    deleted: true,
  },
  {
    id: "2223",
    anchor: null,
    body: "It comes first.",
    author: "claude",
    by: { kind: "model", client: "claude-ai" },
    createdAt: "2026-11-16T12:02:00.000Z",
    resolved: false,
    replyTo: "q1",
  },
] as const;

/** The document around its text. */
export function wireDocument<Content extends object>(content: Content, lastEditor: "user" | "claude" = "user") {
  return {
    id: "HN8B",
    title: "Plan",
    titleGiven: false,
    ...content,
    status: "draft",
    createdAt: "2026-11-16T12:00:00.000Z",
    updatedAt: "2026-11-16T12:03:00.000Z",
    version: 3,
    revision: 4,
    lastEditor,
  };
}

/** What else a checkpoint holds, beside document and baseline. */
export const WIRE_REST = {
  comments: WIRE_COMMENTS,
  proposals: [],
  protections: [],
  approval: null,
  settings: { suggestOnly: false },
} as const;

export const WIRE_TOLD = { client: "", seen: ["title:2bnf0225wvo"], offered: [], knownVersion: 1 } as const;
