/**
 * What a revision costs the model: characters of arguments that it must write with edit_canvas against a full
 * write_canvas, and what it must read back, for a 20 kB document and ten typical revisions.
 * Run: npx tsx bench/token-economy.ts
 */
import { startHarness, viewIn } from "../test/loop/harness.ts";

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
function designDocument(): string {
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

const REVISIONS: readonly Revision[] = [
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

async function main(): Promise<void> {
  const { call, close } = await startHarness();
  const document = designDocument();
  const created = await call("write_canvas", { content: document });
  const id = String(created.structured.canvasId);
  const { key } = viewIn(created);
  console.log(`document: ${document.length} characters, ${REVISIONS.length} revisions\n`);
  console.log(
    [
      "revision".padEnd(28),
      "edit".padStart(7),
      "rewrite".padStart(9),
      "ratio".padStart(7),
      "read back".padStart(10),
    ].join(""),
  );
  let [edits, rewrites, version, text] = [0, 0, 1, document];
  for (const { what, find, replace } of REVISIONS) {
    const edit = { canvas_id: id, base_version: version, edits: [{ find, replace }] };
    const result = await call("edit_canvas", edit);
    if (result.isError) throw new Error(result.text);
    version = Number(result.structured.version);
    text = text.replace(find, () => replace);
    const cost = JSON.stringify(edit).length;
    const full = JSON.stringify({ canvas_id: id, base_version: version, content: text }).length;
    edits += cost;
    rewrites += full;
    console.log(
      [
        what.padEnd(28),
        String(cost).padStart(7),
        String(full).padStart(9),
        `${(full / cost).toFixed(0)}×`.padStart(7),
        String(result.text.length).padStart(10),
      ].join(""),
    );
  }
  console.log(
    [
      "all".padEnd(28),
      String(edits).padStart(7),
      String(rewrites).padStart(9),
      `${(rewrites / edits).toFixed(1)}×`.padStart(7),
    ].join(""),
  );

  // The other direction: what the model reads after the person made ten such edits, against reading the document again.
  const { document: now } = viewIn(await call("load_canvas", { canvas_id: id, key })).checkpoint;
  const mine = TOPICS.reduce(
    (all, topic, i) => all.replace(`- ${topic} item 3: takes ${i + 4} days`, `- ${topic} item 3: takes ${i + 9} days`),
    now.content,
  );
  await call("save_canvas", { canvas_id: id, key, save_key: "bench", base_revision: now.revision, content: mine });
  const feedback = await call("read_canvas", { canvas_id: id, part: "feedback" });
  const share = ((100 * feedback.text.length) / mine.length).toFixed(1);
  console.log(`\nfeedback for ten edits by the person: ${feedback.text.length} characters, ${share} % of the document`);
  await close();
}

await main();
