import { expect, test } from "vitest";
import { hasReleasedCanvas, negotiate } from "./versions.ts";

test.each([
  [["1.0.0"], "1.0.0"],
  [["0.10.0"], "0.10.0"],
  [["0.9.0", "0.7.0", "0.6.0", "0.5.2", "0.5.1"], "0.9.0"],
  [["1.0.0", "0.10.0", "0.9.0"], "1.0.0"],
  [["0.9.0", "1.0.0"], "1.0.0"],
  [["0.10.0", "0.9.0", "0.8.0"], "0.10.0"],
  [["1.4.2", "1.0.0"], "1.4.2"],
  [["0.9.7"], "0.9.7"],
  [["2.0.0", "0.9.0"], "0.9.0"],
])("of %j it is %s", (offered, version) => {
  expect(negotiate(offered)).toEqual({ ok: true, version });
});

test.each([[["0.8.0"]], [["0.5.1", "0.6.0"]], [["2.0.0"]], [["0.11.0"]], [[]]])("none of %j", (offered) => {
  expect(negotiate(offered)).toEqual({ ok: false });
});

test.each(["1", "1.0", "v1.0.0", "1.0.0-beta", "01.0.0", " 1.0.0", "1.0.0.0", "", "^1.0.0", "9".repeat(20)])(
  "%j is no version, and spoils the offer",
  (malformed) => {
    expect(negotiate(["1.0.0", malformed])).toEqual({ ok: false, malformed });
  },
);

test("the released protocol has canvases since 0.10.0", () => {
  expect(["0.9.0", "0.9.9", "0.10.0", "0.10.3", "1.0.0", "1.2.0"].map(hasReleasedCanvas)).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
});
