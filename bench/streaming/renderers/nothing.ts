import { expose } from "../page.ts";

/** Shows nothing: what the benchmark itself costs. */
expose(() => ({ update: () => undefined, destroy: () => undefined }));
