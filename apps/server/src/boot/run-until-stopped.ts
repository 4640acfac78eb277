import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';

type StopSignal = 'SIGINT' | 'SIGTERM';
type Running = { stop(): Promise<void> };

/** Written to stderr when a stop exceeded its time. */
export const FORCED_STOP = 'The stop took too long and was forced';

/**
 * Starts; stops and exits on a signal, with 0, or 1 if stopping failed. Exits within `timeoutMs` in any case: a silent
 * mail server or node may hold a job for longer, and every job can safely be resumed. A signal during the start exits
 * at once: nothing was promised yet, and a process that finished its start first would run beside its successor.
 */
export async function runUntilStopped(
  start: () => Promise<Running>,
  stopSignals: readonly StopSignal[],
  timeoutMs: number,
): Promise<void> {
  let running: Running | null = null;
  let isStopping = false;
  const stop = (): void => {
    // A terminal's Ctrl-C may reach it twice, once through npm.
    if (isStopping) return;
    isStopping = true;
    if (running === null) process.exit(0);
    setTimeout(() => force(timeoutMs), timeoutMs).unref();
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${inspect(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const stopSignal of stopSignals) process.on(stopSignal, stop);
  running = await start();
}

function force(afterMs: number): never {
  process.stderr.write(`${FORCED_STOP} (process ${process.pid}, after ${afterMs} ms)\n`);
  process.exit(0);
}

/**
 * Makes V8 collect garbage when the heap is half as large again as what is in use, instead of several times: an import
 * fills it with short-lived rows, and the shop should stay small beside its database. The young generation is bounded
 * where the process is started (`--max-semi-space-size` in deploy), because V8 lays it out before any code runs.
 */
export const boundHeapGrowth = (): void => setFlagsFromString('--heap-growing-percent=50');
