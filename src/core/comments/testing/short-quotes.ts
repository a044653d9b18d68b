/**
 * Comments on one to four words, and what a model made of the text around them. ‹…› marks the quote before, and after it
 * the place where a person would look for the comment; without marks after, the comment has lost its text. The file is long
 * because it is a table: sentences in many forms of documents, and cases written by hand.
 */
export interface ShortQuote {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** "stands": word for word, once, in the block that took the place of its own or in a neighbour of that. */
  readonly kind: "stands" | "other";
}

/** One sentence with a quote, other ways to say it with the quote in them, and one without. */
interface Subject {
  readonly old: string;
  readonly anew: readonly string[];
  readonly without: string;
  /** Another sentence, of elsewhere in the document, that uses the quote too. */
  readonly elsewhere: string;
}

const SUBJECTS: readonly Subject[] = [
  {
    old: "Clients sign every request with ‹API keys› that never expire.",
    anew: [
      "Short-lived ‹API keys› are handed out by the gateway, one for each caller.",
      "To call us, create a pair of ‹API keys› in the console and rotate them monthly.",
      "Nothing is accepted without ‹API keys›.",
    ],
    without: "Clients sign every request with a token from the gateway.",
    elsewhere: "The appendix lists the API keys of the test system.",
  },
  {
    old: "We expose our data over ‹GraphQL› only.",
    anew: [
      "A ‹GraphQL› endpoint is what most teams will see first; REST follows in autumn.",
      "Whoever needs joins across services should prefer ‹GraphQL›, because one round trip is enough.",
      "‹GraphQL› it is.",
    ],
    without: "We expose our data over REST only.",
    elsewhere: "A workshop on GraphQL takes place in June.",
  },
  {
    old: "The service needs ‹authentication› before anybody can use it.",
    anew: [
      "Requests without ‹authentication› are answered with 401 and a hint.",
      "Nobody gets in unknown: there is ‹authentication› at the edge, and again in each backend.",
      "First comes ‹authentication›, then everything else.",
    ],
    without: "The service asks who you are before anybody can use it.",
    elsewhere: "Costs of authentication are part of the platform budget.",
  },
  {
    old: "Delivery takes ‹two weeks› from the day of the order.",
    anew: [
      "Plan for ‹two weeks›, since customs may want to look inside.",
      "Whoever orders today will hold the parcel in ‹two weeks›.",
      "In most countries our partners manage it in about ‹two weeks›, rarely in less.",
    ],
    without: "Delivery takes a month from the day of the order.",
    elsewhere: "Refunds are paid within two weeks.",
  },
  {
    old: "In ‹March› the first customers move over.",
    anew: [
      "The migration of early adopters is planned for ‹March›, weather permitting.",
      "Nobody moves before ‹March›.",
      "Starting with ‹March›, ten pilot accounts run on the new stack.",
    ],
    without: "In spring the first customers move over.",
    elsewhere: "The board meets in March.",
  },
  {
    old: "Sessions are stored in ‹Redis› on one host.",
    anew: [
      "Because one machine was not enough, a cluster of ‹Redis› nodes now holds whatever a visitor left behind.",
      "‹Redis› keeps what the visitor typed.",
      "We chose ‹Redis›, not a database, for anything that may be forgotten.",
    ],
    without: "Sessions are stored in memory on one host.",
    elsewhere: "Redis also drives the queue of the mailer.",
  },
  {
    old: "The ‹error budget› for this quarter is nearly used up.",
    anew: [
      "After three outages hardly anything remains of our ‹error budget›.",
      "Releases stop as soon as the ‹error budget› is spent.",
      "How much ‹error budget› is left decides whether we ship.",
    ],
    without: "The tolerance for this quarter is nearly used up.",
    elsewhere: "Each team owns an error budget and a dashboard.",
  },
  {
    old: "Users with a ‹premium plan› can export to PDF.",
    anew: [
      "PDF is part of the ‹premium plan›.",
      "Exports come with the ‹premium plan›, while everybody may copy the text by hand.",
      "If you want PDF files, the ‹premium plan› is the cheapest way.",
    ],
    without: "Users who pay can export to PDF.",
    elsewhere: "The premium plan costs nine euro.",
  },
  {
    old: "Our team is ‹fully remote› and meets twice a year.",
    anew: [
      "Being ‹fully remote›, colleagues from nine countries see each other every spring.",
      "There is no office at all: people work ‹fully remote›.",
      "Applicants should know that this job is ‹fully remote›.",
    ],
    without: "Our team works from home and meets twice a year.",
    elsewhere: "The support desk is fully remote, too.",
  },
  {
    old: "Backups run ‹every six hours› and are kept for a month.",
    anew: [
      "A snapshot is taken ‹every six hours›; thirty days later it is removed.",
      "At worst you lose what was written since the last copy, which is made ‹every six hours›.",
      "‹every six hours› a copy is made.",
    ],
    without: "Backups run daily and are kept for a month.",
    elsewhere: "The cleaning job starts every six hours.",
  },
  {
    old: "The price of ‹$49› includes support by mail.",
    anew: [
      "You pay ‹$49›, and mail support is part of it.",
      "For ‹$49› a month somebody answers your letters.",
      "Support costs nothing extra: ‹$49› covers it.",
    ],
    without: "The price of $59 includes support by mail.",
    elsewhere: "Shipping to islands is $49 more.",
  },
  {
    old: "Set `‹maxRetries›` to three unless the network is poor.",
    anew: [
      "On poor networks a larger `‹maxRetries›` helps.",
      "Three is a good value for `‹maxRetries›`, five if packets get lost.",
      "`‹maxRetries›` limits how often we try.",
    ],
    without: "Set the number of attempts to three unless the network is poor.",
    elsewhere: "`maxRetries` appears in the log, too.",
  },
  {
    old: "Der Umzug nach ‹Hannover› beginnt im Mai.",
    anew: [
      "Ab Mai ziehen wir um, und zwar nach ‹Hannover›.",
      "‹Hannover› wird unser neuer Sitz.",
      "Weil die Miete steigt, arbeiten bald alle in ‹Hannover›.",
    ],
    without: "Der Umzug nach Bremen beginnt im Mai.",
    elsewhere: "Die Messe in Hannover findet ohne uns statt.",
  },
  {
    old: "La mise à jour sera livrée par l’équipe de ‹Genève› lundi.",
    anew: [
      "Lundi, nos collègues de ‹Genève› publient la nouvelle version.",
      "C’est ‹Genève› qui s’en charge.",
      "On attend une réponse du bureau de ‹Genève›, sans doute lundi.",
    ],
    without: "La mise à jour sera livrée par nos partenaires lundi.",
    elsewhere: "Le bureau de Genève ferme à midi.",
  },
  {
    old: "本月我们将发布‹移动应用›的第一版。",
    anew: ["第一版的‹移动应用›预计在月底上线。", "大家最期待的是‹移动应用›。", "月底之前，测试人员会拿到‹移动应用›。"],
    without: "本月我们将发布网站的第一版。",
    elsewhere: "去年的移动应用已经下线。",
  },
  {
    old: "来週の‹定例会議›は火曜日に行います。",
    anew: [
      "火曜日に‹定例会議›を開く予定です。",
      "‹定例会議›の日程が変わりました。",
      "資料は‹定例会議›の前に送ります。",
    ],
    without: "来週の打ち合わせは火曜日に行います。",
    elsewhere: "前回の定例会議の議事録を添付します。",
  },
  {
    old: "В ‹пятницу› мы выпускаем новую версию.",
    anew: [
      "Новая версия выйдет в ‹пятницу›.",
      "Тестирование заканчивается в ‹пятницу›, затем публикуем.",
      "Ждём все правки в ‹пятницу›.",
    ],
    without: "В среду мы выпускаем новую версию.",
    elsewhere: "Офис закрыт в пятницу после обеда.",
  },
  {
    old: "The launch post ends with a ‹🚀› and a link.",
    anew: [
      "A ‹🚀› opens the announcement.",
      "Readers find ‹🚀› beside the headline, then our address.",
      "No post without ‹🚀›!",
    ],
    without: "The launch post ends with a greeting and a link.",
    elsewhere: "Slides use 🚀 as their bullet.",
  },
  {
    old: "Teams should ‹avoid meetings› on Friday.",
    anew: [
      "On Fridays please ‹avoid meetings› and write instead.",
      "To get work done before the weekend, ‹avoid meetings›.",
      "Everybody is asked to ‹avoid meetings› after Thursday noon.",
    ],
    without: "Teams should keep their calendars free on Friday.",
    elsewhere: "New hires avoid meetings in their first week.",
  },
  {
    old: "Access is granted by the ‹data protection officer› within a day.",
    anew: [
      "Ask the ‹data protection officer›, who answers the next morning.",
      "Only the ‹data protection officer› may open the archive.",
      "It is up to the ‹data protection officer› to decide.",
    ],
    without: "Access is granted by the owner within a day.",
    elsewhere: "The data protection officer is elected every year.",
  },
];

