import highlight from "highlight.js/lib/common";
import { Marked } from "marked";
import { expose } from "../page.ts";
import { makeWith } from "./plain-design.ts";

const parser = new Marked({
  renderer: {
    code({ text, lang }) {
      const language = lang && highlight.getLanguage(lang) ? lang : "plaintext";
      return `<pre><code class="hljs">${highlight.highlight(text, { language }).value}</code></pre>\n`;
    },
  },
});

expose((container) => makeWith(container, (text) => parser.parse(text) as string));
