/** How long does a search for a name without a match take, and how long do other requests wait meanwhile? */
import { randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { findOrdersOfItems } from '../apps/server/src/features/orders/index.ts';
import { hasReport } from '../apps/server/src/features/reports/index.ts';
import { buildGoods } from '../apps/server/src/testing/build.ts';
import { importStock, searchItems } from '../apps/server/src/features/stock/index.ts';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import { readFlags, figures, quantile, table } from './setup/report.ts';
import { onDatabase } from './setup/on-database.ts';
import { makeGoods } from './setup/shop.ts';

const flags = readFlags({ items: [200_000], rounds: [3] });
const [items = 200_000] = flags.items;
const [rounds = 3] = flags.rounds;
const MS_PER_NS = 1e-6;
const ports = { ordersOf: findOrdersOfItems, hasReport };

function* makeLines(): Generator<string> {
  const tag = randomBytes(6).toString('hex');
  for (let n = 0; n < items; n += 1) yield `user-${tag}-${n}@mail.example----pass-${n}----recovery-${n}`;
}

/** Sequential parts, as the page requests them; how long each took. */
async function lookThroughAll(ctx: Ctx): Promise<number[]> {
  const times: number[] = [];
  let after: string | null | undefined;
  while (after !== null) {
    const start = performance.now();
    const body = { name: 'nobody@mail.example', ...(after !== undefined && { after }) };
    ({ after } = await searchItems(ctx, { body }, ports));
    times.push(performance.now() - start);
  }
  return times.toSorted((one, other) => one - other);
}

await onDatabase(flags.embedded, async ({ ctx }) => {
  await makeGoods(ctx, 1, 1);
  const goodsId = await buildGoods(ctx, {
    category_id: 1n,
    genders: ['random'],
    columns: ['account', 'password', 'recovery'],
  });
  await importStock(ctx, { goodsId, gender: 'unspecified', note: 'bench', lines: makeLines() });
  const rows: string[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const held = monitorEventLoopDelay({ resolution: 1 });
    held.enable();
    const times = await lookThroughAll(ctx);
    held.disable();
    const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1_000;
    rows.push([
      figures(items),
      figures(times.length),
      figures(items / seconds),
      quantile(times, 0.5).toFixed(0),
      Math.max(...times).toFixed(0),
      (held.percentile(99) * MS_PER_NS).toFixed(1),
      (held.max * MS_PER_NS).toFixed(1),
    ]);
  }
  table(
    ['items', 'parts', 'items/s', 'part p50 ms', 'part max ms', 'loop held p99 ms', 'loop held max ms'],
    rows,
  );
});
