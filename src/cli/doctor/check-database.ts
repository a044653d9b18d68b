import { type DatabaseFacts, inspectDatabase, OLDEST_DATABASE } from "../../server/storage/postgres/inspect.ts";
import { cannotOpen, storeInWords } from "../asked-store.ts";
import { sizeInWords } from "../terminal/printable.ts";
import { attention, type Finding, ok, problem } from "./finding.ts";

type Address = Extract<Parameters<typeof storeInWords>[0], { readonly kind: "postgres" }>;

/** So far away each call takes noticeably longer: it asks several times. */
const FAR_MS = 20;
const FEW_LEFT = 20;

/** The database: whether it answers, takes writes, and has the tables that this program knows. */
export async function checkDatabase(address: Address): Promise<readonly Finding[]> {
  try {
    const facts = await inspectDatabase(address.url);
    return [ok("database", storeInWords(address)), versionFinding(facts), tablesFinding(facts), ...rest(facts)];
  } catch (error) {
    const refused = cannotOpen(address, error);
    const why = refused instanceof Error ? refused.message : String(refused);
    return [problem("database", why, "Check the address in --store or WRITING_CANVAS_STORE, and that it runs.")];
  }
}

function versionFinding({ version, versionNumber }: DatabaseFacts): Finding {
  if (versionNumber >= OLDEST_DATABASE.number) return ok("PostgreSQL", version);
  return problem("PostgreSQL", `${version} is too old`, `Use PostgreSQL ${OLDEST_DATABASE.words} or newer.`);
}

function tablesFinding({ schema, knownSchema, canvases, bytes }: DatabaseFacts): Finding {
  if (schema === null) return ok("tables", "not there yet: the first server to start makes them");
  if (schema > knownSchema)
    return problem(
      "tables",
      `they are of a newer writing-canvas (schema ${schema}; this one knows up to ${knownSchema})`,
      "Update writing-canvas on this machine.",
    );
  const kept = `${canvases === 1 ? "1 canvas" : `${canvases} canvases`}, ${sizeInWords(bytes)}`;
  return schema < knownSchema
    ? ok("tables", `${kept}; the next server to start brings them up to date (schema ${schema} to ${knownSchema})`)
    : ok("tables", kept);
}

function rest({ isReadOnly, roundTripMs, connections }: DatabaseFacts): readonly Finding[] {
  const left = connections.most - connections.now;
  return [
    ...(isReadOnly
      ? [problem("writing", "this database takes no writes: it is a replica, or was set so", "Name the main one.")]
      : []),
    ...(roundTripMs > FAR_MS
      ? [attention("distance", `${Math.round(roundTripMs)} ms there and back`, "Run servers near their database.")]
      : []),
    ...(left < FEW_LEFT
      ? [
          attention(
            "connections",
            `${connections.now} of ${connections.most} are in use`,
            "Each node takes --connections (10) and three more. Raise max_connections, or lower --connections.",
          ),
        ]
      : []),
  ];
}
