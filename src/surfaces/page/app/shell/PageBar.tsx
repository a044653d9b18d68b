import { type ReactNode, useState } from "react";
import { Avatar } from "../../../../widget/people/Avatar.tsx";
import { Banner } from "../../../../widget/ui/Banner.tsx";
import { IconButton } from "../../../../widget/ui/Button.tsx";
import type { IconName } from "../../../../widget/ui/icons.tsx";
import { Menu } from "../../../../widget/ui/Menu.tsx";
import type { LiveState } from "../access/live.ts";
import type { SignIn } from "../access/sign-in.ts";
import { useOwnServer } from "../parts/own-server.ts";
import type { Theme } from "../parts/preferences.ts";
import { pageWords } from "../words.ts";
import { LiveBadge } from "./LiveBadge.tsx";
import "./page-bar.css";

const THEME_ICONS: Readonly<Record<Theme, IconName>> = { system: "Device", light: "Sun", dark: "Moon" };
const THEMES: readonly Theme[] = ["system", "light", "dark"];

interface PageBarProps {
  /** Where we are: the product's name, or the way back and a title. */
  readonly children: ReactNode;
  readonly live: LiveState;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly onKeys?: () => void;
  readonly end?: ReactNode;
  /** Above a canvas, which has a header of its own. */
  readonly slim?: boolean;
}

/** The one line above everything. */
export function PageBar({ children, live, theme, onTheme, onKeys, end, slim = false }: PageBarProps) {
  const { signIn } = useOwnServer();
  return (
    <header className="page-bar" data-slim={slim}>
      {children}
      <div className="page-bar-end">
        <LiveBadge state={live} />
        <Menu
          label={pageWords.theme}
          items={THEMES.map((one) => ({
            id: one,
            label: pageWords.themes[one],
            checked: one === theme,
            icon: THEME_ICONS[one],
            onChoose: () => onTheme(one),
          }))}
        >
          {(trigger) => <IconButton icon={THEME_ICONS[theme]} label={pageWords.theme} {...trigger} />}
        </Menu>
        {onKeys && <IconButton icon="Keyboard" label={pageWords.keys} data-quiet="phone" onClick={onKeys} />}
        {signIn !== null && <Account signIn={signIn} />}
        {end}
      </div>
    </header>
  );
}

/** Who is signed in, and the way out. */
function Account({ signIn }: { readonly signIn: SignIn }) {
  const [isLeaving, setLeaving] = useState(false);
  const [failed, setFailed] = useState(false);
  const person = signIn.person();
  if (person === null) return null;
  const leave = async () => {
    setLeaving(true);
    setFailed(false);
    if (await signIn.signOut()) return;
    setLeaving(false);
    setFailed(true);
  };
  const name = pageWords.signedInAs(person.name);
  return (
    <>
      <Menu
        label={name}
        items={[{ id: "out", label: pageWords.signOut, disabled: isLeaving, onChoose: () => void leave() }]}
      >
        {(trigger) => (
          <button className="button page-bar-account" type="button" aria-label={name} title={name} {...trigger}>
            <Avatar person={person} />
            <bdi data-quiet="phone">{person.name}</bdi>
          </button>
        )}
      </Menu>
      {failed && (
        <div className="page-bar-failed" role="alert">
          <Banner tone="warning">{pageWords.notSignedOut}</Banner>
        </div>
      )}
    </>
  );
}
