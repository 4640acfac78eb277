type Ask = 'SIGINT' | 'SIGTERM' | 'disconnect';
type Running = { stop(): Promise<void> };

/** Said when a stop was not through in its time, so that whoever looks for the reason finds that there was one. */
export const FORCED_STOP = 'The stop took too long and was forced';

/**
 * Starts, and then stops and ends this process on a signal, or when the process that started it is gone
 * (`disconnect`). It ends in that time whatever happens: a silent mail server or node would hold its job for
 * longer, and whatever that is at is safe to be taken up again. Asked during the start it ends at once: nobody was
 * promised anything yet, and who waited for the end of the start would live on beside its successor.
 */
export async function runUntilAsked(
  start: () => Promise<Running>,
  asks: readonly Ask[],
  longestMs: number,
): Promise<void> {
  let running: Running | null = null;
  let isStopping = false;
  const stop = (): void => {
    // Ctrl-C reaches all processes of a terminal at once, and then the primary asks its workers too.
    if (isStopping) return;
    isStopping = true;
    if (running === null) process.exit(0);
    setTimeout(() => force(longestMs), longestMs).unref();
    running.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const ask of asks) process.on(ask, stop);
  running = await start();
}

function force(afterMs: number): never {
  process.stderr.write(`${FORCED_STOP} (process ${process.pid}, after ${afterMs} ms)\n`);
  process.exit(0);
}
