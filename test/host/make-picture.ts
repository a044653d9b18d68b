/** Makes docs/canvas.png, the picture in the README: `npm run build && npx tsx test/host/make-picture.ts`. */
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { findBrowser } from "../../scripts/ensure-browser.mjs";
import { shellWords } from "../../src/widget/words.ts";
import bundlePage from "./bundle-page.ts";
import { TestHost } from "./open-host.ts";

const TEXT = `# A week in the garden

The beds are ready. We plant **tomatoes and beans** in late May, once the nights stay warm.

## Before Friday

- [x] Turn the compost
- [ ] Put up the poles for the beans
- [ ] Order straw

| Bed | Plant | Plants |
|---|---|---:|
| South wall | Tomatoes | 12 |
| By the shed | Beans | 24 |

> Water in the evening: less is lost to the sun.
`;

await bundlePage();
const browser = await chromium.launch({ executablePath: findBrowser() ?? "chromium", args: ["--no-sandbox"] });
const host = await TestHost.open(browser, { width: 800, height: 760 });
const { widget } = await host.write({ content: TEXT }, { partials: 3 });
await widget.getByRole("checkbox").nth(1).click();
await widget.getByRole("button", { name: shellWords.send("Claude") }).waitFor();
await widget.getByText(shellWords.saved, { exact: true }).waitFor();
const docs = fileURLToPath(new URL("../../docs/", import.meta.url));
await mkdir(docs, { recursive: true });
await host.page.locator("section").screenshot({ path: `${docs}canvas.png` });
await host.close();
await browser.close();
