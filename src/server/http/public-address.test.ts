import { expect, test } from "vitest";
import { isForSandbox, portOf, publicAddress } from "./public-address.ts";

const NAMES = publicAddress("https://canvas.example.com", "https://canvas-frame.example.com");
const PORTS = publicAddress("https://canvas.example.com", "https://canvas.example.com:8443");

test.each([
  ["another name", NAMES, "canvas-frame.example.com", true],
  ["in any case of letters", NAMES, "Canvas-Frame.Example.COM", true],
  ["with a port that the proxy added", NAMES, "canvas-frame.example.com:3001", true],
  ["with a dot at its end", NAMES, "canvas-frame.example.com.", true],
  ["with both", NAMES, "canvas-frame.example.com.:443", true],
  ["the page's own", NAMES, "canvas.example.com", false],
  ["the upstream's", NAMES, "127.0.0.1:3001", false],
  ["one that only begins so", NAMES, "canvas-frame.example.com.evil.example", false],
  ["no name at all", NAMES, "a b", false],
  ["none", NAMES, undefined, false],
  ["another port of the same name", PORTS, "canvas.example.com:8443", true],
  ["the same name without the port", PORTS, "canvas.example.com", false],
  ["the same name with the port that goes without saying", PORTS, "canvas.example.com:443", false],
  ["where there is no page", publicAddress("https://canvas.example.com", null), "canvas.example.com", false],
])("whether a request is for the frame's host: %s", (_, address, header, expected) => {
  expect(isForSandbox(address, header)).toBe(expected);
});

test.each([
  ["https://canvas.example.com", 443],
  ["https://canvas.example.com:8443", 8443],
  ["http://localhost", 80],
])("the port of %s is %d", (origin, port) => {
  expect(portOf(origin)).toBe(port);
});
