const ELEMENTS = new Set(
  "div h1 h2 h3 h4 h5 h6 p blockquote ul ol li input pre code span em strong del a br sup sub kbd mark details summary button img table thead tbody tr th td hr bdi".split(
    " ",
  ),
);
const ATTRIBUTES = new Set(
  "class dir role tabindex aria-label aria-expanded open href title rel type disabled checked start scope alt referrerpolicy src style data-own data-tight data-align data-state data-caret data-new data-streaming data-settled data-mark data-alert data-folded".split(
    " ",
  ),
);
const CLASS = /^(?:preview(?:-[a-z]+)*|code-[a-z]+|unseen)$/;
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]*$/i;

/** What in a preview's DOM could run, load or pose: everything outside a closed list. Empty: nothing. */
export function findDanger(root: Element): string[] {
  const found: string[] = [];
  for (const element of root.querySelectorAll("*")) {
    const name = element.localName;
    if (!ELEMENTS.has(name)) found.push(`<${name}>`);
    if (name === "input" && (element as HTMLInputElement).type !== "checkbox") found.push("input that is no box");
    if (name === "button" && (element as HTMLButtonElement).type !== "button") found.push("button that submits");
    for (const attribute of element.attributes) {
      const problem = findProblem(element, attribute.name, attribute.value);
      if (problem) found.push(`<${name}> ${problem}`);
    }
  }
  return found;
}

function findProblem(element: Element, name: string, value: string): string | null {
  if (!ATTRIBUTES.has(name)) return `${name}=${value}`;
  if (name === "class") return value.split(" ").every((part) => CLASS.test(part)) ? null : `class ${value}`;
  if (name === "style") return element.className === "preview-run" ? null : `style ${value}`;
  if (name === "src") return element.localName === "img" && PICTURE.test(value) ? null : `src ${value}`;
  if (name === "href") return isAllowedLink(element as HTMLAnchorElement, value) ? null : `href ${value}`;
  return null;
}

function isAllowedLink(link: HTMLAnchorElement, value: string): boolean {
  if (value.startsWith("#")) return true;
  return /^(?:https?:|mailto:)/i.test(value) && ["http:", "https:", "mailto:"].includes(link.protocol);
}
