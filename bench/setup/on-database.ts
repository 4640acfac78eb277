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
  if (embedded) {
    const folder = mkdtempSync(join(tmpdir(), 'portside-bench-'));
    const shop = await openShop({ folder });
    await question(shop, null).finally(() => shop.close());
    rmSync(folder, { recursive: true });
    return;
  }
  const postgres = await startPostgres();
  try {
    const shop = await openShop(postgres);
    await question(shop, postgres).finally(() => shop.close());
  } finally {
    postgres.stop();
  }
}
