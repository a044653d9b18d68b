import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromEditor, offsetMaps, toEditor } from "../../../core/diff/line-endings.ts";
import { applyChanges } from "../../../core/diff/text-changes.ts";
import { lineBreaks, sourceChanges, sourceText, toPosition, toSource } from "./line-breaks.ts";

const piece = fc.constantFrom("a", "b", "\n", "\n", "😀");
const held = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(""));
const typing = fc.record({ at: fc.nat(), length: fc.nat({ max: 4 }), insert: held });

test.each([
  ["\n", (text: string) => text],
  ["\r\n", (text: string) => text.replaceAll("\n", "\r\n")],
  ["\r", (text: string) => text.replaceAll("\n", "\r")],
  ["all three", (text: string) => text.replace("\n", "\r\n").replace(/\n\n/g, "\n\r")],
])("whatever is typed into a text of %j, it is what reading the whole of it makes", (_, stored) => {
  fc.assert(
    fc.property(held, fc.array(typing, { maxLength: 6 }), (text, keys) => {
      const original = stored(text);
      let state = EditorState.create({ doc: toEditor(original), extensions: lineBreaks(original) });
      for (const { at, length, insert } of keys) {
        const from = at % (state.doc.length + 1);
        const transaction = state.update({ changes: { from, to: Math.min(state.doc.length, from + length), insert } });
        const before = sourceText(state);
        state = transaction.state;
        expect(sourceText(state)).toBe(fromEditor(state.doc.toString(), original));
        expect(applyChanges(before, sourceChanges(transaction))).toBe(sourceText(state));
      }
      const maps = offsetMaps(sourceText(state));
      for (let position = 0; position <= state.doc.length; position++) {
        expect(toSource(state, position)).toBe(maps.fromEditor(position));
      }
      for (let offset = 0; offset <= sourceText(state).length + 1; offset++) {
        expect(toPosition(state, offset)).toBe(Math.min(state.doc.length, maps.toEditor(offset)));
      }
    }),
    { numRuns: 200 },
  );
});
