import type { TypedCommand } from "../../protocol/names.ts";
import { type InspectedHost, inspectHosts } from "../hosts/host-setup.ts";
import { versionInWords } from "../hosts/install-extension.ts";
import type { Surroundings } from "../surroundings.ts";
import { typedFor } from "../typed-command.ts";
import { attention, type Finding, ok, problem } from "./finding.ts";

/** The hosts that are on this machine, and what their files say about us. */
export async function checkHosts(surroundings: Surroundings): Promise<readonly Finding[]> {
  const here = (await inspectHosts(surroundings)).filter(({ state }) => state.kind !== "absent");
  const typed = typedFor(surroundings, null);
  if (here.length > 0)
    return here.flatMap((host) => [
      findingOf(host, surroundings.version, typed),
      ...extensionFindings(host, surroundings.version, typed),
    ]);
  return [
    attention(
      "hosts",
      "no host that this knows is on this machine",
      `\`${typed("install --list")}\` names those it knows.`,
    ),
  ];
}

function findingOf({ host, file, state }: InspectedHost, version: string, typed: TypedCommand): Finding {
  const install = typed(`install ${host.id}`);
  switch (state.kind) {
    case "ours":
      if (state.missing !== null)
        return problem(host.name, `${file} starts ${state.missing}, which is not there`, `Write it again: ${install}`);
      if (state.pin === "")
        return attention(
          host.name,
          `${file} starts whichever version npx finds`,
          `Have it start this one, ${version}: ${install}`,
        );
      return isNumber(state.pin) && state.pin !== version
        ? attention(
            host.name,
            `${file} starts version ${state.pin}, and this is ${version}`,
            `Write it again: ${install}`,
          )
        : ok(host.name, `has it, in ${file}`);
    case "remote":
      return ok(host.name, `reaches ${state.url}, in ${file}`);
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

function extensionFindings({ host, extension }: InspectedHost, version: string, typed: TypedCommand): Finding[] {
  if (extension === null) return [];
  const { folder, state } = extension;
  const about = `${host.name}, extension`;
  const install = typed(`install ${host.id} --extension`);
  switch (state.kind) {
    case "absent":
      return [ok(about, "is not there", `It shows the canvas beside the conversation: ${install}`)];
    case "other":
      return [attention(about, `${folder} is not from us`, `Replace it: ${install} --force`)];
    case "ours":
      if (state.isCurrent) return [ok(about, `has version ${version}, in ${folder}`)];
      return [
        attention(
          about,
          state.version === version
            ? `${folder} has other files than version ${version}`
            : `${folder} is ${versionInWords(state)}, and this is ${version}`,
          `Write it again: ${install}`,
        ),
      ];
  }
}

/** A tag, such as latest, or a range is somebody's own wish. */
function isNumber(pin: string | null): pin is string {
  return pin !== null && /^\d+\.\d+\.\d+(?:[-+][\w.+-]*)?$/.test(pin);
}
