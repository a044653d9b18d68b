import { expect, test } from "vitest";
import { createCanvasOrder } from "./canvas-order.ts";

/** Calls that begin when they are let, and end when the test says so. */
function calls() {
  const inOrder = createCanvasOrder();
  const said: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      said.push(`${name} begins`);
      ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)));
    });
  const call = (canvasId: string, name: string, isHeavy = name.startsWith("heavy")) =>
    inOrder(canvasId, { isHeavy: async () => isHeavy, light: work(name), heavy: work(name) });
  const end = async (name: string, error?: Error) => {
    said.push(`${name} ${error === undefined ? "ends" : "fails"}`);
    ends.get(name)?.(error);
    await rest();
  };
  return { call, end, said };
}

const rest = () => new Promise((resolve) => setImmediate(resolve));

test("short calls about one canvas run beside each other, in the order in which they came", async () => {
  const { call, said } = calls();
  void call("AAAA", "a");
  void call("AAAA", "b");
  await rest();
  expect(said).toEqual(["a begins", "b begins"]);
});

test("a long call waits for the short ones before it, and those after it wait for its end", async () => {
  const { call, end, said } = calls();
  void call("AAAA", "a");
  void call("AAAA", "heavy b");
  void call("AAAA", "c");
  void call("AAAA", "heavy d");
  await rest();
  expect(said).toEqual(["a begins"]);
  await end("a");
  expect(said).toEqual(["a begins", "a ends", "heavy b begins"]);
  await end("heavy b");
  expect(said.slice(3)).toEqual(["heavy b ends", "c begins"]);
  await end("c");
  expect(said.slice(5)).toEqual(["c ends", "heavy d begins"]);
});

test("calls about other canvases wait for nobody", async () => {
  const { call, said } = calls();
  void call("AAAA", "heavy a");
  void call("BBBB", "b");
  void call("CCCC", "heavy c");
  await rest();
  expect(said.toSorted()).toEqual(["b begins", "heavy a begins", "heavy c begins"]);
});

test("a call that fails lets the next one in", async () => {
  const { call, end, said } = calls();
  const failing = [call("AAAA", "a"), call("AAAA", "heavy b")];
  void call("AAAA", "c");
  await rest();
  await Promise.all([end("a", new Error("no")), expect(failing[0]).rejects.toThrow("no")]);
  await Promise.all([end("heavy b", new Error("no")), expect(failing[1]).rejects.toThrow("no")]);
  expect(said).toEqual(["a begins", "a fails", "heavy b begins", "heavy b fails", "c begins"]);
});
