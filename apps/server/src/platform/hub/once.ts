/** The step, done at the first call only. */
export function once(step: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) step();
    isDone = true;
  };
}
