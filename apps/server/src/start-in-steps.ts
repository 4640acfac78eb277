/** Registers how to undo a completed step. */
export type Undo = (step: () => unknown) => void;

/** Starts in steps. When one fails, the completed ones are undone in reverse order; `stop` does the same. */
export async function startInSteps<T>(
  start: (undo: Undo) => Promise<T>,
): Promise<{ readonly started: T; stop(): Promise<void> }> {
  const steps: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of steps.splice(0).toReversed()) await step();
  };
  try {
    return { started: await start((step) => void steps.push(step)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
