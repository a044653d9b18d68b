import { describe, expect, test } from "vitest";
import { openWidget } from "../widget-rig.ts";

const TEXT = "One.\n\nTwo.\n";

test("Send saves, publishes the feedback, names canvas and version, and records that it was offered", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  rig.actions.type("One by me.\n\nTwo.\n");
  await rig.actions.send();
  expect(rig.host.contexts.at(-1)).toContain("One by me.");
  expect(rig.host.messages).toEqual(["Review my edits on canvas HN8B (v2)"]);
  const { told } = rig.ready().view.checkpoint;
  expect([told.offered.length, told.seen.filter((mark) => mark.startsWith("edit"))]).toEqual([1, []]);
  expect(rig.ready().sending).toEqual({ kind: "none" });
});

test("a host without messages: the person gets the words to copy, and copying counts as sending", async () => {
  const rig = openWidget({ abilities: { message: false } });
  await rig.write(TEXT);
  rig.actions.type("Mine.\n");
  await rig.actions.send();
  expect(rig.ready().sending).toMatchObject({ kind: "prompt", refused: null });
  expect(rig.ready().view.checkpoint.told.offered).toEqual([]);
  await rig.actions.promptCopied();
  expect(rig.saves().at(-1)).toMatchObject({ sent: true });
});

test("a host that takes messages without saying so gets the first; one that does not is asked once", async () => {
  const takes = openWidget({ hides: ["message"] });
  await takes.write(TEXT);
  takes.actions.type("Mine.\n");
  await takes.actions.send();
  expect([takes.host.messages.length, takes.ready().sending.kind]).toEqual([1, "none"]);
  const refuses = openWidget({ abilities: { message: false } });
  await refuses.write(TEXT);
  expect(refuses.host.abilities.message).toBe("untried");
  await refuses.actions.send();
  expect(refuses.host.abilities.message).toBe("no");
});

describe("a host that has not answered a message may be asking its person", () => {
  async function asked() {
    const rig = openWidget();
    let answer = (): void => {};
    await rig.write(TEXT);
    rig.actions.type("Mine.\n");
    await rig.clock.advance(1_000);
    rig.host.wait = new Promise((done) => {
      answer = done;
    });
    // Only the message waits.
    const { callTool } = rig.host;
    rig.host.callTool = async (...call) => {
      const { wait } = rig.host;
      rig.host.wait = null;
      const called = callTool(...call);
      rig.host.wait = wait;
      return called;
    };
    const sent = rig.actions.send();
    await rig.clock.advance(3_000);
    return { rig, sent, answer };
  }
  const marked = (saves: readonly Readonly<Record<string, unknown>>[]) => saves.some((save) => save.sent === true);

  test("the person is told, and a late yes counts", async () => {
    const { rig, sent, answer } = await asked();
    expect(rig.ready().sending).toMatchObject({ kind: "asked", text: expect.stringContaining("canvas HN8B") });
    expect(marked(rig.saves())).toBe(false);
    answer();
    await sent;
    expect(rig.ready().sending).toEqual({ kind: "none" });
    expect([rig.host.messages.length, marked(rig.saves())]).toEqual([1, true]);
  });

  test("a late no gives the words to copy", async () => {
    const { rig, sent, answer } = await asked();
    rig.host.refusal = "The person said no.";
    answer();
    await sent;
    expect(rig.ready().sending).toMatchObject({ kind: "prompt", refused: "The person said no." });
  });

  test("who takes the words to copy meanwhile is not asked again; a late yes closes them", async () => {
    const { rig, sent, answer } = await asked();
    rig.actions.copyInstead();
    expect(rig.ready().sending).toMatchObject({ kind: "prompt", refused: null, asked: true });
    answer();
    await sent;
    expect(rig.ready().sending).toEqual({ kind: "none" });
  });

  test("what was typed since is not taken for sent", async () => {
    const { rig, sent, answer } = await asked();
    rig.actions.type("Mine, and more.\n");
    answer();
    await sent;
    await rig.clock.advance(10_000);
    expect(marked(rig.saves())).toBe(false);
  });
});

test("with neither server nor context the words carry the edits themselves", async () => {
  const rig = openWidget({ abilities: { serverTools: false, modelContext: false, message: false } });
  await rig.write(TEXT);
  rig.actions.type("One by me.\n\nTwo.\n");
  await rig.actions.send();
  const { sending } = rig.ready();
  expect(sending).toMatchObject({ kind: "prompt", text: expect.stringContaining("Review my edits on canvas HN8B") });
  expect(sending).toMatchObject({ text: expect.stringContaining("One by me.") });
});

