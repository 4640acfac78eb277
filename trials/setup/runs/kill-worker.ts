import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from '../server.ts';
import { workersOf } from '../worker-processes.ts';

const BACK_WITHIN_MS = 30_000;

/** Kills one of the server's processes; how long until another has taken its place. */
export async function killWorker(server: Server, workers: number, which: number): Promise<number> {
  const before = workersOf(server);
  process.kill(before[which % before.length]!, 'SIGKILL');
  const killed = performance.now();
  while (
    workersOf(server).filter((pid) => !before.includes(pid)).length === 0 ||
    workersOf(server).length < workers
  ) {
    if (performance.now() - killed > BACK_WITHIN_MS)
      throw new Error('no worker took the place of the killed one');
    await sleep(20);
  }
  return performance.now() - killed;
}