/** Paragraphs that have nothing to do with the subject: as they are, and rewritten. */
const AROUND = [
  [
    "The canteen opens at noon and closes when the soup is gone.",
    "Lunch starts at twelve; whoever is late goes without soup.",
  ],
  ["Bicycles stand in the yard behind the second gate.", "Put your bicycle behind gate two, never in the hall."],
  [
    "Visitors sign the book at the entrance and wear a badge.",
    "Guests receive badges from the porter after writing their names down.",
  ],
] as const;
const FURTHER = "Plants are watered by whoever sits next to them.";

const bare = (text: string): string => text.replace(/[‹›]/g, "");

/** How a document is put together before and after, from the subject's old and new sentence. */
interface Form {
  readonly name: string;
  readonly before: (old: string, subject: Subject) => string;
  readonly after: (now: string, subject: Subject) => string;
}
const [canteen, bicycles, visitors] = AROUND;
const paragraphs = (...parts: readonly string[]): string => `${parts.join("\n\n")}\n`;
const lines = (...parts: readonly string[]): string => `${parts.join("\n")}\n`;

const FORMS: readonly Form[] = [
  { name: "alone in the document", before: (old) => old, after: (now) => now },
  {
    name: "between paragraphs that stay",
    before: (old) => paragraphs(canteen[0], old, bicycles[0]),
    after: (now) => paragraphs(canteen[0], now, bicycles[0]),
  },
  {
    name: "everything rewritten",
    before: (old) => paragraphs("# House rules", canteen[0], old, bicycles[0], visitors[0]),
    after: (now) => paragraphs("# How we live here", canteen[1], now, bicycles[1], visitors[1]),
  },
  {
    name: "in the middle of a paragraph",
    before: (old) => paragraphs(`${canteen[0]} ${old} ${bicycles[0]}`, visitors[0]),
    after: (now) => paragraphs(`${canteen[0]} ${now} ${bicycles[0]}`, visitors[0]),
  },
  {
    name: "a paragraph rewritten as a whole",
    before: (old) => paragraphs(`${canteen[0]} ${old} ${bicycles[0]}`, visitors[0]),
    after: (now) => paragraphs(`${canteen[1]} ${now} ${bicycles[1]}`, visitors[0]),
  },
  {
    name: "sentences in another order",
    before: (old) => paragraphs(`${canteen[0]} ${bicycles[0]} ${old}`, visitors[0]),
    after: (now) => paragraphs(`${now} ${bicycles[0]} ${canteen[0]}`, visitors[0]),
  },
  {
    name: "a paragraph split",
    before: (old) => paragraphs(visitors[0], `${canteen[0]} ${old} ${bicycles[0]}`),
    after: (now) => paragraphs(visitors[0], canteen[0], now, bicycles[0]),
  },
  {
    name: "two paragraphs merged",
    before: (old) => paragraphs(visitors[0], canteen[0], old),
    after: (now) => paragraphs(visitors[0], `${canteen[1]} ${now}`),
  },
  {
    name: "an item of a list",
    before: (old) => lines("Rules:", "", `- ${canteen[0]}`, `- ${old}`, `- ${bicycles[0]}`),
    after: (now) => lines("Rules:", "", `- ${canteen[0]}`, `- ${now}`, `- ${bicycles[0]}`),
  },
  {
    name: "all items of a list",
    before: (old) => lines("Rules:", "", `1. ${canteen[0]}`, `2. ${old}`, `3. ${bicycles[0]}`, `4. ${visitors[0]}`),
    after: (now) => lines("Rules:", "", `1. ${canteen[1]}`, `2. ${now}`, `3. ${bicycles[1]}`, `4. ${visitors[1]}`),
  },
  {
    name: "a list that becomes prose",
    before: (old) => lines("Rules:", "", `- ${canteen[0]}`, `- ${old}`, `- ${bicycles[0]}`, "", visitors[0]),
    after: (now) => lines(`${canteen[1]} ${now} ${bicycles[1]}`, "", visitors[0]),
  },
  {
    name: "prose that becomes a list",
    before: (old) => paragraphs(`${canteen[0]} ${old} ${bicycles[0]}`, visitors[0]),
    after: (now) => lines("In short:", "", `- ${canteen[1]}`, `- ${now}`, `- ${bicycles[1]}`, "", visitors[0]),
  },
  {
    name: "a cell of a table",
    before: (old) => lines("| Topic | Rule |", "|---|---|", `| One | ${canteen[0]} |`, `| Two | ${old} |`),
    after: (now) => lines("| Topic | Rule |", "|---|---|", `| One | ${canteen[0]} |`, `| Second | ${now} |`),
  },
  {
    name: "a table that becomes a list",
    before: (old) => lines("| Topic | Rule |", "|---|---|", `| One | ${canteen[0]} |`, `| Two | ${old} |`),
    after: (now) => lines(`- ${canteen[1]}`, `- ${now}`),
  },
  {
    name: "a heading",
    before: (old) => paragraphs(canteen[0], `## ${old}`, bicycles[0]),
    after: (now) => paragraphs(canteen[0], `## ${now}`, bicycles[0]),
  },
  {
    name: "a quotation",
    before: (old) => paragraphs(canteen[0], `> ${old}`, bicycles[1]),
    after: (now) => paragraphs(canteen[1], `> **Note:** ${now}`, bicycles[1]),
  },
  {
    name: "a new paragraph before it",
    before: (old) => paragraphs(canteen[0], old, bicycles[0]),
    after: (now) => paragraphs(canteen[0], FURTHER, now, bicycles[0]),
  },
  {
    name: "the paragraph before it taken out",
    before: (old) => paragraphs(visitors[0], canteen[0], old, bicycles[0]),
    after: (now) => paragraphs(visitors[0], now, bicycles[0]),
  },
  {
    name: "the same words further down, as they were",
    before: (old, { elsewhere }) => paragraphs(canteen[0], old, bicycles[0], visitors[0], elsewhere),
    after: (now, { elsewhere }) => paragraphs(canteen[0], now, bicycles[0], visitors[0], elsewhere),
  },
  {
    name: "the same words in the paragraph before, as they were",
    before: (old, { elsewhere }) => paragraphs(elsewhere, old, bicycles[0]),
    after: (now, { elsewhere }) => paragraphs(elsewhere, now, bicycles[0]),
  },
  {
    name: "carriage returns",
    before: (old) => paragraphs(canteen[0], old, bicycles[0]).replaceAll("\n", "\r\n"),
    after: (now) => paragraphs(canteen[0], now, bicycles[0]).replaceAll("\n", "\r\n"),
  },
];

