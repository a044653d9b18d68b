import { describe } from "vitest";
import { describeArchive } from "./archive.ts";
import { describeAudit } from "./audit.ts";
import { describeBin } from "./bin.ts";
import { describeCanvases } from "./canvases.ts";
import { describeChanges } from "./changes.ts";
import { describeFiles } from "./files.ts";
import type { OpenStore } from "./fresh-store.ts";
import { describeHistory } from "./history.ts";
import { describeListing } from "./listing.ts";
import { describeMoments } from "./moments.ts";
import { describePeople } from "./people.ts";
import { describePeopleEvents } from "./people-events.ts";
import { describePoints } from "./points.ts";
import { describeSecrets } from "./secrets.ts";
import { describeSharing } from "./sharing.ts";
import { describeSharedElsewhere } from "./sharing-elsewhere.ts";
import { describeWaits } from "./waits.ts";

/** Hundreds of writes, each of which a careful store puts on the disk, may take their time. */
const TIMEOUT_MS = 300_000;

/** What any store must keep to: one suite, run by each of them. `open` makes an empty one each time. */
export function describeStore(name: string, open: OpenStore): void {
  describe(name, { timeout: TIMEOUT_MS }, () => {
    describeCanvases(open);
    describeHistory(open);
    describePeopleEvents(open);
    describePoints(open);
    describeMoments(open);
    describeListing(open);
    describeBin(open);
    describeWaits(open);
    describeChanges(open);
    describeFiles(open);
    describeSecrets(open);
    describeSharing(open);
    describeSharedElsewhere(open);
    describePeople(open);
    describeAudit(open);
    describeArchive(open);
  });
}
