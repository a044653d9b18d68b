import type { ActionDefinition, AnyAction } from "./action.ts";
import { bindFile } from "./files/bound-canvas.ts";
import { takeFile } from "./files/take-file.ts";
import { listMoments } from "./history/moments.ts";
import { restore } from "./history/restore.ts";
import { listVersions, loadVersion } from "./history/versions.ts";
import { followInteractions } from "./interactions/follow-interactions.ts";
import { interact } from "./interactions/interact.ts";
import { listInteractions } from "./interactions/list-interactions.ts";
import { bringBack, listBin, purge, remove } from "./listing/bin.ts";
import { board } from "./listing/board.ts";
import { list } from "./listing/list.ts";
import { listForPerson } from "./listing/list-for-person.ts";
import { closePanel, listPanels, seePanel } from "./panels/list-panels.ts";
import { openPanel } from "./panels/open-panel.ts";
import { load } from "./reading/load.ts";
import { open } from "./reading/open.ts";
import { peek } from "./reading/peek.ts";
import { read, readFeedback } from "./reading/read.ts";
import { closeReview, leaveMessage } from "./review/answer.ts";
import { awaitReview } from "./review/await-review.ts";
import { passOn } from "./review/pass-on.ts";
import { setStatus } from "./review/set-status.ts";
import { submitForReview } from "./review/submit-for-review.ts";
import { noteExport, readAudit } from "./sharing/audit.ts";
import { joinByLink } from "./sharing/join.ts";
import { leave, share } from "./sharing/share.ts";
import { create } from "./writing/create.ts";
import { duplicate } from "./writing/duplicate.ts";
import { edit } from "./writing/edit.ts";
import { importMarked } from "./writing/import-marked.ts";
import { keepText } from "./writing/keep-text.ts";
import { rewrite } from "./writing/rewrite.ts";
import { save } from "./writing/save.ts";
import { saveLeft } from "./writing/save-left.ts";

const ALL: readonly ActionDefinition[] = [
  create,
  rewrite,
  edit,
  keepText,
  save,
  saveLeft,
  duplicate,
  importMarked,
  read,
  readFeedback,
  peek,
  load,
  open,
  openPanel,
  listPanels,
  seePanel,
  closePanel,
  list,
  listForPerson,
  board,
  listVersions,
  listMoments,
  loadVersion,
  restore,
  setStatus,
  leaveMessage,
  closeReview,
  submitForReview,
  awaitReview,
  passOn,
  interact,
  listInteractions,
  followInteractions,
  remove,
  listBin,
  bringBack,
  purge,
  bindFile,
  takeFile,
  share,
  leave,
  joinByLink,
  readAudit,
  noteExport,
];

/** Everything that can be done with canvases, as data; each can be run with an input that has passed its schema. */
export const ACTIONS = ALL as readonly AnyAction[];
