import { type InspectedHost, inspectHosts } from "../hosts/host-setup.ts";
import type { Surroundings } from "../surroundings.ts";
import { attention, type Finding, ok, problem } from "./finding.ts";

/** The hosts that are on this machine, and what their files say about us. */
export async function checkHosts(surroundings: Surroundings): Promise<readonly Finding[]> {
  const here = (await inspectHosts(surroundings)).filter(({ state }) => state.kind !== "absent");
  if (here.length > 0) return here.map(findingOf);
  return [
    attention(
      "hosts",
      "no host that this knows is on this machine",
      "`writing-canvas install --list` names those it knows.",
    ),
  ];
}

function findingOf({ host, file, state }: InspectedHost): Finding {
  const install = `writing-canvas install ${host.id}`;
  switch (state.kind) {
    case "ours":
      return state.missing === null
        ? ok(host.name, `has it, in ${file}`)
        : problem(host.name, `${file} starts ${state.missing}, which is not there`, `Write it again: ${install}`);
    case "other":
      return attention(
        host.name,
        `${file} has another server under the name writing-canvas`,
        `Replace it: ${install} --force`,
      );
    case "invalid":
      return problem(host.name, `${file}: ${state.reason}`, "Correct the file; the host cannot read it either.");
    default:
      return attention(host.name, "found, does not have it", `Add it: ${install}`);
  }
}
