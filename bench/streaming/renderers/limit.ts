import { expose } from "../page.ts";

/** The least that can be done: the new characters as text, a new element for each paragraph. */
expose((container) => {
  let shown = 0;
  let paragraph = document.createElement("p");
  container.append(paragraph);
  return {
    update(text) {
      const fresh = text.slice(shown);
      shown = text.length;
      if (fresh.includes("\n\n")) {
        paragraph = document.createElement("p");
        container.append(paragraph);
      }
      paragraph.append(document.createTextNode(fresh));
    },
    destroy: () => container.replaceChildren(),
  };
});
