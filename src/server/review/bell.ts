/** Rung any number of times, heard once: a ring before anybody listens is kept. */
export interface Bell {
  readonly ring: () => void;
  readonly heard: () => Promise<void>;
}

export function createBell(): Bell {
  let isRung = false;
  let wake: (() => void) | null = null;
  return {
    ring: () => {
      isRung = true;
      wake?.();
    },
    heard: async () => {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = null;
      }
      isRung = false;
    },
  };
}
