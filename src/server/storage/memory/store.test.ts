import { describeLivingStore } from "../contract/living-contract.ts";
import { describeStore } from "../contract/store-contract.ts";
import { sampleTime } from "../sample-change.ts";
import { createMemoryStore } from "./store.ts";

describeStore("the memory store", async () => createMemoryStore());
describeLivingStore("the memory store, living", async () =>
  createMemoryStore({ now: () => new Date(sampleTime(1_000)) }),
);
