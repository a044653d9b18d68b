import fc from "fast-check";

/** Laws run on one fixed seed, so that a run says the same thing twice; `LAWS_SEED=random` looks further. */
const wanted = process.env.LAWS_SEED;
if (wanted !== "random") fc.configureGlobal({ seed: Number(wanted ?? 20261116) });
