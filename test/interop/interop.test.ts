import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MODEL_TOOLS, PEOPLE_TOOLS, RESOURCE_URI, WIDGET_TOOLS } from "../../src/protocol/names.ts";
import { viewIn } from "../loop/harness.ts";
import { CLIENTS, type Linked, link } from "./clients.ts";

const LATER = ["show_board"];
const EXPECTED = [...MODEL_TOOLS, ...WIDGET_TOOLS]
  .filter((name) => !LATER.includes(name) && !PEOPLE_TOOLS.includes(name))
  .sort();
const PATIENCE = 200_000;
const CONTENT = "# Interop\n\nOne line.\n\nAnother line: naïve 😀 text.\n";

describe.each(CLIENTS)("%s", (kind) => {
  describe.each(["stdio", "http"] as const)("over %s", (transport) => {
    let host: Linked;
    let id: string;
    let key: string;
    beforeAll(async () => {
      host = await link(kind, transport);
    });
    afterAll(() => host.close());

    test("lists every tool with its schemas, annotations and visibility", async () => {
      const tools = (await host.tools()).filter(({ name }) => !LATER.includes(name));
      expect(tools.map(({ name }) => name).sort()).toEqual(EXPECTED);
      for (const tool of tools) {
        expect(tool.inputSchema).toMatchObject({ type: "object" });
        expect(tool.description).toBeTruthy();
        expect(tool.annotations).toMatchObject({ readOnlyHint: expect.any(Boolean) });
        const ui = tool._meta?.ui as { resourceUri?: string; visibility?: string[] } | undefined;
        const isWidgets = (WIDGET_TOOLS as readonly string[]).includes(tool.name);
        expect(ui?.visibility).toEqual(isWidgets ? ["app"] : undefined);
        const shows = tool.name === "write_canvas" || tool.name === "edit_canvas";
        expect(ui?.resourceUri).toBe(shows ? RESOURCE_URI : undefined);
      }
      expect(host.instructions()).toContain("read_canvas");
    });

    test("reads the widget", async () => {
      const widget = await host.resource(RESOURCE_URI);
      expect(widget.mimeType).toBe("text/html;profile=mcp-app");
      expect(widget.text).toContain("<!");
    });

    test("calls every tool", async () => {
      expect((await host.call("read_me")).text).toContain("base_version");
      const created = await host.call("write_canvas", { content: CONTENT });
      expect(created).toMatchObject({ version: 1, status: "draft", text: expect.stringContaining(`"Interop" at v1.`) });
      id = created.canvasId;
      key = viewIn(created).key;
      const own = { canvas_id: id, key };

      const loaded = viewIn(await host.call("load_canvas", own));
      expect(loaded.checkpoint.document.content).toBe(CONTENT);
      expect((await host.call("load_canvas", { ...own, since: loaded.state })).reply?.kind).toBe("unchanged");
      const mine = CONTENT.replace("One", "My");
      const saved = await host.call("save_canvas", { ...own, save_key: "one", base_revision: 1, content: mine });
      expect(viewIn(saved).checkpoint.document.version).toBe(2);
      const again = await host.call("save_canvas", { ...own, save_key: "one", base_revision: 1, content: mine });
      expect(viewIn(again).checkpoint.document.revision).toBe(2);

      const read = await host.call("read_canvas", { canvas_id: id.toLowerCase() });
      expect(read.text).toContain("naïve 😀 text");
      expect(read.text).toContain("base_version: 2");
      const edits = [{ find: "Another line", replace: "A last line" }];
      const edited = await host.call("edit_canvas", { canvas_id: id, base_version: 2, edits });
      expect(edited).toMatchObject({ version: 3 });
      const listed = await host.call("list_canvases", { query: "interop" });
      expect(listed.text).toContain(`- ${id} "Interop": draft, v3`);

      const versions = (await host.call("list_versions", own)).reply;
      expect(versions).toMatchObject({ kind: "versions", versions: [{ version: 3 }, { version: 2 }, { version: 1 }] });
      expect((await host.call("load_version", { ...own, version: 1 })).reply).toMatchObject({
        kind: "version",
        content: CONTENT,
      });
      const restored = await host.call("restore_version", { ...own, version: 1, save_key: "two" });
      expect(viewIn(restored).checkpoint.document).toMatchObject({ version: 4, content: CONTENT });
    });

    test("waits for a review: progress, the answer, a call taken back, still waiting", async () => {
      const created = await host.call("write_canvas", { content: `${CONTENT}For review.\n` });
      const canvas_id = created.canvasId;
      const own = { canvas_id, key: viewIn(created).key };
      const whenWaiting = () => {
        let begun = () => {};
        const waits = new Promise<void>((resolve) => {
          begun = resolve;
        });
        return { waits, onprogress: () => begun() };
      };

      const first = whenWaiting();
      const answer = host.call("await_review", { canvas_id }, { onprogress: first.onprogress, timeout: PATIENCE });
      await first.waits;
      const mine = `${CONTENT}Reviewed.\n`;
      const save = { ...own, save_key: "mine", base_revision: 1, content: mine, sent: true };
      expect((await host.call("save_canvas", save)).isError).toBe(false);
      const told = await answer;
      const { text } = told;
      expect(told).toMatchObject({ outcome: "changes", canvasId: canvas_id, version: 2 });
      expect(text).toContain("Reviewed.");
      await host.call("read_canvas", { canvas_id, part: "feedback" });

      const second = whenWaiting();
      const abort = new AbortController();
      const options = { onprogress: second.onprogress, signal: abort.signal, timeout: PATIENCE };
      const taken = expect(host.call("await_review", { canvas_id }, options)).rejects.toThrow();
      await second.waits;
      abort.abort("enough");
      await taken;
      expect(await host.call("await_review", { canvas_id, timeout_s: 1 })).toMatchObject({ outcome: "waiting" });
      const approval = { ...own, save_key: "ok", status: { to: "approved", revision: 2 } };
      expect((await host.call("save_canvas", approval)).isError).toBe(false);
      const approved = await host.call("await_review", { canvas_id });
      expect(approved).toMatchObject({ outcome: "approved" });
    });

    test("bad input is a tool error, not a broken call", async () => {
      expect(await host.call("write_canvas", {})).toMatchObject({ isError: true });
      expect(await host.call("read_canvas", { canvas_id: "../etc" })).toMatchObject({ isError: true });
      expect(await host.call("load_canvas", { canvas_id: "ZZZZ", key: "x" })).toMatchObject({ isError: true });
    });
  });
});