const GONE: readonly Form[] = [
  {
    name: "its words replaced",
    before: (old) => paragraphs(canteen[0], old, bicycles[0]),
    after: (now) => paragraphs(canteen[0], now, bicycles[0]),
  },
  {
    name: "its words replaced, all else rewritten",
    before: (old) => paragraphs(canteen[0], old, bicycles[0]),
    after: (now) => paragraphs(canteen[1], now, bicycles[1]),
  },
  {
    name: "its words replaced, the same in the next paragraph",
    before: (old, { elsewhere }) => paragraphs(canteen[0], old, elsewhere),
    after: (now, { elsewhere }) => paragraphs(canteen[0], now, elsewhere),
  },
  {
    name: "its words replaced, the same in the next sentence",
    before: (old, { elsewhere }) => paragraphs(canteen[0], `${old} ${elsewhere}`),
    after: (now, { elsewhere }) => paragraphs(canteen[0], `${now} ${elsewhere}`),
  },
  {
    name: "its words replaced, the same in the item before",
    before: (old, { elsewhere }) => lines(`- ${elsewhere}`, `- ${old}`, `- ${bicycles[0]}`),
    after: (now, { elsewhere }) => lines(`- ${elsewhere}`, `- ${now}`, `- ${bicycles[1]}`),
  },
  {
    name: "its paragraph taken out, the same further down",
    before: (old, { elsewhere }) => paragraphs(canteen[0], old, bicycles[0], elsewhere),
    after: (_, { elsewhere }) => paragraphs(canteen[0], bicycles[0], elsewhere),
  },
  {
    name: "its paragraph taken out, the same in the next, which gained a word",
    before: (old, { elsewhere }) => paragraphs(canteen[0], old, elsewhere),
    after: (_, { elsewhere }) => paragraphs(canteen[0], `Also: ${elsewhere}`),
  },
  {
    name: "its sentence taken out, the same word at the other end of the paragraph",
    before: (old, { elsewhere }) => paragraphs(`${elsewhere} ${canteen[0]} ${old}`, bicycles[0]),
    after: (_, { elsewhere }) => paragraphs(`${elsewhere} ${canteen[0]}`, bicycles[0]),
  },
  {
    name: "its row taken out, the same in another row",
    before: (old, { elsewhere }) => lines("| A | B |", "|---|---|", `| 1 | ${old} |`, `| 2 | ${elsewhere} |`),
    after: (_, { elsewhere }) => lines("| A | B |", "|---|---|", `| 2 | ${elsewhere} |`),
  },
  {
    name: "its words replaced, the same written into a far paragraph",
    before: (old) => paragraphs(old, canteen[0], bicycles[0], visitors[0]),
    after: (now, { elsewhere }) => paragraphs(now, canteen[0], bicycles[0], `${visitors[0]} ${elsewhere}`),
  },
];

