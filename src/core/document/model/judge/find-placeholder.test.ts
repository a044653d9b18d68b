import { expect, test } from "vitest";
import { findPlaceholder } from "./find-placeholder.ts";

/** Lines that stand in a model's text for text that it did not write. */
const PLACEHOLDERS = `
(rest unchanged)
(Rest unchanged.)
*(rest unchanged)*
- (rest unchanged)
... (rest unchanged) ...
...rest unchanged...
[rest of the document unchanged]
[Rest of document remains the same]
[… same as before …]
…(same as before)
… same as above …
(same as before)
(same as the original)
<!-- unchanged -->
<!-- rest of the document stays -->
<!-- ... existing content ... -->
<!-- ...rest of the file... -->
<!-- Rest of the sections continue as before -->
(remaining sections unchanged)
(Remaining sections remain unchanged)
[The remaining sections stay exactly as they were.]
[existing content]
[Existing text here]
{existing content}
[previous content remains]
[original content here]
… continues as before
... the document continues as before ...
[content continues unchanged]
(sections 3–9 unchanged)
(Sections 4 to 7 remain the same)
[Section 2 is unchanged]
(unchanged)
[unchanged]
**[UNCHANGED]**
[No changes]
(no changes to this section)
[No changes needed here]
(This section remains unchanged.)
(the introduction stays the same)
[Introduction: same as before]
[omitted for brevity]
[Content omitted for brevity]
[... omitted ...]
[truncated]
[Text truncated for brevity]
<snip>
[snip]
... [rest of the text] ...
[Rest of the article goes here]
[Insert rest of document here]
(insert the remaining sections here)
[Keep the rest as is]
(keep existing content)
[… 3 more paragraphs …]
(12 more rows)
[Everything else stays the same]
(all other sections unchanged)
// ... rest of the document unchanged
/* rest unchanged */
{/* rest of the content */}
--- rest unchanged ---
**Rest of the document unchanged.**
_The rest of the document remains unchanged._
[Note: rest of document unchanged]
(Note: the remaining content is left as it was)
| ... (remaining rows unchanged) ... |
First the plan, then the rest. (rest of the section unchanged)
First the plan... (rest unchanged)
The lease ends in May... rest of the document unchanged
(Rest unverändert)
[… Rest bleibt gleich …]
(der Rest des Dokuments bleibt unverändert)
(übrige Abschnitte unverändert)
[wie zuvor]
(wie bisher)
… wie gehabt …
[bestehender Inhalt]
(unverändert)
(keine Änderungen)
[restlicher Text wie bisher]
(reste inchangé)
(le reste du document est inchangé)
[sections restantes inchangées]
(inchangé)
[contenu existant]
… comme précédemment …
(sans changement)
(le reste du texte demeure identique)
(suite inchangée)
(resto sin cambios)
(el resto del documento permanece igual)
(sin cambios)
… igual que antes …
[contenido existente]
(il resto rimane invariato)
(resto inalterado)
(без изменений)
(остальное без изменений)
（以下同じ）
（以下省略）
（変更なし）
（残りは変更なし）
（残りの部分はそのまま）
（以下、変更なし）
（既存の内容）
（其余不变）
（其余部分保持不变）
（以下省略）
（后续内容不变）
(나머지 동일)
(이하 생략)
(변경 없음)
...
…
. . .
[...]
[…]
(...)
<!-- ... -->
- ...
1. …
**...**
# ...
| ... | ... |
・・・
`
  .trim()
  .split("\n");

test.each(PLACEHOLDERS)("a placeholder: %s", (line) => expect(findPlaceholder(line, false)).not.toBeNull());

test.each([
  "Rest unchanged.",
  "The rest of the document remains unchanged.",
  "Remaining sections unchanged",
  "Der Rest des Dokuments bleibt unverändert.",
])("only as a paragraph of its own: %s", (line) => {
  expect(findPlaceholder(line, false)).toBeNull();
  expect(findPlaceholder(line, true)).not.toBeNull();
  expect(findPlaceholder(`- ${line}`, true)).toBeNull();
});

/** Lines that a document may well have. */
const PROSE = `
Models write "(rest unchanged)" where they should write the text.
They write (rest unchanged) in place of the text.
"(rest unchanged)"
“(same as before)”
All other terms of the agreement remain unchanged.
All other sections remain unchanged.
The remaining steps are unchanged.
Everything else stays the same.
The rest stays as it was.
Same as above.
Unchanged
**Unchanged**
## Unchanged
- Unchanged: the login page
- Prices remain unchanged
- Other sections unchanged
(Prices stay the same.)
Price: 5 EUR (unchanged)
Budget: 5,000 (same as before)
| Price | (unchanged) |
| Port | 8080 | unchanged |
(continued)
(see above)
(before)
(after)
[rest]
(rest for two minutes)
Rest 60 s between sets
[Existing customers](customers.md)
[existing content](content.md)
[Insert company name here]
[Your text here]
[Your name]
[ ] Rest of the kitchen
- [ ] Write the remaining chapters
- [x] Same as last year
and then the rain…
… and so he went home.
"..."
Wait...
Name: ......................
..............................
.......
---
***
* * *
:::
(…) he said, and left.
The text continues on page 4.
Continue with the next section.
See the original document for details.
The document is the same as the one from May, except for its title.
<!-- toc -->
<!-- prettier-ignore -->
<!-- TODO: say more on costs -->
<!-- omit in toc -->
<!-- more -->
<!-- end of section -->
(3 more days)
(2 other people)
[more]
[Table of contents]
[1]: https://example.com
(Original text: Latin)
(translated from the original)
(Der Chor bleibt stehen.)
(le même jour)
(同上の住所)
（東京都）
(igualdad)
../..
./...
/usr/...
`
  .trim()
  .split("\n");

test.each(PROSE)("no placeholder: %s", (line) => {
  expect(findPlaceholder(line, true)).toBeNull();
});
