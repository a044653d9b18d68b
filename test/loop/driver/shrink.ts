/** The shortest part of the steps that still fails, as its error; null when they do not fail. */
export async function shrink<Step>(
  steps: readonly Step[],
  run: (steps: readonly Step[]) => Promise<void>,
): Promise<Error | null> {
  const fails = async (some: readonly Step[]): Promise<Error | null> => {
    try {
      await run(some);
      return null;
    } catch (error) {
      if (error instanceof Error) return error;
      throw error;
    }
  };
  let worst = await fails(steps);
  if (worst === null) return null;
  let kept = [...steps];
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < kept.length; ) {
      const fewer = kept.toSpliced(at, size);
      const fault = await fails(fewer);
      if (fault === null) at += size;
      else {
        kept = fewer;
        worst = fault;
      }
    }
  }
  worst.message = `${worst.message}\n\nThe steps: ${JSON.stringify(kept)}`;
  return worst;
}
