import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { CanvasError } from "../../protocol/errors.ts";
import type { ServerDeps } from "./tool.ts";

/** What only the board's widget knows, from the result's `_meta`: a model that sees the board's tools cannot act as the person. */
export async function boardKeyOf({ store, owner }: ServerDeps): Promise<string> {
  return createHmac("sha256", await store.secrets.of(owner))
    .update("board")
    .digest("base64url");
}

export const wrongBoardKey: CanvasError = {
  code: "wrong_key",
  message:
    "The key does not fit this board. This tool is for the board's own widget: models use show_board, list_canvases and read_canvas.",
};

/** In time that does not depend on where the two differ. */
export async function isBoardKey(deps: ServerDeps, key: string | undefined): Promise<boolean> {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(await boardKeyOf(deps)), digest(key ?? ""));
}
