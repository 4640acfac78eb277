import { spawnSync } from 'node:child_process';
import type { Server } from './server.ts';

const ps = (...args: string[]): string[] =>
  spawnSync('ps', args, { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The process ids of the workers of a primary. */
export const workersOf = ({ pid }: Pick<Server, 'pid'>): number[] =>
  ps('--ppid', String(pid), '-o', 'pid=').map(Number);

/** Those that still run. A dead one that nobody has fetched yet does not. */
export function runningOf(pids: readonly number[]): number[] {
  if (pids.length === 0) return [];
  return ps('-p', pids.join(','), '-o', 'pid=,stat=')
    .map((line) => line.split(/\s+/))
    .filter(([, state]) => !state!.startsWith('Z'))
    .map(([pid]) => Number(pid));
}
