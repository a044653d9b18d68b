import type { ReactNode } from "react";
import { shellWords } from "../words.ts";
import "./header.css";

interface HeaderProps {
  readonly badge?: ReactNode;
  readonly title: ReactNode;
  /** False: version and name are not known yet, and only their places are held. */
  readonly isKnown?: boolean;
  readonly version?: number;
  /** The canvas's short name. */
  readonly id?: ReactNode;
  readonly words?: number;
  /** Saved, saving, …, and what else stands in words after the title. */
  readonly state?: ReactNode;
  readonly children?: ReactNode;
}

/** The one line above the page: badge · title · v3 · HN8B · words · saved … and the controls. */
export function Header({ badge, title, isKnown = true, version, id, words, state, children }: HeaderProps) {
  return (
    <header className="header" data-known={isKnown}>
      {badge}
      <div className="header-title">{title}</div>
      <div className="header-facts">
        {version !== undefined && <span className="header-version">{shellWords.version(version)}</span>}
        {id}
        {words !== undefined && <span className="header-words">{shellWords.words(words)}</span>}
        {state}
      </div>
      <div className="header-controls">{children}</div>
    </header>
  );
}
