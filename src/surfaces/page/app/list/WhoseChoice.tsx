import { Button } from "../../../../widget/ui/Button.tsx";
import type { Whose } from "../parts/preferences.ts";
import { pageWords } from "../words.ts";
import "./whose-choice.css";

const CHOICES: readonly (readonly [Whose, string])[] = [
  ["all", pageWords.whoseAll],
  ["own", pageWords.whoseOwn],
  ["shared", pageWords.whoseShared],
];

interface WhoseChoiceProps {
  readonly whose: Whose;
  /** Why there is nothing to choose now. */
  readonly idle?: string | undefined;
  readonly onWhose: (whose: Whose) => void;
}

/** Whose canvases are listed, where a server knows its people. */
export function WhoseChoice({ whose, idle, onWhose }: WhoseChoiceProps) {
  return (
    <fieldset className="whose-choice" disabled={idle !== undefined} title={idle}>
      <legend className="visually-hidden">{pageWords.whose}</legend>
      {CHOICES.map(([one, name]) => (
        <Button key={one} aria-pressed={one === whose} onClick={() => onWhose(one)}>
          {name}
        </Button>
      ))}
    </fieldset>
  );
}
