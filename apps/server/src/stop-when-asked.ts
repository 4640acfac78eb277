type Ask = 'SIGINT' | 'SIGTERM' | 'disconnect';

/**
 * Stops and ends this process on a signal, or when the process that started it is gone (`disconnect`). It ends in
 * that time whatever happens: a silent mail server or node would hold its job for longer, and whatever that is
 * at is safe to be taken up again.
 */
export function stopWhenAsked(
  running: { stop(): Promise<void> },
  asks: readonly Ask[],
  longestMs: number,
): void {
  let isStopping = false;
  const stop = (): void => {
    // Ctrl-C reaches all processes of a terminal at once, and then the primary asks its workers too.
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), longestMs).unref();
    running.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const ask of asks) process.on(ask, stop);
}
