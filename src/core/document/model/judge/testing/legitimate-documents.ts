/**
 * Documents of many kinds, to be rewritten in legitimate ways: much in them looks like a fault and is none. Over 400 lines
 * because they are whole documents.
 */
export const DOCUMENTS: Readonly<Record<string, string>> = {
  "a plan": `# Moving the library

The town library moves from the old school to the former post office. The move takes place in the summer holidays, when
most readers are away. This paper says who does what, and what it costs.

## Why the post office

It has a lift, it is dry, and it stands beside the bus stop. The old school has none of these. The roof of the school
was mended three times in ten years, and each time some of the maps got wet.

## Timetable

In June the shelves are measured. In July the books are packed by subject, forty to a box, and every box gets a number.
In August they are carried over by the sports club, which asks for nothing but a barbecue.

## Costs

The boxes cost 900 euros, the van 400, the barbecue 250. The council pays half of it if we apply before May.

## Open questions

Who keeps the children's corner open in July? Nobody has volunteered. The school would lend us a classroom.
`,
  "a paper with LaTeX": `# Heat in a thin rod

We study $u_t = \\nu \\nabla^2 u$ on $[0, 1]$ with $\\nu \\neq 0$. Where $\\nu$ is not constant, the operator is
$\\nabla \\cdot (\\nu \\nabla u)$, and nothing below changes except the norm.

## Notation

Let $n \\in \\mathbb{N}$, $x \\notin \\partial\\Omega$, and write $\\neg p$ for the negation. We use \\newcommand{\\R}{\\mathbb{R}}
and \\newline where a break is meant. The vector $\\vec{n}$ is normal.

## Result

$$
\\begin{aligned}
\\nabla u &= 0 \\\\
\\nu &\\ne \\mu \\\\
a_1, a_2, \\ldots, a_n &\\nleq b
\\end{aligned}
$$

The sum $a_1 + ... + a_n$ is bounded. The proof is by induction: the case $n = 1$ is plain, and the step uses \\nu twice.

## Discussion

The bound is not sharp. For $\\nu \\to 0$ it degenerates, as everybody expects, and one needs another norm.
`,
  "a page about diffs": `# How to read a diff

A diff shows what changed between two texts. Lines with a minus are gone, lines with a plus are new.

\`\`\`diff
--- a/greeting.txt
+++ b/greeting.txt
@@ -1,3 +1,3 @@
 Dear all,
-the meeting is on Monday.
+the meeting is on Tuesday.
 Yours
\`\`\`

## The header

The line with \`@@ -1,3 +1,3 @@\` says where the hunk stands. The two lines above it, \`---\` and \`+++\`, name the files.

## Applying it

    git apply greeting.patch
    patch -p1 < greeting.patch

## What models get wrong

Some send a diff where the whole text is wanted, and some write "(rest unchanged)" or \`... existing code ...\` for what they
did not repeat:

\`\`\`markdown
# Title

(rest unchanged)

...
\`\`\`

Neither can be applied by a machine that expects the text.
`,
  "notes with front matter": `---
title: Notes on the allotment
tags: [garden, spring]
# kept by hand
season: 2031
...

# Notes on the allotment

The first beans came up on the third of May. The slugs came on the fourth. Copper tape kept them off the raised beds and
nowhere else, so next year there will be more raised beds.

## Watering

Twice a week is enough for everything but the tomatoes. The barrel holds 300 litres and lasts eleven days without rain.

## A config for the timer

\`\`\`yaml
---
valve: 1
every: 3d
...
---
valve: 2
every: 1d
...
\`\`\`

## Next year

Fewer courgettes. Five plants fed the whole street, and the street has asked us to stop.
`,
  "a Windows guide": `# Setting up the build on Windows

Install the tools to C:\\new\\tools and keep your notes in C:\\notes\\next. The installer writes to C:\\Users\\nina\\AppData and
asks for no rights. A share such as \\\\nas\\nightly\\new works as well, only slower.

## Paths

Put C:\\new\\tools\\bin in front of the others. Programs in src\\net\\node are built first, then src\\ui\\next.

## When it fails

1. Delete C:\\new\\tmp and everything below it
2. Run \`nmake /f build\\nmake.mak\` in a new window
3. Look at C:\\notes\\next\\log.txt for the word "fatal"

## Long paths

Windows stops at 260 characters unless the setting is changed. \`\\\\?\\C:\\new\` in front of the path helps most programs.
`,
  "a page about regular expressions": `# Matching lines

A dot matches any character except \\n. To match a line ending on any system, write \`\\r?\\n\`, never \`[\\r\\n]+\`, which also
eats empty lines.

## Anchors

\`^\` stands for the beginning and \`$\` for the end of the text; with the flag m they stand for those of a line.

| pattern | matches | does not match |
|---------|---------|----------------|
| \`\\d+\\n\` | "12\\n"  | "12"           |
| \`^...$\` | "abc"   | "ab"           |
| \`[^\\n]*\` | any line | nothing      |

## Backslashes

In a string they are doubled: "\\\\n" is a backslash and an n, "\\n" is a line break. In a raw string they are not.

## Speed

Two stars one inside the other, as in \`(a*)*\`, can take longer than anybody will wait. Write \`a*\` and be done.
`,
  "a page about placeholders": `# Why the guard exists

Language models like to save their breath. Asked for a whole document with one changed word, they send the first paragraph,
the changed word and "(rest unchanged)". A program that believes them deletes the rest.

## What they write

- "(rest unchanged)" and "[same as before]" are the most common
- \`<!-- rest of the document -->\` comes from their training on code
- "… continues as before" is the polite form

## What we do

The text is held, not written. The model is told which line looks like a placeholder, and sends the text again or says
that it means it. A person who writes "(unchanged)" in their own document is never asked, because the canvas has it already.

## What we do not do

We do not guess what the rest was. A guess that is right nine times is a disaster the tenth time.
`,
  "a poem": `# Late train

The lamps go by... and by... and by,
the river is a strip of sky,
and someone whom I used to know
says: wait... and then... I have to go.

...

## II

The doors, they close... the doors, they sigh...
a child asks where the stations lie
when nobody is there to see.
The child is asking... maybe... me.

…

## III

Tomorrow there is bread to buy,
there is a shirt to hang and dry;
the lamps, the river and the snow
go by... go by... I let them go.
`,
  "a recipe": `# Bread for two days

1. Mix 500 g of flour with 350 g of water and let it rest for an hour
2. Add 10 g of salt and a spoon of starter
3. Fold it four times, with half an hour of rest between
4. Let it rise overnight in the fridge
5. Shape it, wait for an hour, cut it
6. Bake it in a closed pot for 25 minutes at 250 degrees
7. Take off the lid and bake for another 20

## Notes

The rest is patience. If the dough runs, take less water the next time; if it tears, take more. Rye flour wants more water
than wheat, and less folding.

## What can go wrong

- No crust: the pot was not hot
- No taste: too little salt, or too little time
- No bread: the starter was dead, so begin again
`,
  "a report with tables": `# Third quarter

Sales rose by a tenth. The south did better than the north for the first time, and returns fell everywhere.

## Sales by region

| Region      |      Q2 |      Q3 | Change      |
|-------------|--------:|--------:|-------------|
| North       |  12,400 |  12,400 | (unchanged) |
| South       |  11,100 |  14,900 | +34 %       |
| East        |   4,000 |   3,900 | -3 %        |
| West        |   7,700 |   7,700 | same        |

## Returns

| Reason      | Q2 | Q3 |
|-------------|---:|---:|
| broken      | 41 | 22 |
| wrong size  | 18 | 17 |
| other       |  9 |  9 |

## Outlook

The budget for the fourth quarter is 5,000 (same as before). Prices remain unchanged. Two more shops open in the east.
`,
  "a changelog": `# Changelog

## 2.1.0

- Added: export of tables
- Changed: the sidebar remembers its width
- Unchanged: everything else, in particular the file format
- Removed: the old importer, see the notes for 2.0

## 2.0.1

- Fixed: a crash on empty files
- Fixed: paths such as C:\\new\\docs were cut at the backslash
- Other sections of the manual are unchanged

## 2.0.0

+ New file format
+ New importer
- No more support for version 1

## 1.9.9

No changes.

## 1.9.8

- Fixed: the number of words was wrong by one...
`,
  "a chat transcript": `# Support chat, Tuesday

**Ana:** Hello? Is anybody there?

**Ben:** Yes, sorry... I was typing. What happened?

**Ana:** The page says "same as before" and then nothing.

**Ben:** Could you send me the whole text?

**Ana:** > Dear customer,
> […]
> the rest is unchanged.

**Ben:** Thank you. That is a draft that somebody cut... It should never have been sent.

**Ana:** So I wait?

**Ben:** So you wait. I will write to you tomorrow, the same time as today.

## Afterwards

Ben found the draft in the outbox of a colleague who had left for the weekend. The full letter went out on Wednesday, with an
apology, and Ana has kept both of them.
`,
  "an API page": `# Orders

An order is a JSON object. All amounts are in cents.

\`\`\`json
{
  "id": "ord_1",
  "note": "line one\\nline two\\n",
  "items": [
    { "sku": "A-1", "count": 2 },
    ...
  ]
}
\`\`\`

## Creating an order

Send a \`POST\` with the object without its \`id\`. The answer has the whole object. Fields that are left out keep their default.

## Changing an order

Send a \`PATCH\` with the fields that change; the remaining fields stay the same. A \`PUT\` replaces the whole order.

## Errors

| status | meaning |
|---|---|
| 400 | the body is no JSON, or "note" has more than 2,000 characters |
| 404 | there is no such order |
| 409 | it has been sent already |

Every error has a \`message\` that can be shown to the person as it is.
`,
  "lists of plus and minus": `- Good: the room is quiet
- Good: the chairs can be moved
- Bad: there is no water
+ Idea: bring bottles
+ Idea: ask the caretaker
- Bad: the door is locked at eight
- Bad: nobody has the key
+ Idea: ask for a key
+ Idea: finish by half past seven
- Good: the rent is low
- Good: there is a piano, though nobody may play it
+ Idea: learn to play the piano quietly
- Bad: the heating is switched off in April
+ Idea: wear a coat
`,
  "a template": `# Minutes of [meeting]

Date: ....................
Present: [names]

## Agenda

1. ...
2. ...
3. ...

## Decisions

- [Insert decision here]
- ...

## Tasks

| what | who | until |
|---|---|---|
| ... | ... | ... |

## Remarks

[Your text here]

Fill in what you know and delete the lines that you do not need. The secretary sends the minutes round on the next day, and
whoever was there has a week to object.
`,
  "an amendment": `# Second amendment to the lease of 3 March 2028

## 1. Rent

Section 4 is replaced as follows: "The rent is 840 euros a month, due on the third working day."

## 2. Garden

A new section 12a is added: "The tenant may use the garden and keeps the path free of snow."

## 3. Notice

In section 9 the words "three months" are replaced by "six months".

## 4. Everything else

All other terms of the lease remain unchanged. The remaining sections stay in force as they are. Where this amendment and the
lease disagree, the amendment prevails.

## 5. Signatures

Place, date: ..............................

Landlord: ..............................

Tenant: ..............................
`,
  "a README": `\`\`\`
  _ _ _
 (_|_|_)  abacus
\`\`\`

# abacus

A calculator for people who like beads.

## Install

\`\`\`sh
npm install abacus
\`\`\`

## Use

\`\`\`ts
import { count } from "abacus";

// ... your beads
const sum = count("1 + 2\\n3 + 4\\n");
\`\`\`

## Options

- \`--beads <n>\`: how many a row has, ten unless told otherwise
- \`--rows <n>\`: how many rows, at most 40
- \`--quiet\`: no clicking

## Thanks

To everybody who sent beads. The licence is in the file of that name.

\`\`\`
(rest unchanged)
\`\`\`
`,
  "a screenplay": `# The key

INT. STAIRCASE, NIGHT

A lamp flickers. MARA (40) stands before a door, bags in both hands.

MARA
(to herself)
Left pocket. It is always the left pocket...

She puts down the bags. It is not the left pocket.

NEIGHBOUR
(off)
Same as last week?

MARA
(before she can help it)
Same as last week.

The door opposite opens. Light falls on the floor. The NEIGHBOUR holds out a key on a red ribbon and says nothing at all.

CUT TO:

INT. KITCHEN, LATER

They eat soup. The ribbon lies between them on the table, and neither looks at it.

(CONTINUED)
`,
  "a Japanese page": `# 図書館の引っ越し

町の図書館は、古い学校から元の郵便局へ移ります。引っ越しは、多くの利用者が留守にする夏休みに行います。この文書は、誰が何をするか、そしていくらかかるかを説明します。

## なぜ郵便局か

エレベーターがあり、湿気がなく、バス停の隣にあります。古い学校にはそのどれもありません。屋根は十年で三回直しましたが、そのたびに地図が濡れました。

## 予定

六月に棚を測ります。七月に本を分野ごとに箱に詰め、箱に番号を付けます。八月にスポーツクラブが運びます。料金は以前と同じです。

## 未決事項

七月に子どもコーナーを誰が開けるのか、まだ決まっていません。学校は教室を一つ貸してくれるそうです。
`,
  "a German letter": `# Brief an die Mieter

Sehr geehrte Damen und Herren,

im Mai wird die Heizung erneuert. An drei Tagen gibt es kein warmes Wasser, und zwar am 4., am 5. und am 11. Mai. Die Miete
bleibt unverändert, die Nebenkosten sinken voraussichtlich um ein Zehntel.

## Was Sie tun müssen

Bitte räumen Sie die Heizkörper frei. Wer nicht zu Hause sein kann, gibt den Schlüssel bei Frau Noll im Erdgeschoss ab. Der
Rest ist Sache der Firma.

## Was sich nicht ändert

Die Ablesung bleibt wie bisher im Dezember. Auch die Ansprechpartner sind dieselben.

## Fragen

Rufen Sie an, am besten vormittags. Am Nachmittag ist niemand da, weil alle im Keller stehen.

Mit freundlichen Grüßen
`,
  "a page with HTML": `<h1>Opening hours</h1>

<!-- toc -->

<p>We are open every day but Monday.</p>

<h2>Summer</h2>

<table>
<tr><td>Tuesday to Friday</td><td>10 to 20</td></tr>
<tr><td>Weekend</td><td>9 to 22</td></tr>
</table>

<!-- prettier-ignore -->
<pre>
...
(rest unchanged)
</pre>

<h2>Winter</h2>

<p>The same as in summer, only shorter: we close at 18, and the terrace is closed... unless the sun comes out.</p>

<details>
<summary>Holidays</summary>

Closed on the 24th and the 31st of December, open on all others.

</details>
`,
  "a study of a quotation": `Reading Montaigne slowly
========================

The essay on idleness is short, and it is usually quoted shorter.

> Just as fallow land, when rich and fertile, teems with wild herbs,
> [...]
> so it is with minds.

What is left out
----------------

The bracket hides two comparisons. The first is with land that must be worked and sown; the second is with women who bear
lumps of flesh unless they are given other seed. It is plain why editors like the bracket.

> The soul that has no fixed aim loses itself.
> …

What that does to the text
--------------------------

An argument by three likenesses becomes one by a single likeness, and the reader takes for calm what was a list of fears.
`,
  "numbered verses": `1 In the beginning there was a form, and the form was empty.
2 And the clerk said: let it be filled in, and it was filled in, with a pencil.
3 And the clerk saw the pencil, that it was not a pen.
4 And he divided the pencil from the pen, and called the pen valid.
5 And the evening and the morning were the first working day.
6 And the clerk said: let there be a stamp in the midst of the form.
7 And it was stamped, and the stamp was the wrong way up.
8 And the clerk called the stamp valid all the same, for it was Friday.
9 And on the seventh day the office was closed.
`,
  "minutes with tasks": `# Minutes, 12 May

Present: Ada, Jun, Piet. Excused: Noor.

## Tasks

- [x] Order the boxes (Ada)
- [ ] Ask the remaining families (Jun)
- [ ] Write the rest of the invitation (Piet)
- [ ] Same as last year: ask the fire brigade for benches

## Decisions

1. The feast is on the 21st of June
2. Entrance stays free
3. The remaining money goes to the playground

## Discussion

Piet wants a band, Jun a choir. They agreed on both, one after the other, with half an hour of rest between. Ada asked who
cleans up; after a long silence everybody said "the same people as before", which means Ada.
`,
};
