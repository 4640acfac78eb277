import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Every process of the PostgreSQL server on that data folder, its postmaster last. Held still from then on. */
export function freezeServer(dataDir: string): number[] {
  const postmaster = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  // Held still first, so that it starts no process that would be overlooked.
  process.kill(postmaster, 'SIGSTOP');
  const all = [...ps('--ppid', String(postmaster), '-o', 'pid=').map(Number), postmaster];
  for (const pid of all) signal(pid, 'SIGSTOP');
  return all;
}

/** Kills these processes of a server and waits until none runs; then it can be started again. */
export async function killServer(dataDir: string, port: number, pids: readonly number[]): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGKILL');
  while (ps('-p', pids.join(','), '-o', 'stat=').some((state) => !state.startsWith('Z'))) await sleep(5);
  // Until somebody fetches the dead process, its locks would look like a running server's.
  rmSync(join(dataDir, 'postmaster.pid'), { force: true });
  rmSync(join(dataDir, `.s.PGSQL.${port}.lock`), { force: true });
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // A connection's process that has just ended by itself.
  }
}

const ps = (...args: string[]): string[] =>
  spawnSync('ps', args, { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
