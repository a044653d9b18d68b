import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../../../widget/ui/Button.tsx";
import type { ApiAnswer } from "../access/gate.ts";
import type { SignIn } from "../access/sign-in.ts";
import { pageWords } from "../words.ts";
import "./sign-in.css";

/** The ways to sign in, and beside each what went wrong. */
export function SignInForm({ signIn, onDone }: { readonly signIn: SignIn; readonly onDone?: () => void }) {
  const { issuer, token: byToken } = signIn.ways;
  const [busy, setBusy] = useState<"none" | "issuer" | "token">("none");
  const [problem, setProblem] = useState(
    signIn.problem === null ? null : pageWords.signInProblem(signIn.problem, issuer ?? ""),
  );
  const [wrong, setWrong] = useState<string | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => (first.current ?? field.current)?.focus(), []);
  if (!signIn.isPossible) return <p>{pageWords.signInUnsafe}</p>;
  if (issuer === null && !byToken) return <p>{pageWords.signInNoWay}</p>;

  const goToIssuer = async () => {
    setBusy("issuer");
    setProblem(null);
    const begun = await signIn.atIssuer();
    // The browser is on its way: the button stays as it is until the page is gone.
    if (begun.ok) return;
    setBusy("none");
    setProblem(wordsOf(begun));
  };
  const enter = async (event: FormEvent) => {
    event.preventDefault();
    const token = field.current?.value.trim() ?? "";
    if (token === "") {
      setWrong(pageWords.signInNoToken);
      field.current?.focus();
      return;
    }
    setBusy("token");
    setWrong(null);
    const entered = await signIn.withToken(token);
    setBusy("none");
    if (entered.ok) {
      onDone?.();
      return;
    }
    setWrong(wordsOf(entered));
    field.current?.select();
  };
  return (
    <div className="sign-in">
      {issuer !== null && (
        <div className="sign-in-issuer">
          {problem !== null && (
            <p className="sign-in-problem" role="alert">
              {problem}
            </p>
          )}
          <Button kind="primary" ref={first} disabled={busy !== "none"} onClick={() => void goToIssuer()}>
            {busy === "issuer" ? pageWords.signInGoing : pageWords.signInWith(issuer)}
          </Button>
        </div>
      )}
      {issuer !== null && byToken && <p className="sign-in-or">{pageWords.signInOr}</p>}
      {byToken && (
        <form onSubmit={(event) => void enter(event)} noValidate>
          <label htmlFor={id}>{pageWords.signInToken}</label>
          <div className="sign-in-token">
            <input
              id={id}
              ref={field}
              className="field"
              type="password"
              name="token"
              autoComplete="current-password"
              autoCapitalize="off"
              spellCheck={false}
              aria-invalid={wrong !== null}
              aria-describedby={`${id}-note`}
              onChange={() => setWrong(null)}
            />
            <button
              className="button"
              type="submit"
              data-kind={issuer === null ? "primary" : "outline"}
              disabled={busy !== "none"}
            >
              {busy === "token" ? pageWords.signInBusy : pageWords.signIn}
            </button>
          </div>
          <p
            className="sign-in-note"
            id={`${id}-note`}
            role={wrong === null ? undefined : "alert"}
            data-wrong={wrong !== null}
          >
            {wrong ?? pageWords.signInTokenNote}
          </p>
        </form>
      )}
    </div>
  );
}

function wordsOf(answer: Extract<ApiAnswer<unknown>, { readonly ok: false }>): string {
  return answer.message === "" ? pageWords.unreadableAnswer : answer.message;
}
