import { default_renderer, parser, parser_end, parser_write } from "streaming-markdown";
import { expose } from "../page.ts";

expose((container) => {
  const state = parser(default_renderer(container));
  let written = 0;
  return {
    update(text, isLast) {
      parser_write(state, text.slice(written));
      written = text.length;
      if (isLast) parser_end(state);
    },
    destroy: () => container.replaceChildren(),
  };
});
