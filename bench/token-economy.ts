/**
 * What the canvas costs a model, in characters: what it reads before its first word; what it writes for ten revisions, with
 * edit_canvas against full rewrites; and what it reads in ten rounds with a person. Nothing is measured by the clock.
 * Run: npm run bench:tokens
 */
import { type Harness, startHarness, viewIn } from "../test/loop/harness.ts";
import { designDocument, REVISIONS, roundsDocument } from "./token-documents.ts";

const row = (first: string, ...rest: readonly (string | number)[]): void =>
  console.log([first.padEnd(34), ...rest.map((cell) => String(cell).padStart(10))].join(""));

/** Instructions, descriptions and schemas of the tools that a model is shown. */
async function upFront({ client }: Harness): Promise<void> {
  const { tools } = await client.listTools();
  const shown = tools.filter(({ _meta }) => !JSON.stringify(_meta ?? {}).includes('"visibility"'));
  const parts = [
    client.getInstructions() ?? "",
    ...shown.map(({ description = "" }) => description),
    ...shown.map(({ inputSchema }) => JSON.stringify(inputSchema)),
  ];
  row("instructions", parts[0]!.length);
  for (const { name, description = "", inputSchema } of shown) {
    row(`  ${name}`, description.length, JSON.stringify(inputSchema).length);
  }
  row("all before the first word", parts.join("").length, "goal 7,000");
}

/** Ten typical revisions of a document of 20 kB, by edits and by rewrites. */
async function revisions({ call }: Harness): Promise<void> {
  const document = designDocument();
  const created = await call("write_canvas", { content: document });
  const id = created.canvasId;
  row(`document: ${document.length} characters`, "edit", "rewrite", "less by", "read back");
  let [edits, rewrites, text] = [0, 0, document];
  for (const { what, find, replace } of REVISIONS) {
    const edit = { canvas_id: id, edits: [{ find, replace }] };
    const result = await call("edit_canvas", edit);
    if (result.isError) throw new Error(result.text);
    text = text.replace(find, () => replace);
    const cost = JSON.stringify(edit).length;
    const full = JSON.stringify({ canvas_id: id, base_version: result.version, content: text }).length;
    edits += cost;
    rewrites += full;
    row(what, cost, full, `${(full / cost).toFixed(0)} ×`, result.text.length);
  }
  row("all", edits, rewrites, `${(rewrites / edits).toFixed(1)} ×`);
}

/** Ten rounds: the person makes two edits and a comment and sends; the model waits for that, then answers with one edit. */
async function rounds({ call }: Harness): Promise<void> {
  const content = roundsDocument();
  const created = await call("write_canvas", { content });
  const { canvasId: canvas_id } = created;
  const { key } = viewIn(created);
  let [read, wrote] = [created.text.length, 0];
  for (let round = 0; round < 10; round++) {
    const { document } = viewIn(await call("load_canvas", { canvas_id, key })).checkpoint;
    const mine = document.content
      .replace(`budget of topic ${round} is`, `budget of topic ${round}, agreed in May, is`)
      .replace(`Risk ${round}: the team may be late`, `Risk ${round}: the supplier may be late`);
    const quotedText = `Step ${round} begins`;
    const anchor = { quotedText, offset: mine.indexOf(quotedText), length: quotedText.length };
    const comments = [{ op: "add", id: `round${round}`, body: `Who starts step ${round}, and when?`, anchor }];
    const save = { canvas_id, key, save_key: `r${round}`, base_revision: document.revision, content: mine };
    const saved = await call("save_canvas", { ...save, comments, sent: true });
    if (saved.isError) throw new Error(saved.text);
    const news = await call("await_review", { canvas_id });
    const edit = {
      canvas_id,
      edits: [{ find: `Step ${round} begins`, replace: `Step ${round}, led by Ada, begins` }],
      addresses: [`round${round}`],
    };
    const answer = await call("edit_canvas", edit);
    if (news.isError || answer.isError) throw new Error(news.text + answer.text);
    read += news.text.length + answer.text.length;
    wrote += JSON.stringify(edit).length;
  }
  row(`ten rounds on ${content.length} characters`, "read", "written");
  row("", read, wrote, "goal 10,000 read");
}

for (const part of [upFront, revisions, rounds]) {
  const harness = await startHarness();
  await part(harness);
  console.log();
  await harness.close();
}
