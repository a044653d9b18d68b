import type { McpUiHostCapabilities, McpUiHostContext } from "@modelcontextprotocol/ext-apps";
import type { Ability, HostAbilities, HostContext } from "./host-port.ts";

const NO_INSETS = { top: 0, right: 0, bottom: 0, left: 0 };

/** The host's context in our words. A host that says nothing is inline, light as the system says, and has one mode. */
export function readContext(
  context: McpUiHostContext | undefined,
  hostName: string | undefined,
  prefersDark: boolean,
): HostContext {
  const dimensions: Record<string, unknown> = { ...context?.containerDimensions };
  const variables = Object.entries(context?.styles?.variables ?? {}).filter(
    (entry): entry is [string, string] => entry[0].startsWith("--") && typeof entry[1] === "string",
  );
  const fonts = context?.styles?.css?.fonts;
  const toolCallId = context?.toolInfo?.id;
  const toolName = context?.toolInfo?.tool?.name;
  return {
    ...(hostName === undefined ? {} : { hostName }),
    theme: context?.theme ?? (prefersDark ? "dark" : "light"),
    displayMode: context?.displayMode ?? "inline",
    displayModes: context?.availableDisplayModes ?? ["inline"],
    ...(context?.locale === undefined ? {} : { locale: context.locale }),
    touch: context?.deviceCapabilities?.touch ?? false,
    safeArea: context?.safeAreaInsets ?? NO_INSETS,
    container: {
      ...size(dimensions, "height"),
      ...size(dimensions, "maxHeight"),
      ...size(dimensions, "width"),
      ...size(dimensions, "maxWidth"),
    },
    styles: Object.fromEntries(variables),
    ...(typeof fonts === "string" ? { fontCss: fonts } : {}),
    ...(toolCallId === undefined ? {} : { toolCallId: String(toolCallId) }),
    ...(toolName === undefined ? {} : { toolName }),
  };
}

function size<Name extends string>(dimensions: Record<string, unknown>, name: Name): { [key in Name]?: number } {
  const value = dimensions[name];
  return typeof value === "number" && Number.isFinite(value) && value > 0
    ? ({ [name]: value } as { [key in Name]?: number })
    : {};
}

export function readAbilities(capabilities: McpUiHostCapabilities | undefined): HostAbilities {
  return {
    serverTools: offered(capabilities?.serverTools),
    message: offered(capabilities?.message),
    modelContext: capabilities?.updateModelContext !== undefined,
    openLinks: capabilities?.openLinks !== undefined,
    download: capabilities?.downloadFile !== undefined,
    log: capabilities?.logging !== undefined,
  };
}

function offered(capability: unknown): Ability {
  return capability === undefined ? "untried" : "yes";
}
