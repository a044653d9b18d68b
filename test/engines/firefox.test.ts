import { findFirefox } from "../../scripts/ensure-engines.mjs";
import { startFirefox } from "./firefox-driver.ts";
import { runFlows } from "./run-flows.ts";

runFlows("Firefox", findFirefox(), startFirefox);
