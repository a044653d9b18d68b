import { describe, expect, test } from "vitest";
import { freshStore, type OpenStore } from "./fresh-store.ts";

/** What keys are derived from. */
export function describeSecrets(open: OpenStore): void {
  describe("secrets", () => {
    const { store } = freshStore(open);

    test("an owner's secret is made once, is long, and is nobody else's", async () => {
      const secret = await store.secrets.of("local");
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(await store.secrets.of("local")).toBe(secret);
      expect(await store.secrets.of("somebody")).not.toBe(secret);
    });

    test("one that was made elsewhere is kept where there is none yet", async () => {
      expect(await store.secrets.keep("ann", "made elsewhere")).toBe(true);
      expect(await store.secrets.keep("ann", "made elsewhere")).toBe(true);
      expect(await store.secrets.keep("ann", "made by somebody")).toBe(false);
      expect(await store.secrets.of("ann")).toBe("made elsewhere");
    });
  });
}
