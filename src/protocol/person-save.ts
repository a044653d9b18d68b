import type { PersonSave } from "../core/document/person/apply-person-save.ts";
import type { Interaction } from "../core/records/interactions.ts";
import { readInteraction } from "./interactions.ts";
import type { BlockInteraction, SaveCanvasInput } from "./widget-inputs.ts";

/** What a widget's save wants done, as the rules take it. `read`: what was done in blocks, under the ids that it is kept under. */
export function personSaveOf(
  asked: Omit<SaveCanvasInput, "canvas_id" | "key" | "save_key">,
  read: (interaction: BlockInteraction) => Interaction = readInteraction,
): PersonSave {
  const { status, settings, interactions } = asked;
  return {
    ...(asked.base_revision === undefined ? {} : { baseRevision: asked.base_revision }),
    ...(asked.base_hash === undefined ? {} : { baseHash: asked.base_hash }),
    ...(asked.base_content === undefined ? {} : { baseContent: asked.base_content }),
    ...(asked.content === undefined ? {} : { content: asked.content }),
    ...(asked.changes === undefined ? {} : { changes: asked.changes }),
    ...(asked.suggest === undefined ? {} : { suggest: asked.suggest }),
    ...(asked.title === undefined ? {} : { title: asked.title }),
    ...(status === undefined ? {} : { status: statusOf(status) }),
    comments: asked.comments ?? [],
    decisions: asked.decisions ?? [],
    ...(settings?.suggestOnly === undefined ? {} : { settings: { suggestOnly: settings.suggestOnly } }),
    ...(asked.protect === undefined ? {} : { protect: asked.protect }),
    ...(interactions === undefined ? {} : { interactions: interactions.map((each) => read(each)) }),
    sent: asked.sent ?? false,
    ...(asked.kept === undefined ? {} : { isKept: asked.kept }),
    ...(asked.seal === undefined ? {} : { seal: asked.seal }),
    ...(asked.seen === undefined ? {} : { seen: asked.seen }),
    ...(asked.left === undefined ? {} : { left: asked.left }),
  };
}

function statusOf({ to, revision, note }: NonNullable<SaveCanvasInput["status"]>): NonNullable<PersonSave["status"]> {
  return { to, revision, ...(note === undefined ? {} : { note }) };
}
