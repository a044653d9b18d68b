import type { Person } from "../../../../core/records/sharing.ts";
import type { PageRoutes, SignInProblem, SignInWays } from "../../../../protocol/page.ts";
import { SIGN_IN_META } from "../../../../protocol/page.ts";
import type { TextStorage } from "../../../../widget/state/text-storage.ts";
import type { Entry } from "./entry.ts";
import { type ApiAnswer, answerOf, type Gate } from "./gate.ts";

/** How somebody signs in and out, on a server that knows its people. */
export interface SignIn {
  readonly ways: SignInWays;
  /** False: this address is not a secure one, so that the browser can hold no key. */
  readonly isPossible: boolean;
  /** What went wrong on the way back from the issuer; null: nothing. */
  readonly problem: SignInProblem | null;
  /** Whoever signed in here last, as they were called then; null: nobody, or they signed out. */
  person(): Person | null;
  withToken(token: string): Promise<ApiAnswer<unknown>>;
  /** The page goes to the issuer; the answer says why not. */
  atIssuer(): Promise<ApiAnswer<unknown>>;
  /** False: the server cannot be reached, and nothing has changed. */
  signOut(): Promise<boolean>;
}

type Entered = PageRoutes["/api/session"]["answer"];

/** What the page does around it, by way of the browser. */
export interface SignInPorts {
  readonly gate: Pick<Gate, "signIn" | "beginSignIn" | "signOut">;
  readonly entry: Pick<Entry, "enterBy">;
  readonly storage: TextStorage;
  /** The canvas that the person is at, or on the way to. */
  readonly canvas: () => string | null;
  readonly goTo: (url: string) => void;
  /** What the widget keeps in this browser is put away for one, and brought back for another. */
  readonly switchTexts: (from: string | null, to: string | null) => Promise<void>;
  /** The canvas that is open saves what it has, and closes. */
  readonly closeCanvas: () => Promise<void>;
  readonly forgetKey: () => Promise<void>;
  /** As if the page had just been opened. */
  readonly restart: () => void;
}

const PERSON = "canvas:page-person";
const SIGNED_OUT = "canvas:page-signed-out";
const KEPT = new Set(["canvas:page-preferences", SIGNED_OUT]);

/** As the server says in its document; null: it knows no people. */
export function readSignInWays(document: Pick<Document, "querySelector">): SignInWays | null {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${SIGN_IN_META}"]`)?.content;
  return content === undefined ? null : (JSON.parse(content) as SignInWays);
}

export function createSignIn(
  given: Pick<SignIn, "ways" | "isPossible" | "problem">,
  ports: SignInPorts,
): SignIn & {
  /** Somebody came in: what this browser holds of another is put away first. */
  settle(answered: Promise<ApiAnswer<Entered>>): Promise<ApiAnswer<Entered>>;
} {
  const { gate, entry, storage } = ports;
  const person = (): Person | null => readPerson(storage.read(PERSON));
  const settle = async (answered: Promise<ApiAnswer<Entered>>): Promise<ApiAnswer<Entered>> => {
    const answer = await answered;
    if (!answer.ok || answer.value.me === undefined) return answer;
    const { me } = answer.value;
    const before = person()?.subject ?? null;
    storage.write(PERSON, JSON.stringify({ subject: me.subject, name: me.name }));
    if (before === me.subject) return answer;
    await ports.switchTexts(before, me.subject);
    // What is on screen may be somebody else's.
    if (before !== null) ports.restart();
    return answer;
  };
  return {
    ...given,
    settle,
    person,
    withToken: (token) => entry.enterBy(settle(answerOf(gate.signIn(token)))),
    async atIssuer() {
      const begun = await answerOf<PageRoutes["/api/sign-in/begin"]["answer"]>(gate.beginSignIn(ports.canvas()));
      if (begun.ok) ports.goTo(begun.value.url);
      return begun;
    },
    async signOut() {
      const subject = person()?.subject ?? null;
      await ports.closeCanvas();
      try {
        await gate.signOut();
      } catch {
        // The person is told, and can try again.
        return false;
      }
      await Promise.allSettled([ports.forgetKey(), ports.switchTexts(subject, null)]);
      for (const name of storage.names()) if (name.startsWith("canvas:") && !KEPT.has(name)) storage.remove(name);
      // Other tabs hear of it.
      storage.write(SIGNED_OUT, String(Date.now()));
      ports.restart();
      return true;
    },
  };
}

/** Whoever was signed in has signed out, in another tab. */
export function onSignedOut(listener: () => void): void {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === SIGNED_OUT && newValue !== null) listener();
  });
}

function readPerson(kept: string | null): Person | null {
  try {
    const said = JSON.parse(kept ?? "null") as Partial<Person> | null;
    return typeof said?.subject === "string" && typeof said.name === "string"
      ? { subject: said.subject, name: said.name }
      : null;
  } catch {
    return null;
  }
}
