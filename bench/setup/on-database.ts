import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type BenchPostgres } from './postgres.ts';
import { openShop, type BenchShop } from './shop.ts';

/** Runs the benchmark on a fresh database, PostgreSQL or embedded, and cleans up. */
export async function onDatabase(
  embedded: boolean,
  question: (shop: BenchShop, postgres: BenchPostgres | null) => Promise<void>,
): Promise<void> {
  const undo: (() => unknown)[] = [];
  try {
    const postgres = embedded ? null : await startPostgres();
    if (postgres) undo.push(() => postgres.stop());
    const shop = await openShop(postgres ?? { folder: makeFolder(undo) });
    undo.push(() => shop.close());
    await question(shop, postgres);
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

function makeFolder(undo: (() => unknown)[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'portside-bench-'));
  undo.push(() => rmSync(folder, { recursive: true }));
  return folder;
}
