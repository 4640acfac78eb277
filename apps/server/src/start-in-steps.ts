/** Keeps how to undo a step that was done. */
export type Undo = (step: () => unknown) => void;

/** Starts something in steps. When a later one fails those before are undone, last first; so they are at the stop. */
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
