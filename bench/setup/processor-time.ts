import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchPostgres } from './postgres.ts';

/** Linux counts processor time in hundredths of a second, on every machine that Node runs on. */
const TICK_MS = 10;

/** Milliseconds of processor time that this process has taken. */
export function ownTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Milliseconds of processor time that this PostgreSQL and all its processes have taken, ended ones included. */
export function postgresTimeMs({ dataDir }: BenchPostgres): number {
  const main = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]!;
  const [, user, system, endedUser, endedSystem] = statOf(main)!;
  let ticks = user! + system! + endedUser! + endedSystem!;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = statOf(pid);
    if (stat?.[0] === Number(main)) ticks += stat[1]! + stat[2]!;
  }
  return ticks * TICK_MS;
}

/** Parent, user and system time, and the same of children that ended; undefined where the process has ended. */
function statOf(pid: string): number[] | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number);
    return [fields[1]!, ...fields.slice(11, 15)];
  } catch {
    return undefined;
  }
}
