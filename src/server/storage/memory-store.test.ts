import { describeStore } from "./contract.ts";
import { describeLivingStore } from "./living-contract.ts";
import { createMemoryStore } from "./memory-store.ts";
import { sampleTime } from "./sample-change.ts";

describeStore("the memory store", async () => createMemoryStore());
describeLivingStore("the memory store, living", async () =>
  createMemoryStore({ now: () => new Date(sampleTime(1_000)) }),
);
