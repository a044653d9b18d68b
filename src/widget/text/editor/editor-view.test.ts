// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from "vitest";
import type { TextChange } from "../../../core/diff/hunk.ts";
import { applyChanges } from "../../../core/diff/text-changes.ts";
import { createEditor, type EditorHandle, type EditorHistory, type EditorOptions } from "./editor-view.ts";
import type { KeptHistory } from "./kept-history.ts";

// happy-dom tells of a new selection inside the call that sets it; browsers do so later, and CodeMirror relies on that.
document.addEventListener("selectionchange", (event) => event.stopImmediatePropagation());

const open: EditorHandle[] = [];
afterEach(() => {
  for (const editor of open.splice(0)) editor.destroy();
});

function edit(text: string, options: Partial<EditorOptions> = {}) {
  const told: { text: string; changes: readonly TextChange[] }[] = [];
  const editor = createEditor(document.body, {
    text,
    onChange: ({ text: next, changes }) => told.push({ text: next, changes }),
    ...options,
  });
  open.push(editor);
  return { editor, told };
}

describe("what nobody sees", () => {
  test("is drawn as a mark, and what a script needs is left alone", () => {
    const { editor } = edit("pass\u200bword \u202e\u202d \u{e0068}\u{e0069}\nמי\u200f 👩🏽‍⚕️");
    const marks = [...document.querySelectorAll<HTMLElement>(".cm-content .unseen")].map(({ dataset }) => dataset.mark);
    expect(marks).toEqual(["ZWSP", "2 UNSEEN", "TAG hi"]);
    expect(editor.text()).toContain("pass\u200bword");
  });
});

