import { z } from "zod";
import { STATUSES } from "../core/records/canvas.ts";
import { leftSaves } from "./left-save.ts";
import { MAX_COMMENT_BODY, MAX_CONTENT_BYTES, MAX_TITLE } from "./limits.ts";
import type { PageRoute, PageRoutes } from "./page.ts";

const id = z.string().min(1).max(44);
const oneCanvas = z.strictObject({ id });
const status = z.enum(STATUSES);
/** A key, a token or a proof. */
const word = z.string().max(400);
const texts = z.record(z.string().max(400), z.string());

/** The bodies that the page's routes take, with nothing more in them. */
export const pageRequests = {
  "/api/hello": z.strictObject({ challenge: word }),
  "/api/session": z.strictObject({ link: word, key: word.optional() }),
  "/api/pass": z.strictObject({ session: word, key: word, nonce: word, proof: word }),
  "/api/step": z.strictObject({ link: word.optional(), session: word.optional() }),
  "/api/carry": z.strictObject({ page: texts, frame: texts }),
  "/api/carried": z.strictObject({ ticket: word }),
  "/api/list": z.strictObject({
    query: z.string().max(2_000).optional(),
    status: status.optional(),
    except: status.optional(),
    cursor: z.string().max(400).optional(),
    limit: z.int().min(1).max(500).optional(),
  }),
  "/api/open": oneCanvas,
  "/api/new": z.strictObject({
    title: z.string().max(MAX_TITLE).optional(),
    content: z.string().max(MAX_CONTENT_BYTES).optional(),
  }),
  "/api/duplicate": oneCanvas,
  "/api/status": z.strictObject({
    id,
    to: status,
    revision: z.int().min(0),
    note: z.string().max(MAX_COMMENT_BODY).optional(),
  }),
  "/api/delete": oneCanvas,
  "/api/bin": z.strictObject({}),
  "/api/purge": oneCanvas,
  "/api/undelete": oneCanvas,
  // Longer ones than are kept come through, to be refused in words of their own.
  "/api/message": z.strictObject({ id, text: z.string().max(MAX_CONTENT_BYTES) }),
  "/api/close-review": oneCanvas,
  "/api/left-saves": z.strictObject({ saves: leftSaves }),
} satisfies { readonly [Route in PageRoute]: z.ZodType };

export type PageRequest<Route extends PageRoute> = z.infer<(typeof pageRequests)[Route]>;
export type PageAnswer<Route extends PageRoute> = PageRoutes[Route]["answer"];
