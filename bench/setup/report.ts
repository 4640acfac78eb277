import { parseArgs } from 'node:util';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchPostgres } from './postgres.ts';

/** Prints figures as a table ready for the README. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  process.stdout.write(line(head) + line(head.map(() => '---:')) + rows.map(line).join(''));
}

export const figures = (value: number): string => Math.round(value).toLocaleString('en');

/** Percentile of values in ascending order. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/**
 * `--seconds 8 --buyers 64,256 --embedded`: numbers by name, each with its default. `--keep FOLDER` names where a
 * database stays for the next run.
 */
export function readFlags<N extends string>(
  defaults: Record<N, readonly number[]>,
): Record<N, number[]> & { embedded: boolean; keep: string | null } {
  const names = Object.keys(defaults) as N[];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({
    options: { ...options, embedded: { type: 'boolean' }, keep: { type: 'string' } },
  });
  const given = values as Record<string, string | undefined>;
  const numbers = names.map((name) => [name, given[name]?.split(',').map(Number) ?? [...defaults[name]]]);
  return { ...Object.fromEntries(numbers), embedded: values.embedded === true, keep: given['keep'] ?? null };
}

export type Rate = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly seconds: number;
};

/** All workers repeat a step for the given time; counts each one's repetitions. */
export async function measureRate(
  count: number,
  seconds: number,
  act: (who: number, turn: number) => Promise<unknown>,
): Promise<Rate> {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1_000;
  const keepOn = async (who: number): Promise<void> => {
    for (let turn = 0; performance.now() < end; turn += 1) {
      const asked = performance.now();
      await act(who, turn);
      latencies.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: count }, (_, who) => keepOn(who)));
  return rateOf(latencies, start);
}

/** From the latencies of all calls since that moment, in milliseconds; until now. */
export function rateOf(latencies: readonly number[], start: number): Rate {
  const elapsed = (performance.now() - start) / 1_000;
  const sorted = latencies.toSorted((a, b) => a - b);
  return {
    perSecond: latencies.length / elapsed,
    seconds: elapsed,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
  };
}

/** Linux counts processor time in hundredths of a second on every machine that Node supports. */
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

/** Parent, user and system time, and the same of ended children; undefined if the process has ended. */
function statOf(pid: string): number[] | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number);
    return [fields[1]!, ...fields.slice(11, 15)];
  } catch {
    return undefined;
  }
}
