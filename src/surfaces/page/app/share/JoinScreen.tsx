import { writePlace } from "../access/place.ts";
import { Message } from "../parts/Message.tsx";
import { pageWords } from "../words.ts";
import type { Joining } from "./join.ts";
import "./join-screen.css";

/** A link that shares a canvas is on its way, or it came to nothing. */
export function JoinScreen({ joining }: { readonly joining: Joining }) {
  if (joining.kind !== "failed")
    return (
      <p className="message-waiting" role="status">
        {pageWords.joining}
      </p>
    );
  return (
    <div role="alert" className="join-failed">
      <Message title={pageWords.joinFailed}>
        <p>{joining.why ?? pageWords.joinFailedNext}</p>
        <div className="message-actions">
          <a className="button" data-kind="primary" href={writePlace({ kind: "list" })}>
            {pageWords.back}
          </a>
        </div>
      </Message>
    </div>
  );
}
