import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchPostgres } from './postgres.ts';

/**
 * The machine's bare rate of one-row commits at that concurrency: pgbench inserts one row a transaction.
 * What an order engine without batches could reach if an order cost nothing.
 */
export async function measureFloor(
  postgres: BenchPostgres,
  clients: number,
  seconds: number,
): Promise<number> {
  const script = join(postgres.dataDir, 'floor.sql');
  writeFileSync(script, 'insert into bench_floor (value) values (1);\n', { mode: 0o644 });
  await postgres.run('psql', [
    postgres.url,
    '-qc',
    'create table if not exists bench_floor (id bigint generated always as identity primary key, value int not null)',
  ]);
  const args = [
    '-n',
    '-M',
    'prepared',
    '-f',
    script,
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(Math.max(1, Math.round(seconds))),
    postgres.url,
  ];
  const output = await postgres.run('pgbench', args);
  return Number(/tps = ([\d.]+)/.exec(output)![1]);
}
