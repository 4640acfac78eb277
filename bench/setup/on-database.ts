import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type BenchPostgres } from './postgres.ts';
import { openShop, type BenchShop } from './shop.ts';

/** Runs the question on a database of its own, PostgreSQL or the embedded one, and clears up after it. */
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
