import { characterName, countCharacters, tagText } from "../../../core/text/unseen-characters.ts";
import { unseenWords as words } from "../../words.ts";

/** What tags spell is written out so far. */
const SPELLED = 24;

/** How unseen characters are drawn: a few letters in their place, and what they are for whoever asks. */
export function markOf(run: string): { readonly label: string; readonly title: string } {
  const kinds = countCharacters(run);
  const spelled = tagText(run);
  const [first] = kinds;
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  const short = characterName(first!.code).short;
  const clipped = spelled.length > SPELLED ? `${spelled.slice(0, SPELLED)}…` : spelled;
  const label = spelled !== "" ? `${short} ${clipped}` : total === 1 ? short : `${short}×${total.toLocaleString("en")}`;
  const isOneName = kinds.every(({ code }) => characterName(code).short === short);
  return { label: isOneName ? label : words.several(total), title: titleOf(run) };
}

/** Each different character with its name and how often it stands there; of tags what they spell. */
export function titleOf(run: string): string {
  const spelled = tagText(run);
  if (spelled !== "") return words.tags([...run].length, spelled.slice(0, 400));
  const kinds = countCharacters(run);
  const named = kinds.slice(0, 5).map(({ code, count }) => words.character(characterName(code).name, code, count));
  return kinds.length > 5 ? `${named.join(", ")}, …` : named.join(", ");
}
