import { useEffect, useId, useRef, useState } from "react";
import type { Role } from "../../../core/records/sharing.ts";
import type { SharedLink } from "../../../protocol/sharing.ts";
import { timeInWords, timeLeft } from "../../time-in-words.ts";
import { Button } from "../../ui/Button.tsx";
import { roleWords, shareWords } from "../../words.ts";
import { NewLink } from "./NewLink.tsx";
import { RoleSelect } from "./RoleSelect.tsx";
import type { ShareChanging } from "./use-share-change.ts";

/** null: until it is revoked. */
const DAYS = [null, 1, 7, 30] as const;

interface ShareLinksProps {
  readonly links: readonly SharedLink[];
  /** Whether a new one would lead anywhere. */
  readonly canLink: boolean;
  readonly now: number;
  readonly changing: ShareChanging;
  readonly onCopy: (text: string) => Promise<boolean>;
}

/** Links that share: made, shown once, listed, revoked. */
export function ShareLinks({ links, canLink, now, changing, onCopy }: ShareLinksProps) {
  const [role, setRole] = useState<Role>("viewer");
  const [days, setDays] = useState<(typeof DAYS)[number]>(7);
  const [made, setMade] = useState<string | null>(null);
  const create = useRef<HTMLButtonElement>(null);
  const revoked = useRef(false);
  const id = useId();
  const isCreating = changing.pending?.op === "link";
  const error = changing.errorIn("links");
  // The control that was pressed is gone with its link.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a list that has become another moves the focus.
  useEffect(() => {
    if (revoked.current) create.current?.focus();
    revoked.current = false;
  }, [links]);
  const make = async () => {
    const answer = await changing.make("links", { op: "link", role, ...(days === null ? {} : { days }) }, "");
    if (answer?.ok) setMade(answer.link ?? null);
  };
  const revoke = async (link: SharedLink) => {
    revoked.current = true;
    const answer = await changing.make("links", { op: "revoke", link: link.id }, shareWords.revoked);
    if (!answer?.ok) revoked.current = false;
    else setMade(null);
  };
  return (
    <section className="share-part" aria-labelledby={id}>
      <h3 className="share-heading" id={id}>
        {shareWords.links}
      </h3>
      <p className="share-help">{shareWords.linksHelp}</p>
      {canLink && (
        <div className="share-row">
          <RoleSelect role={role} label={shareWords.linkRole} onRole={setRole} />
          <select
            className="share-select"
            aria-label={shareWords.ends}
            value={String(days)}
            onChange={(event) => setDays(DAYS.find((one) => String(one) === event.target.value) ?? null)}
          >
            {DAYS.map((one) => (
              <option key={one} value={String(one)}>
                {shareWords.endsAfter(one)}
              </option>
            ))}
          </select>
          <Button ref={create} kind="outline" icon="Link" aria-disabled={isCreating} onClick={() => void make()}>
            {isCreating ? shareWords.creating : shareWords.create}
          </Button>
        </div>
      )}
      {made !== null && <NewLink key={made} url={made} onCopy={onCopy} />}
      {links.length > 0 && (
        <ul className="share-list">
          {links.map((link) => {
            const when = timeInWords(link.createdAt, now);
            return (
              <li className="share-person" key={link.id}>
                <span className="person-name">
                  {roleWords[link.role]}
                  <span className="share-when">
                    {link.expiresAt === undefined
                      ? shareWords.linkNeverEnds
                      : shareWords.linkEnds(timeLeft(link.expiresAt, now))}
                    {" · "}
                    {shareWords.linkMade(when)}
                  </span>
                </span>
                <Button aria-label={shareWords.revokeOne(link.role, when)} onClick={() => void revoke(link)}>
                  {shareWords.revoke}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {error !== null && (
        <p className="share-help" data-error="true" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}