function templates(): ShortQuote[] {
  const cases: ShortQuote[] = [];
  SUBJECTS.forEach((subject, i) => {
    const { old, anew, without } = subject;
    FORMS.forEach((form, j) => {
      // Each form takes another way of saying it, so that all meet all over the whole table.
      const now = anew[(i + j) % anew.length]!;
      cases.push({
        name: `${form.name}: ${old}`,
        before: form.before(old, subject),
        after: form.after(now, subject),
        kind: "stands",
      });
    });
    for (const form of GONE) {
      const after = form.after(without, subject);
      cases.push({ name: `${form.name}: ${old}`, before: form.before(old, subject), after, kind: "other" });
    }
    // The text comes back as it was, with something before it: nothing but the place changes.
    cases.push({
      name: `moved to the end: ${old}`,
      before: paragraphs(old, ...AROUND.map(([text]) => text)),
      after: paragraphs(...AROUND.map(([text]) => text), old),
      kind: "other",
    });
    cases.push({
      name: `moved to the end with a twin left in place: ${old}`,
      before: paragraphs(old, ...AROUND.map(([text]) => text)),
      after: paragraphs(subject.elsewhere, ...AROUND.map(([text]) => text), old),
      kind: "other",
    });
  });
  return cases;
}

type Row = readonly [name: string, before: string, after: string];

