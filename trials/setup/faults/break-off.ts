/** A trial that is broken off from outside ends like any other, so that nothing it started outlives it. */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}
