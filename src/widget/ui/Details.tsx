import { shellWords } from "../words.ts";
import "./details.css";

/** What was said to somebody else, for whoever wants to know. */
export function Details({ children }: { readonly children: string }) {
  return (
    <details className="details">
      <summary>{shellWords.details}</summary>
      <pre dir="auto">{children}</pre>
    </details>
  );
}
