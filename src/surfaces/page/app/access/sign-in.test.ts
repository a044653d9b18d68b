import { expect, test } from "vitest";
import { memoryStorage } from "../../../../widget/state/text-storage.ts";
import { dropShare, keepShare, keptShare } from "./kept-share.ts";
import { createSignIn } from "./sign-in.ts";

const enteredAs = (subject: string) =>
  Response.json({ session: "s", pass: "p", me: { subject, name: subject.toUpperCase() } });

function rig(gate: Partial<Parameters<typeof createSignIn>[1]["gate"]> = {}) {
  const storage = memoryStorage();
  const did: string[] = [];
  const note =
    (what: string) =>
    async (...given: readonly unknown[]) =>
      void did.push([what, ...given].join(" "));
  const signIn = createSignIn(
    { ways: { token: true, issuer: "id.example.com" }, isPossible: true, problem: null },
    {
      gate: {
        signIn: async (subject) => enteredAs(subject),
        beginSignIn: async (canvas) => Response.json({ url: `https://id.example.com/auth?${canvas}` }),
        signOut: note("end"),
        ...gate,
      },
      entry: { enterBy: (answered) => answered },
      storage,
      canvas: () => "HN8B",
      goTo: (url) => void did.push(`go ${url}`),
      switchTexts: note("switch"),
      closeCanvas: note("close"),
      forgetKey: note("forget"),
      restart: () => void did.push("restart"),
    },
  );
  return { signIn, storage, did };
}

test("whoever comes in finds what is theirs; what was another's is put away, and goes from the screen", async () => {
  const { signIn, did } = rig();
  await signIn.withToken("ada");
  expect([signIn.person(), did.splice(0)]).toEqual([{ subject: "ada", name: "ADA" }, ["switch  ada"]]);
  await signIn.withToken("ada");
  expect(did).toEqual([]);
  await signIn.withToken("bob");
  expect([signIn.person()?.subject, did]).toEqual(["bob", ["switch ada bob", "restart"]]);
});

test("who is refused changes nothing", async () => {
  const refusal = { error: { code: "no_session", message: "Not known." } };
  const { signIn, did } = rig({ signIn: async () => Response.json(refusal, { status: 401 }) });
  expect(await signIn.withToken("x")).toMatchObject({ ok: false, message: "Not known." });
  expect([signIn.person(), did]).toEqual([null, []]);
});

test("the page goes to the issuer, and says where to come back to", async () => {
  const { signIn, did } = rig();
  expect((await signIn.atIssuer()).ok).toBe(true);
  expect(did).toEqual(["go https://id.example.com/auth?HN8B"]);
});

test("signing out saves, ends the session, forgets the key and all but how the page looks", async () => {
  const { signIn, storage, did } = rig();
  await signIn.withToken("ada");
  did.length = 0;
  storage.write("canvas:page-preferences", "dark");
  storage.write("canvas:other", "text");
  storage.write("elsewhere", "kept");
  expect(await signIn.signOut()).toBe(true);
  expect(did).toEqual(["close", "end", "forget", "switch ada ", "restart"]);
  expect([...storage.names()].sort()).toEqual(["canvas:page-preferences", "canvas:page-signed-out", "elsewhere"]);
  expect(signIn.person()).toBeNull();
});

test("while the server is away nobody is signed out, and nothing is forgotten", async () => {
  const { signIn, did } = rig({ signOut: () => Promise.reject(new TypeError("away")) });
  await signIn.withToken("ada");
  did.length = 0;
  expect([await signIn.signOut(), signIn.person()?.subject, did]).toEqual([false, "ada", ["close"]]);
});

test("the secret of a link stays in this tab, for its own canvas, until it is dropped", () => {
  const texts = memoryStorage();
  const storage = () =>
    ({
      getItem: texts.read,
      setItem: (name: string, text: string) => void texts.write(name, text),
      removeItem: texts.remove,
    }) as unknown as Storage;
  keepShare(storage, "HN8B", "secret");
  expect([keptShare(storage, "HN8B"), keptShare(storage, "ABCD")]).toEqual(["secret", null]);
  dropShare(storage);
  expect(keptShare(storage, "HN8B")).toBeNull();
  const none = (): Storage => {
    throw new DOMException("denied", "SecurityError");
  };
  keepShare(none, "HN8B", "secret");
  expect(keptShare(none, "HN8B")).toBeNull();
});
