import { headOf, inScript, scriptElement } from "../frame/page-head.ts";
import { RELAY_POLICY } from "../frame/policies.ts";
import type { BuiltDocument } from "./build-document.ts";

/**
 * The page that a frame is given: policy, base and our own script are the first things in its head, whatever the document begins
 * with. Its own doctype, `<html>` and `<head>` come too late to begin anything, which browsers forgive: the attributes of
 * `<html>` still count. So no text of it has to be understood to keep it behind the policy.
 */
export function prepareDocument({ base, html, imports, isQuirky }: BuiltDocument, script: string): string {
  const map = Object.keys(imports).length === 0 ? "" : scriptElement(inScript({ imports }), "importmap");
  return [
    isQuirky ? "" : "<!doctype html>",
    "<html><head>",
    headOf(RELAY_POLICY, base),
    scriptElement(script),
    map,
    // A mark of the byte order would be the first text of the body, and end the head. A tree that the parser closes to scripts
    // would hide a frame from our own.
    html.replace(/^\uFEFF/, "").replaceAll(/shadowrootmode/gi, "data-$&"),
  ].join("");
}
