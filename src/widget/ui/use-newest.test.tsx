// @vitest-environment happy-dom
import { act, useLayoutEffect } from "react";
import { expect, test } from "vitest";
import { reactPage } from "../testing/react-page.ts";
import { useNewest } from "./use-newest.ts";

const shown = reactPage();

type Read = (newest: () => string) => void;

function Outside({ value, read }: { readonly value: string; readonly read: Read }) {
  const newest = useNewest(value);
  return <Inside newest={newest} read={read} />;
}

function Inside({ newest, read }: { readonly newest: () => string; readonly read: Read }) {
  useLayoutEffect(() => read(newest));
  return null;
}

test("one function reads every value, as soon as the parts inside can act on it", () => {
  const functions = new Set<() => string>();
  const values: string[] = [];
  const read: Read = (newest) => {
    functions.add(newest);
    values.push(newest());
  };
  for (const value of ["old", "new"]) act(() => shown.root.render(<Outside value={value} read={read} />));
  expect(values).toEqual(["old", "new"]);
  expect(functions.size).toBe(1);
});
