import { describe, expect, test } from "vitest";
import { sampleRecord } from "../sample-change.ts";
import { freshStore, type OpenStore } from "./fresh-store.ts";

/** Canvases that are bound to files. */
export function describeFiles(open: OpenStore): void {
  describe("files", () => {
    const { store, create } = freshStore(open);

    test("a canvas is found by the file that it is bound to, by its owner alone", async () => {
      const path = '/home/ann/"plan" \'s ü.md';
      await create(sampleRecord("AAAA", "unbound"));
      await create({ ...sampleRecord("BBBB", "x"), meta: { file: path, other: { file: "/b.md" } } });
      await create({ ...sampleRecord("CCCC", "y"), meta: { file: "/c.md" } });
      expect(await store.files.canvasOf("local", path)).toBe("BBBB");
      expect(await store.files.canvasOf("local", "/b.md")).toBeNull();
      expect(await store.files.canvasOf("ann", path)).toBeNull();
      await create({ ...sampleRecord("DDDD", "z"), meta: { file: path } });
      expect(await store.files.canvasOf("local", path)).toBe("DDDD");
      await store.bin.put("local", "DDDD");
      expect(await store.files.canvasOf("local", path)).toBe("BBBB");
    });
  });
}
