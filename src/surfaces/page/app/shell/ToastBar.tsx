import { useEffect, useState, useSyncExternalStore } from "react";
import { Button, IconButton } from "../../../../widget/ui/Button.tsx";
import { CopyField } from "../parts/CopyField.tsx";
import type { Toasts } from "../parts/toasts.ts";
import { pageWords } from "../words.ts";
import "./toast-bar.css";

const SHOWN_MS = 10_000;

/** The newest toast, said aloud. It waits while the pointer or the focus is on it. */
export function ToastBar({ toasts }: { readonly toasts: Toasts }) {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (toast === null || toast.stays === true || held) return;
    const timer = setTimeout(() => toasts.close(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, held, toasts]);
  const { undo, next, copy } = toast ?? {};
  return (
    <section className="toast-place" aria-label={pageWords.notices}>
      <div role="status" aria-live="polite" className="visually-hidden">
        {toast === null ? "" : [toast.text, toast.next].filter(Boolean).join(". ")}
      </div>
      {toast !== null && (
        // biome-ignore lint/a11y/noStaticElementInteractions: only holds the time while the pointer or the focus is here
        <div
          key={toast.serial}
          className="toast"
          data-tone={toast.tone ?? "plain"}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <div className="toast-line">
            <p className="toast-text">
              <bdi>{toast.text}</bdi>
            </p>
            {undo && (
              <Button
                kind="outline"
                icon="Undo"
                onClick={() => {
                  toasts.close();
                  undo();
                }}
              >
                {pageWords.undo}
              </Button>
            )}
            <IconButton icon="Close" label={pageWords.close} onClick={() => toasts.close()} />
          </div>
          {next !== undefined && <p className="toast-next">{next}</p>}
          {copy !== undefined && <CopyField text={copy} />}
        </div>
      )}
    </section>
  );
}
