/** Markdown that tries to run something, to load something or to pose as something. Made, so that no form is forgotten. */
export function attackStrings(): string[] {
  const inner = [...carried(), ...markup()];
  return inner.flatMap((text) => CONTAINERS.map((wrap) => wrap(text)));
}

const CONTAINERS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `> ${text.replaceAll("\n", "\n> ")}`,
  (text) => `- [x] ${text.replaceAll("\n", "\n  ")}`,
  (text) => `# ${text}`,
  (text) => `| a | b |\n|---|---|\n| ${text.replaceAll("\n", " ")} | **${text.replaceAll("\n", " ")}** |`,
  (text) => `a[^1] **${text}**\n\n[^1]: ${text.replaceAll("\n", "\n    ")}`,
];

const SCRIPT = "javascript:alert(1)";
const ADDRESSES: readonly string[] = [
  SCRIPT,
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "\u0001javascript:alert(1)",
  "\u00a0javascript:alert(1)",
  "\u200bjavascript:alert(1)",
  "java\tscript:alert(1)",
  "java\u0000script:alert(1)",
  "java&#10;script:alert(1)",
  "java&Tab;script:alert(1)",
  "java&NewLine;script:alert(1)",
  "&#106;avascript:alert(1)",
  "&#x6A;avascript:alert(1)",
  "&#0000106;avascript:alert(1)",
  "javascript&colon;alert(1)",
  "javascript&#58;alert(1)",
  "javascript\\:alert(1)",
  "j\\avascript:alert(1)",
  "javascript%3Aalert(1)",
  "%6Aavascript:alert(1)",
  "javascript://example.com/%0Aalert(1)",
  "javascript:/*https://example.com*/alert(1)",
  "vbscript:msgbox(1)",
  "livescript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
  "data:image/svg+xml,<svg onload=alert(1)>",
  "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+",
  "data:image/png,<script>alert(1)</script>",
  'data:image/png;base64,AAAA" onerror="alert(1)',
  "data:,alert(1)",
  "blob:https://example.com/1",
  "file:///etc/passwd",
  "filesystem:https://example.com/a",
  "feed:javascript:alert(1)",
  "view-source:javascript:alert(1)",
  "jar:javascript:alert(1)!/",
  "intent://scan/#Intent;scheme=javascript;end",
  "ms-word:ofe|u|https://example.com/a",
  "about:blank",
  "ws://example.com",
  "//example.com/a",
  "\\\\example.com\\a",
  "/etc/passwd",
  "?a=javascript:alert(1)",
  'https://example.com/" onmouseover="alert(1)',
  "https://example.com/'onmouseover='alert(1)",
  "https://example.com/`onmouseover=`alert(1)",
  "https://example.com/\u202egnp.exe",
  "https://user:javascript@example.com",
  "https:javascript:alert(1)",
  "mailto:a@example.com?body=<script>alert(1)</script>",
  '#" onclick="alert(1)',
  "#<img src=x onerror=alert(1)>",
];

const CARRIERS: readonly ((address: string) => string)[] = [
  (address) => `[x](${address})`,
  (address) => `[x](<${address}>)`,
  (address) => `[x](${address} "t\\" onclick=alert(1) x=\\"")`,
  (address) => `[x][r]\n\n[r]: ${address}`,
  (address) => `[r]\n\n[r]: <${address}> 'onclick=alert(1)'`,
  (address) => `<${address}>`,
  (address) => `![x](${address})`,
  (address) => `![x](<${address}> "onerror=alert(1)")`,
  (address) => `[![x](${address})](${address})`,
  (address) => `![[x](${address})](${address})`,
  (address) => `www.example.com/${address}`,
  (address) => address,
  (address) => `<a href="${address}">x</a>`,
  (address) => `<img src='${address}'>`,
  (address) => `\`\`\`${address} onclick=alert(1)\n${address}\n\`\`\``,
];

function carried(): string[] {
  return ADDRESSES.flatMap((address) => CARRIERS.map((carry) => carry(address)));
}

const ELEMENTS =
  "script style iframe frame object embed applet svg math form input button textarea select meta link base template video audio source track portal noscript title xmp plaintext marquee details dialog custom-element".split(
    " ",
  );
const HANDLERS =
  "onload onerror onclick onmouseover onfocus ontoggle onanimationend onpointerenter onbeforeinput".split(" ");

function markup(): string[] {
  const made: string[] = [];
  for (const name of ELEMENTS) {
    made.push(`<${name}>alert(1)</${name}>`, `<${name.toUpperCase()} src=x/onerror=alert(1)>`, `a <${name}/x>alert(1)`);
    made.push(`<${name} style="position:fixed;inset:0" id=canvas class=preview name=body>`);
  }
  for (const handler of HANDLERS) {
    made.push(`<p ${handler}=alert(1)>x</p>`, `<b ${handler}="alert(1)" tabindex=1 autofocus>x`);
    made.push(`**x" ${handler}="alert(1)**`, `\`x" ${handler}="alert(1)\``, `# x {${handler}=alert(1)}`);
    made.push(`[^x" ${handler}="alert(1)]\n\n[^x" ${handler}="alert(1)]: y`);
  }
  return [
    ...made,
    "<!--><img src=x onerror=alert(1)>-->",
    "<!-- --!><img src=x onerror=alert(1)> -->",
    "<![CDATA[><img src=x onerror=alert(1)>]]>",
    "<?php ?><img src=x onerror=alert(1)>",
    "<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>&y;",
    "<<script>script>alert(1)<</script>/script>",
    '"><script>alert(1)</script>',
    "</p></div></article></body><script>alert(1)</script>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<svg><style>&lt;img src=x onerror=alert(1)&gt;",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;img src=x onerror=alert(1)&#62;",
    "---\ntitle: <script>alert(1)</script>\n---\n",
    "[__proto__]: javascript:alert(1)\n\n[__proto__] [constructor] [toString]",
    "[^__proto__]\n\n[^__proto__]: x",
    "```__proto__\nx\n```\n\n```constructor\ny\n```",
    "~~~html\n<script>alert(1)</script>\n~~~",
    "{{constructor.constructor('alert(1)')()}}",
    `$${""}{alert(1)}`,
  ];
}
