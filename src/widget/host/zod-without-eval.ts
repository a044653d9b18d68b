import { config } from "zod";

// zod asks `new Function` whether it may compile schemas; under a strict policy the mere question is a violation.
config({ jitless: true });
