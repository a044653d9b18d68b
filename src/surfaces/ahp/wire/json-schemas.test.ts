import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { expect, test } from "vitest";
import fixtures from "./fixtures/reducers.json" with { type: "json" };
import { jsonSchemas, type SchemaName } from "./json-schemas.ts";

const schemas = jsonSchemas() as { readonly $defs: Readonly<Record<string, object>> };

function isValid(name: SchemaName, value: unknown): boolean {
  const validator = new AjvJsonSchemaValidator().getValidator(schemas.$defs[name] as never);
  return validator(value).valid;
}

test("the file that is shipped is what the schemas are", async () => {
  await expect(`${JSON.stringify(schemas, null, 2)}\n`).toMatchFileSnapshot("../../../../docs/ahp-schema.json");
});

const ACTIONS: Readonly<Record<string, SchemaName>> = {
  "session/canvasesChanged": "SessionCanvasesChangedAction",
  "session/openCanvasesChanged": "SessionOpenCanvasesChangedAction",
  "canvas/updated": "CanvasUpdatedAction",
  "canvas/closeRequested": "CanvasCloseRequestedAction",
  "canvas/message": "CanvasMessageAction",
  "chat/canvasesChanged": "ChatCanvasesChangedAction",
  "canvas/stateChanged": "CanvasStateChangedAction",
};

/** Those of the fixtures that are there to be refused. */
const MALFORMED = /is no update|is no list/;

test.each(
  fixtures.flatMap(({ description, actions }) =>
    actions.flatMap((each) => {
      const action = ("action" in each ? each.action : each) as { readonly type: string };
      const name = ACTIONS[action.type];
      return name === undefined ? [] : [[description, name, action] as const];
    }),
  ),
)("%s: %s", (description, name, action) => {
  expect(isValid(name, action)).toBe(!MALFORMED.test(description));
});

test.each([
  [
    "CanvasState",
    { instanceId: "a", canvasId: "c", extensionId: "e", availability: "ready", provider: { kind: "server" } },
    true,
  ],
  [
    "CanvasState",
    { instanceId: "a", canvasId: "c", extensionId: "e", availability: null, provider: { kind: "server" } },
    false,
  ],
  [
    "CanvasState",
    { instanceId: "../a", canvasId: "c", extensionId: "e", availability: "ready", provider: { kind: "server" } },
    false,
  ],
  [
    "CanvasState",
    { instanceId: "a", canvasId: "c", extensionId: "e", availability: "ready", provider: { kind: "client" } },
    false,
  ],
  [
    "CanvasOpenParams",
    { channel: "ahp-session:/1", canvasId: "c", extensionId: "e", instanceId: "a", input: {} },
    true,
  ],
  [
    "CanvasOpenParams",
    { channel: "ahp-session:/1", canvasId: "c", extensionId: "e", instanceId: "a", input: [] },
    false,
  ],
  ["CanvasReadResourceParams", { channel: "ahp-canvas:/1", uri: "ahp-canvas-content:/a/index.html" }, true],
  [
    "CanvasReadResourceResult",
    {
      contents: [
        { uri: "x", text: "y" },
        { uri: "z", blob: "" },
      ],
    },
    true,
  ],
  ["InitializeParams", { protocolVersions: ["1.0.0"], clientId: "c", capabilities: { canvas: {} } }, true],
  ["InitializeParams", { protocolVersions: ["1.0.0"], clientId: "c", capabilities: { canvas: true } }, false],
] as const)("%s of %j", (name, value, expected) => {
  expect(isValid(name, value)).toBe(expected);
});
