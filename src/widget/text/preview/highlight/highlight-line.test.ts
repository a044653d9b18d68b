import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { highlightLine } from "./highlight-line.ts";
import { createLanguageFinder } from "./languages.ts";

const languageOf = createLanguageFinder();
const NAMES = "js json css html bash python sql yaml go rust java c swift ruby php diff markdown".split(" ");

/** Lines of code, each with its coloured pieces as kind‹text›. */
function colored(language: string, code: string): string[] {
  let state = 0;
  return code.split("\n").map((line) => {
    const { tokens, endState } = highlightLine(languageOf(language)!, line, state);
    state = endState;
    return tokens.map(({ kind, text }) => (kind ? `${kind}‹${text}›` : text)).join("");
  });
}

test.each([
  [
    "ts",
    'const a: Map = f("x", 1.5); // c',
    'keyword‹const› a: type‹Map› = function‹f›(string‹"x"›, number‹1.5›); comment‹// c›',
  ],
  ["js", "a /* b */ + `c`", "a comment‹/* b */› + string‹`c`›"],
  ["json", '{"a": "b", "c": [1, true]}', '{name‹"a"›: string‹"b"›, name‹"c"›: [number‹1›, literal‹true›]}'],
  ["css", ".a { color: #fff; }", "type‹.a› { name‹color›: number‹#fff›; }"],
  [
    "html",
    '<a href="x">y</a>',
    'keyword‹<a› name‹href›=string‹"x"›keyword‹>›ykeyword‹</a››'.replace("‹</a››", "‹</a>›"),
  ],
  ["bash", 'echo "$A" # b', 'echo string‹"$A"› comment‹# b›'],
  ["python", "def f(x): return None", "keyword‹def› function‹f›(x): keyword‹return› literal‹None›"],
  ["sql", "select * FROM t -- c", "keyword‹select› * keyword‹FROM› t comment‹-- c›"],
  ["yaml", "a: true # b", "name‹a›: literal‹true› comment‹# b›"],
  ["go", "func f() error", "keyword‹func› function‹f›() type‹error›"],
  ["rust", "let x: &'a str = 'c';", "keyword‹let› x: &meta‹'a› type‹str› = meta‹'c'›;"],
  ["diff", "+new", "added‹+new›"],
])("%s: %s", (language, line, wanted) => expect(colored(language, line)).toEqual([wanted]));

test("a comment, a template and a docstring run over lines", () => {
  expect(colored("js", "/* a\nb */ c")).toEqual(["comment‹/* a›", "comment‹b */› c"]);
  expect(colored("js", "`a\n\\`b` + c")).toEqual(["string‹`a›", "string‹\\`b`› + c"]);
  expect(colored("python", '"""a\nb""" + c')).toEqual(['string‹"""a›', 'string‹b"""› + c']);
  expect(colored("html", "<!-- a\nb --> c")).toEqual(["comment‹<!-- a›", "comment‹b -->› c"]);
});

test("an unknown language has no colours, whatever its name", () => {
  for (const name of ["nothing", "", "__proto__", "constructor", "toString"]) expect(languageOf(name)).toBeNull();
});

describe.each(NAMES)("%s", (name) => {
  test("the pieces of any line are the line, from any state", () => {
    const language = languageOf(name)!;
    const piece = fc.constantFrom(
      ..."\"'`/*#<>-={}()[]\\$@!&: \ta1Zé😀_".split(""),
      "//",
      "/*",
      "*/",
      "<!--",
      "-->",
      '"""',
      "if",
      "0x1f",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.nat(language.states.length - 1), (parts, state) => {
        const line = parts.join("");
        const { tokens, endState } = highlightLine(language, line, state);
        expect(tokens.map((token) => token.text).join("")).toBe(line);
        expect(endState).toBeLessThan(language.states.length);
      }),
      { numRuns: 150 },
    );
  });
});
