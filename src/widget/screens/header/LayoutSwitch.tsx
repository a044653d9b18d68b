import { describeKey, isMac } from "../../text/editor/describe-key.ts";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { shellWords } from "../../words.ts";
import type { Layout } from "../choose-layout.ts";
import type { LayoutControls } from "../use-layout.ts";
import "./layout-switch.css";

const FACES: Readonly<Record<Layout, { readonly label: string; readonly icon: IconName; readonly key: string }>> = {
  read: { label: shellWords.read, icon: "Book", key: "F2" },
  write: { label: shellWords.write, icon: "Pencil", key: "F2" },
  split: { label: shellWords.split, icon: "Split", key: "Shift-F2" },
};

interface LayoutSwitchProps extends Pick<LayoutControls, "layout" | "offered" | "choose" | "onlySuggests"> {
  /** It only holds its place. */
  readonly waits: boolean;
}

/** Read, Write, Split: one of them is in force. One tab stop; arrow keys choose, as in every group of radio buttons. */
export function LayoutSwitch({ layout, offered, choose, onlySuggests, waits }: LayoutSwitchProps) {
  return (
    <div
      className="layout-switch"
      role="radiogroup"
      aria-label={shellWords.layout}
      {...(waits ? { "data-waits": true } : {})}
    >
      {offered.map((one, at) => {
        const { icon, key, ...face } = FACES[one];
        const label = one === "write" && onlySuggests ? shellWords.suggest : face.label;
        const described = describeKey(key, isMac());
        return (
          // biome-ignore lint/a11y/useSemanticElements: a button that looks like its neighbours; the keys are those of a radio
          <button
            key={one}
            type="button"
            role="radio"
            className="layout-choice"
            aria-checked={one === layout}
            aria-label={label}
            aria-keyshortcuts={described.aria}
            title={`${label} (${described.text})`}
            tabIndex={one === layout ? 0 : -1}
            onClick={() => one !== layout && choose(one)}
            onKeyDown={(event) => {
              const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
              const back = forward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
              const move = [forward, "ArrowDown"].includes(event.key)
                ? 1
                : [back, "ArrowUp"].includes(event.key)
                  ? -1
                  : 0;
              if (move === 0) return;
              event.preventDefault();
              const next = (at + move + offered.length) % offered.length;
              (event.currentTarget.parentElement?.children[next] as HTMLElement | undefined)?.focus();
              choose(offered[next]!);
            }}
          >
            <Icon name={icon} />
            <span aria-hidden="true">{label}</span>
          </button>
        );
      })}
    </div>
  );
}
