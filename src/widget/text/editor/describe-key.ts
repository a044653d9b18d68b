const MAC_SIGNS: Readonly<Record<string, string>> = { Mod: "⌘", Shift: "⇧", Alt: "⌥" };
const OTHER_NAMES: Readonly<Record<string, string>> = { Mod: "Ctrl" };
const ARIA_NAMES = (mac: boolean): Readonly<Record<string, string>> => ({ Mod: mac ? "Meta" : "Control" });

/** "Mod-Shift-x" as people read it ("⇧⌘X", "Ctrl+Shift+X") and as aria-keyshortcuts wants it. */
export function describeKey(key: string, mac: boolean): { readonly text: string; readonly aria: string } {
  const parts = key.split("-");
  const last = parts.pop()!;
  const letter = last.length === 1 ? last.toUpperCase() : last;
  const aria = [...parts.map((part) => ARIA_NAMES(mac)[part] ?? part), letter].join("+");
  if (!mac) return { text: [...parts.map((part) => OTHER_NAMES[part] ?? part), letter].join("+"), aria };
  const order = ["Alt", "Shift", "Mod"].filter((part) => parts.includes(part));
  return { text: order.map((part) => MAC_SIGNS[part] ?? part).join("") + letter, aria };
}

/** Whether keys are named as on a Mac. */
export function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}
