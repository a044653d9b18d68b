import { openPanel } from "../../../server/actions/panels/open-panel.ts";

/** What an instance is opened with: nothing, a canvas that is there, or a new one. */
export const openInput = openPanel.input.omit({ panel: true, last: true }).strict();
