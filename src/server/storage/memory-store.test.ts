import { describeStore } from "./contract.ts";
import { createMemoryStore } from "./memory-store.ts";

describeStore("the memory store", async () => createMemoryStore());
