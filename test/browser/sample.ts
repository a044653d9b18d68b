/** A document with one of everything that is easy to draw wrongly. */
export const SAMPLE = `# Launch plan

We launch on **Monday**, in three steps, as the [checklist](https://example.com/checklist) says.

## Steps

1. Freeze the code
2. Write the notes
3. Tell everybody

- [x] Tests are green
- [ ] Notes are written

> Slow is smooth, and smooth is fast.

| Who | Does what | Hours |
|---|---|---:|
| Ada | The release notes | 3 |
| Grace | The roll-out | 12 |

\`\`\`ts
export function launch(day: string): string {
  return \`Launching on \${day}\`;
}
\`\`\`

The end.
`;