/** Written by hand: the quote still stands once where it was. */
const STANDS: readonly Row[] = [
  ["negated", "We support ‹GraphQL› today.", "We do not support ‹GraphQL› any more."],
  ["a question", "The ‹budget› is fixed.", "Who decides about the ‹budget›, and when?"],
  ["made bold", "Use ‹API keys› to sign in.", "You sign in with **‹API keys›** here."],
  ["made a link", "Read about ‹rate limits› first.", "Start here: [‹rate limits›](https://example.org/l)."],
  ["made code", "Call ‹fetch› with a timeout.", "A timeout belongs into every `‹fetch›`."],
  ["a plural beside it", "An ‹API› for everybody.", "Many APIs exist; ours is the ‹API› you know."],
  ["a longer word beside it", "We ‹sign› all builds.", "Design comes later, first we ‹sign›."],
  ["a compound beside it", "The ‹key› is secret.", "Keep a keyring; the ‹key› itself stays at home."],
  [
    "another case beside it",
    "All need ‹authentication› here.",
    "Authentication means: no entry before ‹authentication›.",
  ],
  ["first word", "‹Kafka› moves our events.", "All events go through ‹Kafka›."],
  ["last word", "Our events go through ‹Kafka›", "‹Kafka› is where they go"],
  ["a number", "It takes ‹12› days.", "Count on ‹12›, not 120, working days."],
  ["a version", "Needs Node ‹20.19› or newer.", "From ‹20.19› on it runs; older ones are refused."],
  ["a date", "Due on ‹2024-05-01› at noon.", "We need it by ‹2024-05-01›."],
  ["a path", "Look into ‹src/core› for it.", "Everything pure lives in ‹src/core›, the rest beside it."],
  ["an umlaut", "Das ‹Müsli› ist alle.", "Bitte ‹Müsli› kaufen!"],
  ["an apostrophe behind", "The ‹customer› decides.", "It is the ‹customer›’s decision."],
  ["a hyphen behind", "We use ‹end-to-end› tests.", "Tests run ‹end-to-end› at night."],
  ["a phrase in quotation marks", "Press ‹Send› when done.", "When done, choose “‹Send›”."],
  ["a phrase over a line break", "We ship\n‹every Friday›\nat four.", "At four, ‹every Friday›, we ship."],
  ["four words", "He is ‹head of customer success› now.", "Talk to the ‹head of customer success› about it."],
  ["Chinese without spaces", "请在‹设置›里打开通知。", "打开通知的方法：进入‹设置›，点一下。"],
  ["one Chinese sign", "他住在‹京›都。", "他在‹京›都住了很久。"],
  ["Japanese", "‹検索›は速いです。", "新しい‹検索›を試してください。"],
  ["Korean", "‹서버› 시간이 다릅니다.", "먼저 ‹서버› 를 확인하세요."],
  ["Thai", "เราใช้‹ระบบ›ใหม่", "ใหม่กว่าเดิมคือ‹ระบบ›ของเรา"],
  ["Arabic", "نستخدم ‹الخادم› الجديد.", "سيتوقف ‹الخادم› غدا."],
  ["Hebrew", "אנחנו צריכים ‹שרת› חדש.", "יש ‹שרת› אחד בלבד."],
  ["Hindi", "हमें ‹सर्वर› चाहिए।", "नया ‹सर्वर› कल आएगा।"],
  ["an emoji of several signs", "Ask the ‹👩‍💻› team.", "A ‹👩‍💻› will answer, not a 👩."],
  ["a flag", "Made in ‹🇩🇪› by us.", "We are from ‹🇩🇪› and proud."],
  ["a word with a mark of its own", "Le ‹café› ferme.", "On se voit au ‹café› ?"],
  ["inside parentheses", "The queue (‹Kafka›) is slow.", "Slow (mostly ‹Kafka›) as it is, it works."],
  ["a task", "- [ ] call ‹Anna›\n- [ ] write\n", "- [x] ‹Anna› was called\n- [ ] write\n"],
  ["a nested item", "- a\n  - ask ‹Bob› soon\n- c\n", "- a\n  - the answer comes from ‹Bob›\n- c\n"],
  ["a heading that got a number", "# ‹Scope›\n\nText.\n", "## 1. About ‹Scope› and more\n\nText.\n"],
  ["a setext heading", "‹Scope›\n=====\n\nText.\n", "The ‹Scope› of this\n=================\n\nText.\n"],
  [
    "a heading that became a sentence",
    "## ‹Pricing›\n\nIt is free.\n",
    "Nothing to say about ‹Pricing›: it is free.\n",
  ],
  [
    "a line of code",
    "```ts\nconst ‹retries› = 3;\nrun();\n```\n",
    "```ts\nfunction start(‹retries› = 3) {\n  run();\n}\n```\n",
  ],
  [
    "a name in code beside longer names",
    "```py\n‹limit› = 10\n```\n",
    "```py\nrate_limit = 4\nlimits = [1]\nask(‹limit›)\n```\n",
  ],
  ["a key of front matter", "---\ntitle: ‹Plan›\n---\n\nText.\n", "---\nkind: x\nname: ‹Plan›\n---\n\nText.\n"],
  ["a cell alone", "| a | ‹yes› |\n|---|---|\n| b | no |\n", "| a1 | ‹yes› | new |\n|---|---|---|\n| b | no | x |\n"],
  [
    "a sentence moved into the next paragraph",
    "One line stays. The ‹invoice› is sent by mail.\n\nPaying is easy.\n",
    "One line stays.\n\nPaying is easy, once you hold the ‹invoice› in your hands.\n",
  ],
  [
    "a sentence moved into the paragraph before",
    "Paying is easy.\n\nThe ‹invoice› is sent by mail.\n\nThe end.\n",
    "Once the ‹invoice› came, paying is easy.\n\nThe end.\n",
  ],
  [
    "a paragraph shortened to its core",
    "It was long ago that somebody had the idea, and nobody wrote it down, but the ‹proxy› was born there, and people came to like it for what it did.\n",
    "The ‹proxy› is old.\n",
  ],
  [
    "one sentence spun out",
    "The ‹proxy› is old.\n",
    "It was long ago that somebody had an idea, and nobody wrote it down. That idea was a ‹proxy›.\n\nPeople came to like what it did, and asked for more of the kind.\n",
  ],
  [
    "the other mention goes, this one stays",
    "Kafka is new. We like ‹Kafka› for its speed.\n",
    "The queue is new. For its speed we like ‹Kafka›.\n",
  ],
  [
    "told apart from the paragraph after, which names it now too",
    "Orders are written to ‹Kafka› at once.\n\nMails are sent at night.\n",
    "At once, ‹Kafka› gets all orders that are written.\n\nAt night mails are sent, also from Kafka.\n",
  ],
  ["a trailing space in the quote", "Use the ‹API ›today.", "Today the ‹API ›is what you use."],
  ["part of a word", "the auth‹entica›tion here", "here is an auth‹entica›tion server"],
  ["signs and letters", "We write in ‹C++› mostly.", "Mostly it is ‹C++› that we write."],
  ["a name with a dot", "Built with ‹Node.js› alone.", "It takes ‹Node.js› to build it."],
  ["a percentage", "Uptime is ‹99.9 %› now.", "We promise ‹99.9 %› from now on."],
  ["a short word", "It is ‹not› safe.", "Safe it is ‹not›."],
  ["one letter", "Choose plan ‹B› today.", "Today ‹B› is the plan to choose."],
];

