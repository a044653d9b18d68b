/** The documents of the token benchmark, and what is done to them. */

const TOPICS = [
  "Goals",
  "Users",
  "Interface",
  "Storage",
  "Limits",
  "Errors",
  "Security",
  "Rollout",
  "Costs",
  "Questions",
];

/** About 20 kB of the markdown that people and models write: prose, lists, a table, code. */
export function designDocument(): string {
  const sections = TOPICS.map((topic, i) => {
    const name = topic.toLowerCase();
    const prose = Array.from(
      { length: 6 },
      (_, n) =>
        `The ${name} of the system, part ${n + 1}, were discussed with the team in week ${i + n + 3}. We settled on the simplest thing that can work, because ${name} are easy to extend later and hard to take away once people rely on them. Decision ${i}.${n} stands until somebody brings new numbers, and its owner is team ${String.fromCharCode(65 + ((i + n) % 9))}.`,
    );
    const list = Array.from({ length: 4 }, (_, n) => `- ${topic} item ${n + 1}: takes ${i + n + 2} days, needs review`);
    const table = `| ${topic} | Now | Then |\n|---|---|---|\n| requests | ${i}00 | ${i}50 |\n| latency | ${i + 4} ms | ${i + 2} ms |`;
    const code = `\`\`\`ts\nconst ${name} = load("${name}.json", { retries: ${i} });\n\`\`\``;
    return [
      `## ${topic}`,
      prose[0],
      prose[1],
      list.join("\n"),
      prose[2],
      table,
      code,
      prose[3],
      prose[4],
      prose[5],
    ].join("\n\n");
  });
  return `# Design of the system\n\n${sections.join("\n\n")}\n`;
}

interface Revision {
  readonly what: string;
  readonly find: string;
  readonly replace: string;
}

export const REVISIONS: readonly Revision[] = [
  {
    what: "correct a word",
    find: "part 2, were discussed with the team in week 5",
    replace: "part 2, were discussed with the team in week 6",
  },
  { what: "another number in a table", find: "| latency | 7 ms | 5 ms |", replace: "| latency | 7 ms | 4 ms |" },
  {
    what: "rewrite a sentence",
    find: "Decision 4.1 stands until somebody brings new numbers, and its owner is team F.",
    replace:
      "Decision 4.1 is open again: the numbers of March speak against it, and team F will propose another by Friday.",
  },
  {
    what: "add a list item",
    find: "- Errors item 4: takes 10 days, needs review",
    replace: "- Errors item 4: takes 10 days, needs review\n- Errors item 5: a page for the operators, 2 days",
  },
  { what: "delete a list item", find: "- Costs item 2: takes 11 days, needs review\n", replace: "" },
  {
    what: "change a line of code",
    find: 'const limits = load("limits.json", { retries: 4 });',
    replace: 'const limits = load("limits.json", { retries: 4, timeout: 500 });',
  },
  { what: "rename a heading", find: "## Questions", replace: "## Open questions" },
  { what: "tick off a decision", find: "Decision 8.3 stands", replace: "Decision 8.3 (approved) stands" },
  {
    what: "add a paragraph",
    find: "## Security\n",
    replace:
      "## Security\n\nEvery call is checked against the owner of what it touches. Keys are compared in constant time, and never logged. Nothing is reachable from other machines unless a token is set.\n",
  },
  {
    what: "add a short section",
    find: "## Costs\n",
    replace:
      "## Training\n\nTwo sessions for the support team before the rollout, one for the operators after it. The material stays in the repository beside the code, and is part of its review.\n\n## Costs\n",
  },
];

/** About 3.5 kB: what a person and a model work over in ten rounds. */
export function roundsDocument(): string {
  const sections = Array.from(
    { length: 10 },
    (_, i) =>
      `## Topic ${i}\n\nThe budget of topic ${i} is ${i + 2},000 euro, and it was set by the board in spring after a long talk.\n\nStep ${i} begins with a look at what there is, and ends with a list of what is missing. Risk ${i}: the team may be late, because other work comes first. We look at it again in week ${i + 30}, and tell the board what it would cost.\n`,
  );
  return `# The plan for the year\n\n${sections.join("\n")}`;
}
