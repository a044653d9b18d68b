import { expect, test } from "vitest";
import { parseComments } from "./parse-comments.ts";

test.each<[string, unknown, unknown]>([
  ["the announced form", { quote: "q", body: "b" }, { quote: "q", body: "b" }],
  ["quotedText", { quotedText: "q", body: "b" }, { quote: "q", body: "b" }],
  ["quoted_text", { quoted_text: "q", body: "b" }, { quote: "q", body: "b" }],
  ["an anchor", { anchor: { quotedText: "q" }, body: "b" }, { quote: "q", body: "b" }],
  ["an anchor in snake case", { anchor: { quoted_text: "q" }, body: "b" }, { quote: "q", body: "b" }],
  ["text for body", { quote: "q", text: "b" }, { quote: "q", body: "b" }],
  ["comment for body", { quote: "q", comment: "b" }, { quote: "q", body: "b" }],
  ["text beside a comment is what it is about", { text: "q", comment: "b" }, { quote: "q", body: "b" }],
  ["text beside a quote and a body is neither", { text: "x", quote: "q", body: "b" }, { quote: "q", body: "b" }],
  ["on the whole text", { body: "b" }, { body: "b" }],
  ["nulls are left out", { quote: null, anchor: null, reply_to: null, body: "b" }, { body: "b" }],
  ["an empty quote is none", { quote: " ", body: "b" }, { body: "b" }],
  ["an answer", { reply_to: "k3f9", body: "b" }, { replyTo: "k3f9", body: "b" }],
  ["an answer in camel case", { replyTo: "k3f9", comment: "b" }, { replyTo: "k3f9", body: "b" }],
])("%s", (_, given, comment) => {
  expect(parseComments([given])).toEqual({ ok: true, comments: [comment] });
  expect(parseComments(JSON.stringify([given]))).toEqual({ ok: true, comments: [comment] });
});
