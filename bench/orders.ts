/** How many orders a second does the verb place, against the machine's bare rate of one-row commits? */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { placeOrder } from '../apps/server/src/features/orders/index.ts';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import { measureFloor } from './setup/floor.ts';
import { figures, quantile, table } from './setup/report.ts';
import { startPostgres } from './setup/postgres.ts';
import { makeBuyers, makeGoods, openShop, type BenchShop } from './setup/shop.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8);
const EMBEDDED = process.argv.includes('--embedded');
const CONCURRENCIES = EMBEDDED ? [1, 64] : (process.env['C'] ?? '64,256,512').split(',').map(Number);
const QUANTITIES = (process.env['Q'] ?? '1,10,1000').split(',').map(Number);

type Run = { readonly perSecond: number; readonly p50: number; readonly p99: number };

/** Every buyer places one order after the other for the time given. */
async function load(
  buyers: readonly Ctx[],
  goods: readonly string[],
  quantity: number,
  seconds: number,
): Promise<Run> {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1_000;
  const shop = async (buyer: Ctx, index: number): Promise<void> => {
    while (performance.now() < end) {
      const asked = performance.now();
      const goodsId = goods[(index + latencies.length) % goods.length]!;
      await placeOrder(buyer, {
        body: { goods_id: goodsId, quantity, gender: 'random' },
        idempotencyKey: randomUUID(),
      });
      latencies.push(performance.now() - asked);
    }
  };
  await Promise.all(buyers.map(shop));
  const elapsed = (performance.now() - start) / 1_000;
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / elapsed,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

async function compare(
  shop: BenchShop,
  floorOf: ((clients: number) => Promise<number>) | null,
): Promise<void> {
  const rows: string[][] = [];
  for (const concurrency of CONCURRENCIES) {
    const buyers = await makeBuyers(shop.ctx, concurrency);
    for (const quantity of QUANTITIES) {
      for (const spread of [1, 64]) {
        const goods = await makeGoods(shop.ctx, spread, Math.ceil(200_000_000 / spread));
        await load(buyers, goods, quantity, 1);
        const floorBefore = await floorOf?.(concurrency);
        const run = await load(buyers, goods, quantity, SECONDS);
        const floorAfter = await floorOf?.(concurrency);
        const floor = floorBefore === undefined ? null : (floorBefore + floorAfter!) / 2;
        rows.push([
          String(concurrency),
          String(quantity),
          spread === 1 ? 'hot' : 'spread',
          figures(run.perSecond),
          floor === null ? '–' : figures(floor),
          floor === null ? '–' : (run.perSecond / floor).toFixed(2),
          run.p50.toFixed(1),
          run.p99.toFixed(1),
        ]);
      }
    }
  }
  table(['buyers', 'items', 'product', 'orders/s', 'floor/s', 'ratio', 'p50 ms', 'p99 ms'], rows);
}

if (EMBEDDED) {
  const folder = mkdtempSync(join(tmpdir(), 'portside-bench-'));
  const shop = await openShop({ folder });
  await compare(shop, null);
  await shop.close();
  rmSync(folder, { recursive: true });
} else {
  const postgres = await startPostgres();
  try {
    const shop = await openShop(postgres);
    await compare(shop, (clients) => measureFloor(postgres, clients, SECONDS / 2));
    await shop.close();
  } finally {
    postgres.stop();
  }
}