test("a refused message is not taken for sent", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  rig.host.refusal = "The person said no.";
  rig.actions.type("Mine.\n");
  await rig.actions.send();
  expect(rig.ready().sending).toMatchObject({ kind: "prompt", refused: "The person said no." });
  expect(rig.saves().some((save) => save.sent === true)).toBe(false);
});

test("nothing is sent that could not be saved", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  rig.host.reachable = false;
  rig.actions.type("Mine.\n");
  await rig.actions.send();
  expect(rig.host.messages).toEqual([]);
  expect(rig.store.state().notices.at(-1)).toMatchObject({ tone: "error" });
});

test("the model's context is updated at each pause, and only when there is something new to say", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  rig.actions.type("Mine.\n");
  await rig.clock.advance(1_000);
  await rig.actions.leaving();
  await rig.clock.advance(60_000);
  expect(rig.host.contexts).toHaveLength(1);
});

test("approval is of the text that was seen: a write that came in between is shown first", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  rig.server.write("One.\n\nTwo by the model.\n");
  rig.actions.type("One by me.\n\nTwo.\n");
  await rig.actions.setStatus("approved");
  expect(rig.server.record().document.status).toBe("draft");
  expect(rig.store.state().notices.at(-1)).toMatchObject({ id: "status", tone: "warning" });
  await rig.actions.setStatus("approved", "Good.");
  expect(rig.server.record().document.status).toBe("approved");
  expect(rig.store.state().notices.some((notice) => notice.id === "status")).toBe(false);
});

test("approval is of the text that stood when the person asked, not of what stands there when they press", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  const seen = rig.ready().draft;
  rig.actions.type("Something else.\n");
  await rig.actions.setStatus("approved", undefined, seen);
  expect(rig.server.record().document.status).toBe("draft");
  expect(rig.store.state().notices.at(-1)).toMatchObject({ id: "status", tone: "warning" });
  await rig.actions.setStatus("approved", undefined, rig.ready().draft);
  expect(rig.server.record().document.status).toBe("approved");
});

test("a status that does not reach the server is said not to have changed, and what to do", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  rig.host.reachable = false;
  await rig.actions.setStatus("approved");
  expect(rig.server.record().document.status).toBe("draft");
  const { text } = rig.store.state().notices.find(({ id }) => id === "status")!;
  expect(text).toMatch(/^The status was not changed: .+\. Try again in a moment\.$/);
});

test("an approval that the model's write overtakes is refused, and said", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  rig.server.write("One.\n\nTwo by the model.\n");
  await rig.actions.setStatus("approved");
  expect(rig.server.record().document.status).toBe("draft");
  expect(rig.store.state().notices.at(-1)).toMatchObject({ id: "status" });
});

test("a number that the model is told belongs to a text that stays: what is typed later is never taken out", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  rig.actions.type("One by me.\n\nTwo.\n");
  await rig.clock.advance(1_000);
  // v2 is still being typed on: the context names the version that the model was shown.
  expect(rig.host.contexts.at(-1)).toMatch(/base_version: 1$/);
  await rig.actions.send();
  // Nobody knows what the host passed on: the number stays that of the text which the model surely knows.
  expect(rig.host.contexts.at(-1)).toMatch(/^Canvas HN8B v2, .*base_version: 1$/s);
  rig.actions.type("One by me.\n\nTwo.\n\nThree.\n");
  await rig.actions.leaving();
  expect(rig.server.record().document.version).toBe(3);
});

test("a question is a comment first, and the message asks for an answer in its thread", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  const anchor = { offset: 6, length: 4, quotedText: "Two." };
  rig.actions.comment({ op: "add", id: "q1", body: "Why two?", anchor, question: true });
  await rig.actions.askForAnswer("q1");
  expect(rig.server.record().comments).toMatchObject([{ id: "q1", question: true }]);
  expect(rig.host.contexts.at(-1)).toContain('- Question q1 on "Two." (line 3): "Why two?" (wants an answer');
  expect(rig.host.messages).toEqual([expect.stringContaining('line 3, the person\'s question q1: "Why two?"')]);
  expect(rig.host.messages[0]).toContain('[{"reply_to": "q1", "body": "…"}]');
  rig.actions.comment({ op: "reply", id: "q2", replyTo: "q1", body: "And three?" });
  await rig.actions.askForAnswer("q2");
  expect(rig.host.messages[1]).toMatch(/question q1: "And three\?".*"reply_to": "q1"/);
});

test("without a server the answer to a question goes into the chat", async () => {
  const rig = openWidget({ abilities: { serverTools: false } });
  await rig.write(TEXT);
  const anchor = { offset: 6, length: 4, quotedText: "Two." };
  rig.actions.comment({ op: "add", id: "q1", body: "Why two?", anchor, question: true });
  await rig.actions.askForAnswer("q1");
  expect(rig.host.messages).toEqual([expect.stringContaining("Answer in the chat")]);
});
