import { describeStore } from "../contract/store-contract.ts";
import { createMemoryStore } from "./store.ts";

describeStore("the memory store", async (surroundings) => createMemoryStore(surroundings));
