import { expect, test } from "vitest";
import type { CanvasComment, Status } from "../../core/records/canvas.ts";
import type { Person, Standing } from "../../core/records/sharing.ts";
import type { CanvasAccess } from "../../protocol/sharing.ts";
import { createFakeServer } from "../host/fake-server.ts";
import { commentRights, type Rights, rightsOf } from "./rights.ts";
import { openWidget } from "./widget-rig.ts";

const ADA: Person = { subject: "ada", name: "Ada" };
const BOB: Person = { subject: "bob", name: "Bob" };

const accessAs = (standing: Standing, me = BOB): CanvasAccess => ({
  standing,
  me: standing === "owner" ? ADA : me,
  owner: ADA,
  people: [],
  canLink: true,
});

async function viewAs(
  standing: Standing | null,
  more: { readonly status?: Status; readonly approvers?: readonly Person[] } = {},
) {
  const rig = openWidget({ server: createFakeServer() });
  await rig.write("# Plan\n");
  const { view } = rig.ready();
  rig.stop();
  const { checkpoint } = view;
  const document = { ...checkpoint.document, status: more.status ?? "draft" };
  const approvers = more.approvers === undefined ? {} : { approvers: more.approvers };
  return {
    ...view,
    ...(standing === null ? {} : { access: accessAs(standing) }),
    checkpoint: { ...checkpoint, document, ...approvers },
  };
}

const SHORT = {
  canEdit: "edit",
  canComment: "comment",
  canSuggest: "suggest",
  canDecide: "decide",
  canSetStatus: "status",
  canApprove: "approve",
  canWithdraw: "withdraw",
  canSend: "send",
  canShare: "share",
  canProtect: "protect",
  canRestore: "restore",
  canTitle: "title",
} satisfies Readonly<Record<keyof Rights, string>>;
const named = (rights: Rights): string =>
  Object.entries(SHORT)
    .flatMap(([right, word]) => (rights[right as keyof Rights] ? [word] : []))
    .join(" ");

const EDITS = "edit comment suggest decide status approve send protect restore title";
test.each<readonly [string, Standing | null, Parameters<typeof viewAs>[1], string]>([
  ["without people all is theirs, but there is nobody to share with", null, {}, EDITS],
  ["without people an archived canvas is read, sent and reopened", null, { status: "archived" }, "status approve send"],
  ["the owner shares as well", "owner", {}, EDITS.replace("send", "send share")],
  ["an editor does all but share", "editor", {}, EDITS],
  ["a commenter comments, suggests and sends", "commenter", {}, "comment suggest send"],
  ["a viewer reads", "viewer", {}, ""],
  ["whoever is asked approves, whatever their role", "viewer", { approvers: [BOB] }, "approve"],
  ["with others asked, an editor does not approve", "editor", { approvers: [ADA] }, EDITS.replace("approve ", "")],
  ["an archived canvas is not for a commenter to comment", "commenter", { status: "archived" }, "send"],
])("%s", async (_, standing, more, rights) => {
  expect(named(rightsOf(await viewAs(standing, more)))).toBe(rights);
});

test.each<readonly [string, Standing | null, Person | null, "person" | "model", string]>([
  ["without people every person's comment is theirs", null, null, "person", "change delete settle"],
  ["their own", "commenter", BOB, "person", "change delete settle"],
  ["another's, to a commenter", "commenter", ADA, "person", ""],
  ["another's, to an editor", "editor", ADA, "person", "settle"],
  ["another's, to the owner", "owner", BOB, "person", "delete settle"],
  ["nobody's, to the owner", "owner", null, "person", "change delete settle"],
  ["nobody's, to an editor", "editor", null, "person", "settle"],
  ["their own model's, to a commenter", "commenter", BOB, "model", ""],
])("of a comment: %s", (_, standing, by, kind, rights) => {
  const comment = { by: { kind, ...by } } as CanvasComment;
  const { canChange, canDelete, canSettle } = commentRights(standing === null ? {} : { access: accessAs(standing) })(
    comment,
  );
  const words = [canChange && "change", canDelete && "delete", canSettle && "settle"];
  expect(words.filter((word) => word !== false).join(" ")).toBe(rights);
});
