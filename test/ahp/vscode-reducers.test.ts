import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import fixtures from "../../src/surfaces/ahp/wire/fixtures/reducers.json" with { type: "json" };
import { reduceChat, reduceSession } from "../../src/surfaces/ahp/wire/reducers.ts";
import type { Action, ChatState, SessionState } from "../../src/surfaces/ahp/wire/types.ts";
import { loadVscode, type Vscode } from "./vscode-bundle.ts";

/** Both ends have the same state because they do the same with every action: here VS Code's reducers beside ours. */

let vscode: Vscode;
beforeAll(async () => {
  vscode = await loadVscode();
});

const NOW = "2026-11-18T12:00:00.000Z";
const SESSION: SessionState = {
  provider: "writing-canvas",
  title: "Writing Canvas",
  status: 1,
  lifecycle: "ready",
  activeClients: [],
  chats: [{ resource: "ahp-chat:/c", title: "Writing Canvas", status: 1, modifiedAt: NOW, interactivity: "read-only" }],
  defaultChat: "ahp-chat:/c",
};
const CHAT: ChatState = {
  resource: "ahp-chat:/c",
  title: "Writing Canvas",
  status: 1,
  modifiedAt: NOW,
  interactivity: "read-only",
  turns: [],
};

/** Few, so that one is set, set again and removed. */
const clientId = fc.constantFrom("ann", "ben", "eve");
const known: fc.Arbitrary<Action> = fc.oneof(
  fc
    .record({ clientId, displayName: fc.string(), tools: fc.constant([]) }, { requiredKeys: ["clientId", "tools"] })
    .map((activeClient) => ({ type: "session/activeClientSet", activeClient })),
  clientId.map((id) => ({ type: "session/activeClientRemoved", clientId: id })),
);
const ofTheProposal: fc.Arbitrary<Action> = fc.oneof(
  fc.constant({ type: "session/canvasesChanged", canvases: [] }),
  fc.constant({ type: "session/openCanvasesChanged", openCanvases: [] }),
);

describe("the session", () => {
  test("becomes the same by every action that both know", () => {
    fc.assert(
      fc.property(fc.array(known), (actions) => {
        const complaints: string[] = [];
        const theirs = actions.reduce(
          (state: unknown, action) => vscode.sessionReducer(state, action, (line) => complaints.push(line)),
          SESSION,
        );
        expect(theirs).toEqual(actions.reduce(reduceSession, SESSION));
        expect(complaints).toEqual([]);
      }),
    );
  });

  test("is the same apart from canvases where some actions are of the proposal, of which VS Code complains", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(known, ofTheProposal)), (actions) => {
        const complaints: string[] = [];
        const theirs = actions.reduce(
          (state: unknown, action) => vscode.sessionReducer(state, action, (line) => complaints.push(line)),
          SESSION,
        );
        const { canvases: _, openCanvases: __, ...ours } = actions.reduce(reduceSession, SESSION);
        expect(theirs).toEqual(ours);
        expect(complaints).toHaveLength(actions.filter(({ type }) => type.includes("anvases")).length);
      }),
    );
  });
});

/** The others are of the proposal. */
const ofTheBase = fixtures.filter(
  ({ reducer, actions }) =>
    reducer === "session" && actions.every(({ type }: Partial<Action>) => type?.startsWith("session/activeClient")),
);

test.each(ofTheBase)("our fixture is right by VS Code, too: $description", ({ initial, actions, expected }) => {
  const after = actions.reduce((state: unknown, action) => vscode.sessionReducer(state, action, expect.fail), initial);
  expect(after).toEqual(expected);
});

test("the chat's canvases are of the released protocol, which this VS Code does not know yet", () => {
  const complaints: string[] = [];
  const action = { type: "chat/canvasesChanged", canvases: [{ resource: "ahp-canvas:/one" }] };
  expect(vscode.chatReducer(CHAT, action, (line) => complaints.push(line))).toBe(CHAT);
  expect(complaints).toHaveLength(1);
  expect(reduceChat(CHAT, action)).toEqual({ ...CHAT, canvases: action.canvases });
});

test("the versions that VS Code's registry names end before the released canvas", () => {
  expect(vscode.SUPPORTED_PROTOCOL_VERSIONS[0]).toBe("0.9.0");
  expect(Object.keys(vscode.ACTION_INTRODUCED_IN).filter((type) => type.includes("anvas"))).toEqual([]);
});
