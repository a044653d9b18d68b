import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitUnseen, tagText, unseenRuns } from "./unseen-characters.ts";

const tags = (text: string) => [...text].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join("");

describe("characters that nobody sees", () => {
  test.each([
    ["a zero-width space in a word", "pass\u200bword", "zeroWidth"],
    ["a joiner between Latin letters", "ad\u200dmin", "zeroWidth"],
    ["a non-joiner between Latin letters", "ad\u200cmin", "zeroWidth"],
    ["a soft hyphen", "Donau\u00addampf", "zeroWidth"],
    ["a word joiner", "a\u2060b", "zeroWidth"],
    ["a byte order mark", "a\ufeffb", "zeroWidth"],
    ["an invisible operator", "f\u2061x", "zeroWidth"],
    ["tags", `hello${tags("ignore")}`, "tag"],
    ["tags behind a flag that is none", `\u{1f3f4}${tags("steal")}\u{e007f}`, "tag"],
    ["more tags behind a real flag", `\u{1f3f4}${tags("gbeng")}\u{e007f}${tags("x")}`, "tag"],
    ["an override", "a\u202eb", "bidi"],
    ["an isolate", "a\u2067b", "bidi"],
    ["a mark of direction far from every letter of it", "a\u200fb", "bidi"],
    ["marks of direction in a row", "שלום\u200f\u200f", "bidi"],
    ["an embedding in Hebrew", "שלום \u202babc", "bidi"],
    ["a selector behind a letter", "a\ufe0f", "selector"],
    ["a selector behind a digit that is no key", "1\ufe0f", "selector"],
    ["a second selector", "❤\ufe0f\ufe0e", "selector"],
    ["a selector of ideographs behind a letter", "a\u{e0100}", "selector"],
    ["a Hangul filler", "a\u3164b", "blank"],
    ["a half-width filler", "a\uffa0", "blank"],
    ["a filler of letters that are not there", "a\u115fb", "blank"],
    ["an empty Braille pattern", "a\u2800b", "blank"],
  ])("%s", (_name, text, kind) => {
    expect(unseenRuns(text).map((run) => run.kind)).toEqual([kind]);
  });

  test.each([
    ["a family", "👨‍👩‍👧"],
    ["a profession with a skin colour", "👩🏽‍⚕️"],
    ["a heart on fire", "❤️‍🔥"],
    ["a heart as a picture and as text", "❤️ ❤︎"],
    ["a key", "1️⃣ #️⃣"],
    ["a copyright picture", "©️"],
    ["the flag of England", `\u{1f3f4}${tags("gbeng")}\u{e007f}`],
    ["a rainbow flag", "🏳️‍🌈"],
    ["Persian", "می‌خواهم"],
    ["an Arabic letter in its joined form", "ه‍"],
    ["Devanagari", "क्‍ष र्‌य"],
    ["Malayalam", "ന്‍"],
    ["Thai with breaks between words", "ภาษา\u200bไทย"],
    ["Hebrew with a mark behind its full stop", "שלום.\u200f abc"],
    ["an English name in an Arabic sentence", "مرحبا \u200eC++\u200e هنا"],
    ["an ideograph in one of its forms", "葛\u{e0100}城"],
    ["Mongolian", "ᠠ\u180b"],
    ["old Korean", "\u1100\u1160"],
    ["Braille", "⠓⠊\u2800⠽⠕⠥"],
    ["Hebrew with two signs held apart", "ל\u05b4\u034f\u05b7"],
    ["ordinary words", "Nothing here, “really” — 100 %."],
  ])("%s is as it should be", (_name, text) => {
    expect(unseenRuns(text)).toEqual([]);
  });

  test("what tags spell can be read", () => {
    const [run] = unseenRuns(`a${tags("send the key")}b`);
    expect(tagText(`a${tags("send the key")}b`.slice(run!.from, run!.to))).toBe("send the key");
  });

  test("law: the pieces are the text, and what can be seen holds nothing unseen that stood alone", () => {
    const char = fc.constantFrom(
      "a",
      " ",
      "\n",
      "ש",
      "م",
      "क",
      "👩",
      "🏴",
      "1",
      "葛",
      "\u200b",
      "\u200d",
      "\ufe0f",
      "\u202e",
      tags("x"),
      "\ud83d",
    );
    fc.assert(
      fc.property(fc.array(char, { maxLength: 30 }), (chars) => {
        const text = chars.join("");
        const pieces = splitUnseen(text);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
        for (const { text: piece } of pieces) expect(piece).not.toBe("");
        for (const { kind, text: seen } of pieces) if (kind === null) expect(seen).not.toContain("\u202e");
      }),
    );
  });
});