describe("the editor", () => {
  test("tells what the person changed, in offsets of the text before", () => {
    const { editor, told } = edit("a word here");
    editor.select(2, 6);
    editor.run("bold");
    expect(editor.text()).toBe("a **word** here");
    expect(told).toHaveLength(1);
    expect(applyChanges("a word here", told[0]!.changes)).toBe(editor.text());
  });

  test("takes an outside change without telling it, with caret and undo in place", () => {
    const { editor, told } = edit("one two three");
    editor.select(4, 7);
    editor.run("italic");
    editor.setText("Zero. one *two* three, four");
    expect(told).toHaveLength(1);
    expect(editor.selection()).toMatchObject({ from: 11, to: 14 });
    editor.run("undo");
    expect(editor.text()).toBe("Zero. one two three, four");
    editor.run("redo");
    expect(editor.text()).toBe("Zero. one *two* three, four");
  });

  test("never undoes an outside change", () => {
    const { editor } = edit("a");
    editor.setText("a\n\nb");
    editor.run("undo");
    expect(editor.text()).toBe("a\n\nb");
  });

  test.each([
    ["all CRLF", "# a\r\n\r\nword\r\n"],
    ["mixed", "a\r\nb\nc\rword\r\n"],
    ["no break at the end", "a\r\nword"],
  ])("keeps every untouched line's own terminator: %s", (_name, source) => {
    const { editor, told } = edit(source);
    expect(editor.text()).toBe(source);
    const at = source.indexOf("word");
    editor.select(at, at + 4);
    expect(editor.selection()).toMatchObject({ from: at, to: at + 4 });
    editor.run("bold");
    expect(editor.text()).toBe(source.replace("word", "**word**"));
    expect(applyChanges(source, told[0]!.changes)).toBe(editor.text());
    editor.run("undo");
    expect(editor.text()).toBe(source);
  });

  test("an outside change may change the terminators alone", () => {
    const { editor } = edit("a\r\nb");
    editor.setText("a\nb");
    expect(editor.text()).toBe("a\nb");
    editor.setText("a\r\nb");
    expect(editor.text()).toBe("a\r\nb");
  });

  test("text from outside is kept exactly, whatever it holds", () => {
    const { editor } = edit("a");
    editor.setText("a\u0000b\uD800");
    expect(editor.text()).toBe("a\u0000b\uD800");
  });

  test("read only takes no command, and can be opened again", () => {
    const { editor } = edit("word", { readOnly: true });
    editor.select(0, 4);
    expect(editor.run("bold")).toBe(false);
    editor.setReadOnly(false);
    expect(editor.run("bold")).toBe(true);
    expect(editor.text()).toBe("**word**");
  });

  test("has a name, a way out, and no trap", () => {
    edit("word");
    const box = document.querySelector(".cm-content")!;
    expect(box.getAttribute("role")).toBe("textbox");
    expect(box.getAttribute("aria-label")).toBe("Document text");
    expect(box.getAttribute("aria-description")).toContain("Escape");
    expect(box.getAttribute("spellcheck")).toBe("true");
  });

  test("Tab stays in the text and says how to leave; after Escape it is the browser's", () => {
    const { editor } = edit("word");
    const box = document.querySelector(".cm-content")!;
    /** Whether the browser may do with the key what it does. */
    const press = (key: string, keyCode: number, shiftKey = false) =>
      box.dispatchEvent(new KeyboardEvent("keydown", { key, keyCode, shiftKey, bubbles: true, cancelable: true }));
    const said = () => document.querySelector(".editor-tab-hint")?.textContent ?? null;
    for (const shift of [false, true]) {
      expect(press("Tab", 9, shift)).toBe(false);
      expect(said()).toContain("Esc, then Tab");
      press("Escape", 27);
      expect(said()).toBeNull();
      expect(press("Tab", 9, shift)).toBe(true);
      press("a", 65);
      expect(press("Tab", 9, shift)).toBe(false);
    }
    expect(editor.text()).toBe("word");
    editor.setReadOnly(true);
    expect(press("Tab", 9)).toBe(true);
  });

  test("a table, its rows and the end of a list keep the source's line endings, each undone in one step", () => {
    const { editor } = edit("- a\r\n- \r\n\r\nb\r\n");
    const box = document.querySelector(".cm-content")!;
    const press = (key: string, keyCode: number) =>
      box.dispatchEvent(new KeyboardEvent("keydown", { key, keyCode, bubbles: true, cancelable: true }));
    const texts = [editor.text()];
    const step = (run: () => void) => {
      run();
      texts.push(editor.text());
    };
    editor.select(7, 7);
    step(() => press("Enter", 13));
    step(() => editor.run("table"));
    for (let times = 0; times < 8; times++) press("Tab", 9);
    step(() => press("Tab", 9));
    expect(texts.every((text) => !/[^\r]\n/.test(text))).toBe(true);
    expect(texts.at(-1)!.match(/\|\r\n/g)).toHaveLength(5);
    for (const text of texts.slice(0, -1).reverse()) {
      editor.run("undo");
      expect(editor.text()).toBe(text);
    }
  });

  describe("code", () => {
    const colored = () =>
      [...document.querySelectorAll(".md-line-code [class^=code-]")].map(
        (one) => `${one.className.slice(5)} ${one.textContent}`,
      );
    test.each([
      ["between fences", "```ts\nconst a = 1;\n```", ["keyword const", "number 1"]],
      ["over lines", "```js\n/* a\nb */ let\n```", ["comment /* a", "comment b */", "keyword let"]],
      ["in a quote in a list", "- > ```py\n  > def f(): pass\n  > ```", ["keyword def", "function f", "keyword pass"]],
      ["of an unknown language", "```nothing\nconst\n```", []],
      ["without a language", "```\nconst\n```", []],
      ["that is not closed yet", "```ts\nconst", ["keyword const"]],
    ])("%s has the preview's colours", (_name, text, wanted) => {
      edit(text);
      expect(colored()).toEqual(wanted);
    });

    test("changes colour with what is typed above it", () => {
      const { editor } = edit("```js\na\nlet b\n```");
      expect(colored()).toEqual(["keyword let"]);
      editor.setText("```js\n/*a\nlet b\n```");
      expect(colored()).toEqual(["comment /*a", "comment let b"]);
      editor.setText("words\n\n```js\n/*a*/\nlet b\n```");
      expect(colored()).toEqual(["comment /*a*/", "keyword let"]);
      editor.setText("words\n\n```yaml\na\nlet: b\n```");
      expect(colored()).toEqual(["name let"]);
    });
  });

  test("highlights stay on their words while text before them changes", () => {
    const { editor } = edit("one two three");
    editor.setHighlights([{ id: "c1", from: 4, to: 7, look: "person", active: false }]);
    editor.setText("zero one two three");
    expect(document.querySelector(".md-comment")?.textContent).toBe("two");
  });

  describe("in a later life", () => {
    /** Two changes, one of them undone. */
    function earlier() {
      const { editor } = edit("one");
      editor.select(0, 3);
      editor.run("bold");
      editor.steps.act({ changes: [{ from: 0, to: 7, insert: "***one***" }], decisions: [] });
      editor.run("undo");
      expect(editor.text()).toBe("**one**");
      return JSON.parse(JSON.stringify(editor.steps.keepHistory()));
    }

    const regained = (kept: KeptHistory | null): EditorHistory => ({
      read: () => kept,
      carried: () => null,
      mayGo: () => true,
    });
    /** How many steps there are to undo and to redo. */
    const depths = ({ steps }: EditorHandle) => {
      const kept = steps.keepHistory();
      return { undo: kept?.done.length ?? 0, redo: kept?.undone.length ?? 0 };
    };

    test("undo and redo go on where they stood, with the caret", () => {
      const kept = earlier();
      const { editor, told } = edit("**one**", { history: regained(kept) });
      expect(depths(editor)).toEqual({ undo: 1, redo: 1 });
      expect(editor.selection()).toMatchObject({ from: 2, to: 5 });
      editor.run("redo");
      expect(editor.text()).toBe("***one***");
      editor.run("undo");
      editor.run("undo");
      expect(editor.text()).toBe("one");
      expect(told.map(({ text }) => text)).toEqual(["***one***", "**one**", "one"]);
    });

    test("undo waits until its text has come back from the browser", () => {
      const kept = earlier();
      const { editor } = edit("one", { history: regained(kept) });
      expect(depths(editor)).toEqual({ undo: 0, redo: 0 });
      editor.setText("**one**");
      expect(depths(editor)).toEqual({ undo: 1, redo: 1 });
    });

    test("undo over what others wrote meanwhile takes back the person's own change only", () => {
      const first = edit("Zero.\n\none").editor;
      first.select(7, 10);
      first.run("bold");
      const kept = first.steps.keepHistory();
      const { editor } = edit("Zero, changed.\n\n**one**", { history: regained(kept) });
      expect(depths(editor).undo).toBe(0);
      editor.run("undo");
      expect(editor.text()).toBe("Zero, changed.\n\none");
    });

    test("once the person has typed over another text, what was kept is void", () => {
      const kept = { ...earlier(), text: null };
      const { editor } = edit("x", { history: regained(kept) });
      editor.select(0, 1);
      editor.run("bold");
      editor.setText("**one**");
      expect(depths(editor)).toEqual({ undo: 1, redo: 0 });
    });

    test("highlights and line breaks stay while the history is taken", () => {
      const source = "a\r\nb\nword\r\n";
      const first = edit(source).editor;
      first.select(7, 8);
      first.run("bold");
      const kept = first.steps.keepHistory();
      const text = first.text();
      const { editor } = edit(source, { history: regained(kept) });
      editor.setHighlights([{ id: "c1", from: 3, to: 4, look: "person", active: false }]);
      editor.setText(text);
      expect(depths(editor).undo).toBe(1);
      expect(editor.text()).toBe(text);
      expect(document.querySelector(".md-comment")?.textContent).toBe("b");
      editor.run("undo");
      expect(editor.text()).toBe(source);
    });
  });
});
