import type { z } from "zod";
import { type CanvasError, type Outcome, StoreError } from "../../protocol/errors.ts";
import { type Allowed, may } from "../access/may.ts";
import { describeError } from "../observe/describe-error.ts";
import type { Log } from "../observe/observer.ts";
import { type Call, withinScope } from "./call.ts";

/** What an action is, as data: another protocol's tools can be made from it. */
export interface ActionDefinition extends Allowed {
  readonly name: string;
  /** One line. */
  readonly description: string;
  readonly input: z.ZodObject;
}

/** One thing that can be done with canvases, whatever the door. An expected failure is a value, with what to do next. */
export interface Action<Input extends z.ZodObject, T extends object> extends ActionDefinition {
  readonly input: Input;
  /** The input has passed the schema. */
  readonly run: (call: Call, input: z.output<Input>) => Promise<Outcome<T>>;
}

/** An action whose input is known only to have passed its schema, as another process or protocol has it. */
export interface AnyAction extends ActionDefinition {
  readonly run: (call: Call, input: Readonly<Record<string, unknown>>) => Promise<Outcome<object>>;
}

/** The action, which refuses whoever may not do it before anything is looked up. */
export function defineAction<Input extends z.ZodObject, T extends object>(action: Action<Input, T>): Action<Input, T> {
  return {
    ...action,
    run: async (call, input) => {
      const error = may(call.who, action, null, call.deps.clock().toISOString());
      return error === null ? action.run({ ...withinScope(call), action }, input) : { ok: false, error };
    },
  };
}

/** An object without its undefined fields, as the core's types want it. */
export function givenOnly<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}

export type Given<T> = {
  readonly [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  readonly [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** What was thrown, as an answer: a store's own words, or that the call failed. It is logged, and goes no further as it is. */
export function describeFailure(name: string, error: unknown, log: Log): CanvasError {
  if (error instanceof StoreError) {
    log(`${name}: ${error.code}: ${error.message}`, "error");
    return { code: error.code, message: error.message };
  }
  log(`${name} failed: ${describeError(error)}`, "error");
  const message =
    "The canvas server failed on this call, and wrote nothing. Try again; if it fails again, tell the person.";
  return { code: "storage_failed", message };
}
