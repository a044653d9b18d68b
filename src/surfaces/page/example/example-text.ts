/** The words of the example canvas. Short: every paragraph is there to be tried out. */
export const EXAMPLE_TEXT = `# Welcome to Writing Canvas

This is a canvas: a document that you and your assistant write **together**. Your assistant writes it from any conversation. You edit it here, comment on it, and approve it. Nothing either of you wrote is ever lost.

## Try it on this page

- [ ] Tick this box
- [ ] Change a word in this line, any word
- [ ] Select a few words and leave a comment
- [ ] Accept or reject the suggestion above
- [ ] Open **History** in the menu, and look at what you changed

Press **Send** when you are done: your assistant learns exactly what you changed and what you asked, and answers with edits of its own.

## How it goes on

| You say | Your assistant |
|---|---|
| "Write a plan for the move in a canvas" | writes it, and you see it here at once |
| "Shorten the second part" | changes only those lines, and they are marked |
| "Wait for my review" | waits until you send or approve |

> This line is protected: your assistant cannot change a word of it. Select any words and press **Protect** to lock your own.

When you know your way around, delete this page. You can always undo it.
`;

export const EXAMPLE_SUGGESTION = {
  find: "from any conversation",
  replace: "from any app",
  reason: "Says that you are not tied to one program.",
};

export const EXAMPLE_COMMENT = {
  quote: "Nothing either of you wrote is ever lost",
  body: "This is a comment from your assistant. Answer it, or resolve it when it is settled: only you can do that.",
};

export const EXAMPLE_PROTECTED = "This line is protected: your assistant cannot change a word of it.";
