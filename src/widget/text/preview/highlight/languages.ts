import { type Grammar, grammar, type Rule, type State, type TokenKind } from "./highlight-line.ts";

/** How a family of languages writes comments, strings and words: most differ only in these. */
interface CodeStyle {
  readonly keywords: string;
  readonly literals?: string;
  readonly types?: string;
  readonly lineComments?: readonly string[];
  readonly blockComments?: readonly (readonly [open: string, close: string])[];
  /** Strings that end with their line at the latest. */
  readonly quotes?: readonly string[];
  /** Strings that run over lines. */
  readonly longQuotes?: readonly (readonly [open: string, close: string])[];
  readonly meta?: RegExp;
  readonly ignoreCase?: boolean;
  readonly word?: RegExp;
}

const NUMBER = /\b(?:0[xX][\da-fA-F_]+|0[bB][01_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)[a-zA-Z%]{0,3}\b/;

function code(style: CodeStyle): Grammar {
  const fold = (word: string) => (style.ignoreCase ? word.toLowerCase() : word);
  const kinds = new Map<string, TokenKind>();
  for (const word of split(style.types)) kinds.set(fold(word), "type");
  for (const word of split(style.literals)) kinds.set(fold(word), "literal");
  for (const word of split(style.keywords)) kinds.set(fold(word), "keyword");

  const rules: Rule[] = [];
  const regions: State[] = [];
  const region = (open: string, close: string, kind: TokenKind, escapes: boolean) => {
    const next = regions.length + 1;
    rules.push({ find: new RegExp(literally(open)), kind, next });
    const end: Rule = { find: new RegExp(literally(close)), kind, next: 0 };
    regions.push({ rules: escapes ? [{ find: /\\./, kind }, end] : [end], otherwise: kind });
  };
  for (const [open, close] of style.blockComments ?? []) region(open, close, "comment", false);
  for (const open of style.lineComments ?? []) {
    rules.push({ find: new RegExp(open === "#" ? "(?<![^\\s;(])#.*" : `${literally(open)}.*`), kind: "comment" });
  }
  for (const [open, close] of style.longQuotes ?? []) region(open, close, "string", true);
  for (const quote of style.quotes ?? []) {
    const q = literally(quote);
    rules.push({ find: new RegExp(`${q}(?:\\\\.|[^\\\\${q}])*(?:${q}|$)`), kind: "string" });
  }
  if (style.meta) rules.push({ find: style.meta, kind: "meta" });
  rules.push({ find: NUMBER, kind: "number" });
  rules.push({
    find: style.word ?? /[\p{L}_$][\p{L}\p{N}_$]*/u,
    kind(word, rest) {
      const known = kinds.get(fold(word));
      if (known) return known;
      if (/^\s*(?:<[\w, ]{0,20}>)?\(/.test(rest)) return "function";
      return !style.ignoreCase && /^[A-Z][a-zA-Z0-9]*[a-z]/.test(word) ? "type" : null;
    },
  });
  return grammar([{ rules }, ...regions]);
}

function split(words: string | undefined): string[] {
  return words ? words.split(" ") : [];
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

const C_COMMENTS = { lineComments: ["//"], blockComments: [["/*", "*/"]] } as const;

const script = () =>
  code({
    ...C_COMMENTS,
    keywords:
      "abstract as async await break case catch class const continue debugger declare default delete do else enum export extends finally for from function get if implements import in infer instanceof interface is keyof let namespace new of override private protected public readonly return satisfies set static super switch this throw try type typeof using var void while with yield",
    literals: "true false null undefined NaN Infinity",
    types: "string number boolean any unknown never object symbol bigint",
    quotes: ['"', "'"],
    longQuotes: [["`", "`"]],
    meta: /@[\w.]+/,
  });

const python = () =>
  code({
    keywords:
      "and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield",
    literals: "True False None self cls",
    types: "int str float bool list dict set tuple bytes object",
    lineComments: ["#"],
    longQuotes: [
      ['"""', '"""'],
      ["'''", "'''"],
    ],
    quotes: ['"', "'"],
    meta: /^\s*@[\w.]+/,
  });

const shell = () =>
  code({
    keywords:
      "if then else elif fi for while until do done case esac in function select return exit break continue local export readonly declare set unset source alias trap shift eval exec",
    literals: "true false",
    lineComments: ["#"],
    quotes: ['"', "'"],
    meta: /\$(?:\{[^}]*\}|[\w@*#?$!-]+)/,
    word: /[\p{L}_-][\p{L}\p{N}_-]*/u,
  });

const sql = () =>
  code({
    ignoreCase: true,
    keywords:
      "add all alter and any as asc begin between by case cascade check column commit constraint create cross database default delete desc distinct drop else end except exists explain for foreign from full group having if in index inner insert intersect into is join key left like limit not of offset on or order outer over partition primary references returning right rollback select set table then to transaction trigger union unique update using values view when where with",
    literals: "true false null",
    types:
      "bigint blob boolean char date decimal double float int integer interval json jsonb numeric real serial text time timestamp timestamptz uuid varchar",
    lineComments: ["--"],
    blockComments: [["/*", "*/"]],
    quotes: ["'", '"', "`"],
  });

const go = () =>
  code({
    ...C_COMMENTS,
    keywords:
      "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var",
    literals: "true false nil iota",
    types:
      "any bool byte complex128 complex64 error float32 float64 int int16 int32 int64 int8 rune string uint uint16 uint32 uint64 uint8 uintptr",
    quotes: ['"', "'"],
    longQuotes: [["`", "`"]],
  });

const rust = () =>
  code({
    ...C_COMMENTS,
    keywords:
      "as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub ref return self static struct super trait type unsafe use where while",
    literals: "true false None Some Ok Err",
    types: "bool char f32 f64 i128 i16 i32 i64 i8 isize str u128 u16 u32 u64 u8 usize Self",
    quotes: ['"'],
    meta: /#!?\[[^\]]*\]|\b\w+!(?=[([{])|'(?:\\.|[^\\'])'|'[a-z_]\w*/,
  });

const C_WORDS =
  "auto break case const continue default do else enum extern for goto if inline register restrict return sizeof static struct switch typedef union volatile while";
const c = () =>
  code({
    ...C_COMMENTS,
    keywords: `${C_WORDS} alignas alignof catch class concept consteval constexpr constinit co_await co_return co_yield decltype delete explicit export final friend mutable namespace new noexcept operator override private protected public requires static_assert template this throw try typeid typename using virtual`,
    literals: "true false NULL nullptr",
    types:
      "bool char double float int long short signed size_t unsigned void wchar_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t",
    quotes: ['"', "'"],
    meta: /^\s*#\s*\w+/,
  });

const java = () =>
  code({
    ...C_COMMENTS,
    keywords:
      "abstract as assert async await base break case catch class const continue data default delegate do else enum event extends final finally for foreach fun get if implements import in instanceof interface internal is lock native namespace new object open operator out override package params partial permits private protected public readonly record ref return sealed set static super suspend switch synchronized this throw throws transient try typeof using val var virtual volatile when where while with yield",
    literals: "true false null it",
    types: "bool boolean byte char decimal double float int long short string void",
    longQuotes: [['"""', '"""']],
    quotes: ['"', "'"],
    meta: /@\w+|^\s*#\w+/,
  });

const swift = () =>
  code({
    ...C_COMMENTS,
    keywords:
      "actor any as associatedtype async await break case catch class continue default defer deinit do else enum extension fallthrough fileprivate for func guard if import in init inout internal is lazy let mutating open override private protocol public repeat rethrows return self some static struct subscript super switch throw throws try typealias var weak where while",
    literals: "true false nil",
    longQuotes: [['"""', '"""']],
    quotes: ['"'],
    meta: /[@#]\w+/,
  });

const ruby = () =>
  code({
    keywords:
      "alias and begin break case class def defined? do else elsif end ensure for if in module next not or redo rescue retry return self super then undef unless until when while yield require include extend attr_accessor attr_reader attr_writer private protected public raise",
    literals: "true false nil",
    lineComments: ["#"],
    blockComments: [["=begin", "=end"]],
    quotes: ['"', "'", "`"],
    meta: /(?<![:\w]):\w+|@{1,2}\w+/,
  });

const php = () =>
  code({
    lineComments: ["//", "#"],
    blockComments: [["/*", "*/"]],
    keywords:
      "abstract and array as break case catch class clone const continue declare default do echo else elseif enum extends final finally fn for foreach function global goto if implements import include include_once instanceof insteadof interface match namespace new or print private protected public readonly require require_once return static switch throw trait try unset use var while yield",
    literals: "true false null TRUE FALSE NULL",
    types: "bool float int iterable mixed object string void",
    quotes: ['"', "'"],
    meta: /<\?(?:php)?|\?>|\$\w+/,
  });

const json = () =>
  grammar([
    {
      rules: [
        { find: /"(?:\\.|[^"\\])*"(?=\s*:)/, kind: "name" },
        { find: /"(?:\\.|[^"\\])*(?:"|$)/, kind: "string" },
        { find: /\/\/.*|\/\*.*?\*\//, kind: "comment" },
        { find: /-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/, kind: "number" },
        { find: /\b(?:true|false|null)\b/, kind: "literal" },
      ],
    },
  ]);

const css = () => {
  const comment: Rule = { find: /\/\*/, kind: "comment", next: 1 };
  const text: Rule = { find: /"(?:\\.|[^"\\])*(?:"|$)|'(?:\\.|[^'\\])*(?:'|$)/, kind: "string" };
  return grammar([
    {
      rules: [
        comment,
        text,
        { find: /^\s*\/\/.*/, kind: "comment" },
        { find: /@[\w-]+/, kind: "keyword" },
        { find: /(?:--|\b)[\w-]+(?=\s*:(?![\w:]+[^;]*\{))/, kind: "name" },
        { find: /#[\da-fA-F]{3,8}\b|-?\b\d+(?:\.\d+)?(?:[a-z]+\b|%)?/, kind: "number" },
        { find: /[\w-]+(?=\()/, kind: "function" },
        { find: /[.#][\w-]+|::?[\w-]+/, kind: "type" },
        { find: /![\w-]+/, kind: "keyword" },
      ],
    },
    { rules: [{ find: /\*\//, kind: "comment", next: 0 }], otherwise: "comment" },
  ]);
};

const markup = () =>
  grammar([
    {
      rules: [
        { find: /<!--/, kind: "comment", next: 1 },
        { find: /<[!?][\w-]+/, kind: "meta", next: 2 },
        { find: /<\/?[\w:.-]+/, kind: "keyword", next: 2 },
        { find: /&#?\w+;/, kind: "literal" },
      ],
    },
    { rules: [{ find: /-->/, kind: "comment", next: 0 }], otherwise: "comment" },
    {
      rules: [
        { find: /[/?]?>/, kind: "keyword", next: 0 },
        { find: /"[^"]*(?:"|$)|'[^']*(?:'|$)/, kind: "string" },
        { find: /[\w:@.-]+/, kind: "name" },
      ],
    },
  ]);

const yaml = () =>
  grammar([
    {
      rules: [
        { find: /(?<!\S)#.*/, kind: "comment" },
        { find: /^---.*|^\.\.\..*/, kind: "meta" },
        { find: /^\s*(?:- )*\[?\[?[\w"'.$/ -]+?\]?\]?(?=\s*[:=](?:\s|$))|^\s*\[+[\w.-]+\]+\s*$/, kind: "name" },
        { find: /"(?:\\.|[^"\\])*(?:"|$)|'[^']*(?:'|$)/, kind: "string" },
        { find: /[&*!][\w-]+/, kind: "meta" },
        { find: /(?<![\w.-])(?:true|false|null|yes|no|on|off)(?![\w.-])/, kind: "literal" },
        { find: /(?<![\w.-])-?\d+(?:\.\d+)?(?![\w.-])/, kind: "number" },
      ],
    },
  ]);

const diff = () =>
  grammar([
    {
      rules: [
        { find: /^(?:diff |index |--- |\+\+\+ |@@).*/, kind: "meta" },
        { find: /^\+.*/, kind: "added" },
        { find: /^-.*/, kind: "removed" },
      ],
    },
  ]);

const markdown = () =>
  grammar([
    {
      rules: [
        { find: /^ {0,3}(?:```|~~~).*/, kind: "meta", next: 1 },
        { find: /^ {0,3}#{1,6}\s.*/, kind: "strong" },
        { find: /^\s*(?:[-*+]|\d+[.)])(?=\s)|^\s*>+/, kind: "keyword" },
        { find: /`[^`]+`/, kind: "string" },
        { find: /\*\*[^*]+\*\*|__[^_]+__/, kind: "strong" },
        { find: /!?\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/, kind: "name" },
        { find: /<!--.*?-->/, kind: "comment" },
      ],
    },
    { rules: [{ find: /^ {0,3}(?:```|~~~)\s*$/, kind: "meta", next: 0 }], otherwise: "string" },
  ]);

const LANGUAGES: Readonly<Record<string, () => Grammar>> = {
  "js ts jsx tsx javascript typescript mjs cjs mts cts": script,
  "json jsonc json5 jsonl": json,
  "css scss less": css,
  "html xml svg vue svelte xhtml htm": markup,
  "bash sh shell zsh console shellscript dockerfile docker makefile make": shell,
  "python py python3": python,
  "sql postgresql postgres mysql sqlite": sql,
  "yaml yml toml ini properties": yaml,
  "go golang": go,
  "rust rs": rust,
  "java kotlin kt cs csharp scala groovy dart": java,
  "c h cpp c++ cc hpp objc cxx": c,
  swift,
  "ruby rb": ruby,
  php,
  "diff patch": diff,
  "markdown md mdx": markdown,
};

/** Finds grammars by a fence's language, making each only when first asked for. Null: unknown, shown plain. */
export function createLanguageFinder(): (name: string) => Grammar | null {
  const makers = new Map<string, () => Grammar>();
  for (const [names, make] of Object.entries(LANGUAGES)) for (const name of names.split(" ")) makers.set(name, make);
  const made = new Map<() => Grammar, Grammar>();
  return (name) => {
    const make = makers.get(name);
    if (!make) return null;
    const known = made.get(make) ?? make();
    made.set(make, known);
    return known;
  };
}