/** Written by hand: what a person would say otherwise. Several equal words, words that are gone, words of others. */
const OTHER: readonly Row[] = [
  ["only a plural is left", "Our ‹API› is stable.", "Our APIs are stable."],
  ["only part of a longer word", "We ‹sign› builds.", "The design of builds matters."],
  ["only inside a name", "The ‹limit› is ten.", "Set `rate_limit` to ten."],
  ["only another emoji with it inside", "Ask the ‹👩› over there.", "Ask the 👩‍💻 over there."],
  ["only the bare emoji is left of a joined one", "Ask the ‹👩‍💻› there.", "Somebody like 👩 knows."],
  ["only in another case", "It needs ‹oauth› now.", "OAUTH is gone."],
  ["removed", "We ship on ‹Friday› at four.", "We ship at four."],
  ["removed, everything else new", "We ‹ship› on Friday.", "Everything is different now."],
  ["removed with its list", "Intro.\n\n- ‹Kafka›\n- Redis\n", "Intro.\n"],
  ["all is gone", "We ‹ship›.", ""],
  ["two new ones, nothing tells them apart", "The ‹cache› helps.", "A cache is a cache."],
  [
    "two new ones, the words around tell",
    "Sessions are kept in the ‹cache› for an hour.",
    "A cache of pages is built at night. For an hour, sessions stay in the ‹cache› too.",
  ],
  [
    "two before and two after, in another order",
    "Redis stores sessions of visitors. Pages of the shop are cached by ‹Redis› for a day.\n",
    "For a day pages of the shop are held by ‹Redis›. Visitors and their sessions are in Redis.\n",
  ],
  [
    "two before and two after, in the same order",
    "Redis stores sessions of visitors. Pages of the shop are cached by ‹Redis› for a day.\n",
    "Sessions of visitors live in Redis. A day long ‹Redis› caches pages of the shop.\n",
  ],
  ["the other of two stays", "Use the ‹API› daily. The API is fast.", "Use the interface daily. The API is fast."],
  [
    "the other of two stays, further in the line",
    "The API is fast. Use the ‹API› daily.",
    "The API is fast. Use the interface each day.",
  ],
  [
    "the other item stays and is reworded",
    "- ‹Redis› for the cache\n- Redis for the queue of mails\n",
    "- Memcached for the cache\n- Redis for a queue of mails\n",
  ],
  [
    "the item before stays and is reworded",
    "- Redis for the queue of mails\n- ‹Redis› for the cache\n",
    "- Redis for a queue with mails\n- Memcached for the cache\n",
  ],
  [
    "swapped items",
    "- ‹Redis› for the cache of pages\n- Kafka for the queue of mails\n",
    "- Kafka for the queue of mails\n- ‹Redis› for the cache of pages\n",
  ],
  [
    "swapped and rewritten paragraphs",
    "Payment runs through ‹Stripe› with cards and invoices.\n\nSearch uses an index that is rebuilt at night.\n",
    "The index for search is rebuilt at night, and on demand.\n\nCards and invoices are both paid through ‹Stripe›.\n",
  ],
  [
    "a far paragraph took it over, with other words",
    "Mail goes out by ‹Postfix› here.\n\nOne.\n\nTwo.\n\nThree.\n",
    "Mail goes out by a service.\n\nOne.\n\nTwo.\n\nPostfix was switched off. Three.\n",
  ],
  [
    "a far paragraph took its sentence over",
    "Mail goes out by ‹Postfix› on our own host.\n\nOne.\n\nTwo.\n\nThree.\n",
    "Mail is something else.\n\nOne.\n\nTwo.\n\nThree. Mail goes out by ‹Postfix› on our own host.\n",
  ],
  [
    "its sentence is gone, the paragraph before stays reworded at its place",
    "We use Kubernetes.\n\n‹Kubernetes› runs in Frankfurt.\n",
    "Our cluster lives in Frankfurt.\n\nWe chose Kubernetes.\n",
  ],
  ["lightly changed inside", "We need ‹two weeks› for tests here.", "We need ‹two full weeks› for tests here."],
  [
    "lightly changed inside, the same words elsewhere",
    "We need ‹two weeks› for the tests of this release.",
    "We need ‹two full weeks› for the tests of this release. Launch is two weeks later.",
  ],
  ["typed before", "one ‹two› three", "one and a half ‹two› three"],
  ["untouched", "A ‹word› here.\n\nMore.\n", "A ‹word› here.\n\nMuch more, and a word.\n"],
  ["untouched, its twin rewritten", "A ‹word› here.\n\nA word there.\n", "A ‹word› here.\n\nThere is a word.\n"],
  ["untouched, its twin gone", "A word here.\n\nA ‹word› there.\n", "Gone.\n\nA ‹word› there.\n"],
  ["untouched, a copy before it", "A ‹word› here.\n", "A word is a word.\n\nA ‹word› here.\n"],
  ["Chinese, replaced", "请在‹设置›里打开通知。", "请在菜单里打开通知。"],
  ["Chinese, twice afterwards", "请打开‹设置›。", "设置里还有设置。"],
  ["Japanese, the other stays", "‹検索›は速い。\n\n検索は便利です。\n", "表示は速い。\n\n検索は便利です。\n"],
  ["code, the other line stays", "```\na = ‹limit›\nb = limit + 1\n```\n", "```\na = 5\nb = limit + 1\n```\n"],
  ["code, renamed", "```\n‹limit› = 10\nrun(limit)\n```\n", "```\nmaximum = 10\nrun(maximum)\n```\n"],
  ["a row, its twin stays", "| a | ‹yes› |\n| b | yes |\n", "| a | no |\n| b | yes |\n"],
  ["a row, all rows the other way round", "| a | ‹yes› |\n| b | no |\n", "| a | no |\n| b | yes |\n"],
  ["an answer turned round", "Is it safe? ‹Yes›.\n\nIs it fast? No.\n", "Is it safe? No.\n\nIs it fast? Yes.\n"],
  ["a heading's word in the text below", "## ‹Pricing›\n\nPricing is fair.\n", "## Costs\n\nPricing is fair.\n"],
];

const byHand = (rows: readonly Row[], kind: ShortQuote["kind"]): ShortQuote[] =>
  rows.flatMap(([name, before, after]) => [
    { name, before, after, kind },
    {
      name: `${name}, among paragraphs that stay`,
      before: /^---\n/.test(before) ? before : paragraphs(FURTHER, before.trimEnd(), visitors[0], canteen[0]),
      after: /^---\n/.test(before) ? after : paragraphs(FURTHER, after.trimEnd(), visitors[0], canteen[0]),
      kind,
    },
  ]);

export const SHORT_QUOTES: readonly ShortQuote[] = [
  ...templates(),
  ...byHand(STANDS, "stands"),
  ...byHand(OTHER, "other"),
];

/** "a ‹b› c" → the text, and where b stands; -1 and no length without marks. */
export function readMarks(marked: string): {
  readonly content: string;
  readonly from: number;
  readonly length: number;
} {
  const from = marked.indexOf("‹");
  const to = marked.indexOf("›") - 1;
  return { content: bare(marked), from, length: from < 0 ? 0 : to - from };
}
