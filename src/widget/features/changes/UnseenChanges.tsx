import { VisibleText } from "../../text/unseen/VisibleText.tsx";
import { unseenWords as words } from "../../words.ts";
import type { UnseenChange } from "./unseen-changes.ts";

/** So many are listed; the comparison has all. */
const MOST = 6;

/** What changed at one place that the rendering does not show: struck what it was, underlined what it is. */
export function UnseenChanges({ changes }: { readonly changes: readonly UnseenChange[] }) {
  if (changes.length === 0) return null;
  return (
    <ul className="changes-unseen">
      {changes.slice(0, MOST).map(({ kind, was, is }, at) => {
        const key = `${at}`;
        return (
          <li key={key}>
            <span className="changes-unseen-name">{words.kinds[kind]}</span>{" "}
            {was !== "" && (
              <del dir="ltr">
                <VisibleText text={was} />
              </del>
            )}{" "}
            {is !== "" && (
              <ins dir="ltr">
                <VisibleText text={is} />
              </ins>
            )}
          </li>
        );
      })}
      {changes.length > MOST && <li>{words.more(changes.length - MOST)}</li>}
    </ul>
  );
}
