/** Markdown of an interactive block. */
export const fence = (html: string): string => `\`\`\`html canvas\n${html}\n\`\`\`\n`;

/** The pattern of the protocol: data as embedded JSON, a script that draws it, and controls that tell what was done. */
export const EXAMPLE = `<!doctype html>
<html lang="en">
<head><title>Test results</title></head>
<body>
<table>
  <thead><tr><th><button type="button" id="by-name">Name</button></th><th>Status</th><th>Seconds</th></tr></thead>
  <tbody id="rows"></tbody>
</table>
<form id="form"><input name="comments" required placeholder="Comments" aria-label="Comments"> <button>Submit review</button></form>
<button type="button" onclick="maestro.send('click', 'approve-btn', { approved: true })">
  Approve
</button>
<script type="application/json" id="page-data">
{
  "tests": [
    { "name": "auth-login", "status": "passed", "duration": 1.2 },
    { "name": "api-users", "status": "failed", "duration": 0.8 }
  ]
}
</script>
<script>
  let data = JSON.parse(document.getElementById('page-data').textContent);
  let down = 1;
  const draw = () => {
    const tests = data.tests.toSorted((a, b) => a.name.localeCompare(b.name) * down);
    document.getElementById('rows').replaceChildren(...tests.map((one) => {
      const row = document.createElement('tr');
      for (const text of [one.name, one.status, one.duration]) row.insertCell().textContent = text;
      return row;
    }));
  };
  document.getElementById('by-name').onclick = () => { down = -down; draw(); };
  document.getElementById('form').addEventListener('submit', (event) => {
    event.preventDefault();
    maestro.send('submit', 'review-form', { comments: new FormData(event.target).get('comments') });
  });
  maestro.onUpdate((next) => { data = next; draw(); });
  draw();
</script>
</body>
</html>`;

/** Counts as long as it runs, and shows its data. It does not listen to changes unless \`listens\`. */
export const counter = (data: string, listens = false): string => `<title>Counter</title>
<p id="count">0</p><p id="data"></p><button type="button" onclick="maestro.send('click', 'count-btn')">Tell</button>
<script type="application/json">${data}</script>
<script>
  const show = () => { document.getElementById('data').textContent = document.querySelector('[type="application/json"]').textContent; };
  setInterval(() => { document.getElementById('count').textContent++; }, 100);
  show();
  ${listens ? "addEventListener('canvas:update', (event) => { show(); document.title = JSON.stringify(event.detail); });" : ""}
</script>`;
