import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Snapshot } from "../../src/surfaces/ahp/wire/types.ts";
import { AhpDesk, actionsIn, activeAs, answersTo, cut, isSettled, mend, nameIn } from "./ahp-desk.ts";

/** More than a host keeps to say again. */
const TOO_MUCH = 2_100;

let desk: AhpDesk;
beforeAll(async () => {
  desk = await AhpDesk.open();
});
afterEach(() => desk.closeClients());
afterAll(() => desk.close());

describe("VS Code's client, whose connection was cut,", () => {
  test("is told what it missed", async () => {
    const made = await desk.connected();
    const following = await made.follow("session", desk.session);
    await cut(made);
    await desk.rename("While you were away");
    await mend(made);
    expect(nameIn(following.value, desk.other.clientId)).toBe("While you were away");
    expect(answersTo(made, "reconnect")).toMatchObject([{ result: { type: "replay", missing: [] } }]);
    expect(answersTo(made, "initialize")).toHaveLength(1);
  });

  test("does what it was asked to do meanwhile", async () => {
    const made = await desk.connected();
    const following = await made.follow("session", desk.session);
    await cut(made);
    made.client.dispatch(desk.session, activeAs(made.client.clientId, "Said into the dark"));
    await mend(made);
    await expect.poll(() => isSettled(following)).toBe(true);
    expect(nameIn(following.value, made.client.clientId)).toBe("Said into the dark");
  });

  test("does nothing twice, though it never heard that it was done", async () => {
    const made = await desk.connected();
    const { clientId } = made.client;
    const following = await made.follow("session", desk.session);
    const done = () => desk.other.heard.filter(({ origin }) => origin?.clientId === clientId);
    made.line.deafen();
    made.client.dispatch(desk.session, activeAs(clientId, "Once"));
    await expect.poll(() => done().length).toBe(1);
    await cut(made);
    await mend(made);
    expect(isSettled(following)).toBe(true);
    expect(nameIn(following.value, clientId)).toBe("Once");
    await made.client.ping();
    await desk.other.request("ping", {});
    expect(done()).toHaveLength(1);
  });

  test("says again what was lost, in any order, and each is done or refused", async () => {
    const made = await desk.connected();
    const { client } = made;
    const following = await made.follow("session", desk.session);
    const talking = await made.follow("chat", desk.chat);
    made.line.mute();
    // It says them again channel by channel: the second before the first.
    client.dispatch(desk.chat, {
      type: "chat/turnStarted",
      turnId: "one",
      message: { text: "?", origin: { kind: "user" } },
    });
    client.dispatch(desk.session, activeAs(client.clientId, "Heard in the end"));
    await cut(made);
    await mend(made);
    await expect.poll(() => isSettled(following) && isSettled(talking)).toBe(true);
    expect(nameIn(following.value, client.clientId)).toBe("Heard in the end");
    expect(talking.value).toMatchObject({ turns: [] });
    expect(talking.value).not.toHaveProperty("activeTurn");
    expect(actionsIn(made).find(({ channel }) => channel === desk.chat)?.rejectionReason).toMatch(/\w+ \w+/);
  });

  test("is refused its settings however much it did before", async () => {
    const made = await desk.connected();
    const following = await made.follow("session", desk.session);
    for (let time = 1; time <= 600; time++)
      made.client.dispatch(desk.session, activeAs(made.client.clientId, `Time ${time}`));
    await expect.poll(() => isSettled(following)).toBe(true);
    await cut(made);
    await mend(made);
    await made.client.ping();
    const answered = actionsIn(made).filter(({ channel }) => channel === "ahp-root://");
    expect(answered.length).toBeGreaterThan(7);
    expect(answered.filter(({ rejectionReason }) => rejectionReason === undefined)).toEqual([]);
  });

  test("comes back as often as it is cut", async () => {
    const made = await desk.connected();
    const following = await made.follow("session", desk.session);
    for (let time = 1; time <= 20; time++) {
      await cut(made);
      await desk.rename(`Time ${time}`);
      await mend(made);
      expect(nameIn(following.value, desk.other.clientId)).toBe(`Time ${time}`);
    }
    expect(answersTo(made, "initialize")).toHaveLength(1);
    expect(made.warnings).toEqual([]);
  });

  test("is shown everything anew when it missed too much", async () => {
    const made = await desk.connected();
    const following = await made.follow("session", desk.session);
    await made.follow("chat", desk.chat);
    await cut(made);
    for (let change = 1; change <= TOO_MUCH; change++) await desk.rename(`Change ${change}`);
    await mend(made);
    expect(nameIn(following.value, desk.other.clientId)).toBe(`Change ${TOO_MUCH}`);
    const [answer] = answersTo(made, "reconnect");
    expect(answer).toMatchObject({ result: { type: "snapshot" } });
    const { snapshots } = (answer?.result ?? {}) as { readonly snapshots?: readonly Snapshot[] };
    const shown = snapshots?.map(({ resource }) => resource).toSorted();
    expect(shown).toEqual(["ahp-root://", desk.chat, desk.session].toSorted());
    // And goes on from there.
    await desk.rename("After the gap");
    await expect.poll(() => nameIn(following.value, desk.other.clientId)).toBe("After the gap");
  });

  // The last: nobody else is on the host afterwards.
  test("begins anew at a host that does not know it any more, with what it had not been answered", async () => {
    const made = await desk.connected();
    const following = await made.follow("session", desk.session);
    await made.follow("chat", desk.chat);
    await cut(made);
    made.client.dispatch(desk.session, activeAs(made.client.clientId, "Still here"));
    await desk.restart();
    await mend(made, desk.address);
    expect(answersTo(made, "reconnect")).toMatchObject([{ error: { code: -32008 } }]);
    expect(answersTo(made, "initialize")).toHaveLength(2);
    await expect.poll(() => isSettled(following)).toBe(true);
    expect(nameIn(following.value, made.client.clientId)).toBe("Still here");
    expect(nameIn(following.value, desk.other.clientId)).toBeUndefined();
    const [listed] = await made.client.listSessions();
    expect(String(listed?.session)).toBe(desk.session);
  });
});
