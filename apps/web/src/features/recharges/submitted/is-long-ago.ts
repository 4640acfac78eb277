/** Slower than the block time of every network, with its usual delays. */
const PATIENCE_MS = 3 * 60_000;

/** Whether a payment that was named then should have been found by now. */
export const isLongAgo = (namedAt: string, nowMs: number): boolean =>
  nowMs - Date.parse(namedAt) > PATIENCE_MS;
