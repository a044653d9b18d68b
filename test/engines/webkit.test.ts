import { findWebKit } from "../../scripts/ensure-engines.mjs";
import { runFlows } from "./run-flows.ts";
import { startWebKit } from "./webkit-driver.ts";

runFlows("WebKitGTK", findWebKit(), startWebKit);
