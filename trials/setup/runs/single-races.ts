import { readAvailableMicro } from '../../../apps/server/src/features/ledger/index.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { buildBuyer, buildGoods, stockUp } from '../../../apps/server/src/testing/build.ts';
import { order, PRICE_MICRO } from './rush.ts';

const QUANTITY = 2;
const STOCK = 300;

/** One key from every connection at once; returns the faults of the answers, one line each. */
export async function raceOneKey(engines: readonly Ctx[]): Promise<string[]> {
  const { ctx, buyer, body, hasMicro } = await open(engines, 1_000n * PRICE_MICRO);
  const answers = await Promise.all(
    engines.map((engine) => order(engine, buyer, { ...body, quantity: QUANTITY }, 'one key')),
  );
  const different = new Set(answers.map((answer) => JSON.stringify(answer)));
  const faults =
    different.size === 1
      ? []
      : [`one key had ${different.size} answers: ${[...different].join(' | ').slice(0, 300)}`];
  const spent = hasMicro - (await readAvailableMicro(ctx.db, buyer.id));
  if (spent !== BigInt(QUANTITY) * PRICE_MICRO) faults.push(`one order of ${QUANTITY} took ${spent}`);
  const orders = await ctx.db.selectFrom('orders').select('id').where('user_id', '=', buyer.id).execute();
  if (orders.length !== 1) faults.push(`one key is ${orders.length} orders`);
  return faults;
}

/** Money for `affordable` orders, and one from every connection at once. */
export async function raceForLastCoins(engines: readonly Ctx[], affordable: number): Promise<string[]> {
  const { ctx, buyer, body } = await open(engines, BigInt(affordable) * PRICE_MICRO + PRICE_MICRO - 1n);
  const answers = await Promise.all(
    engines.map((engine, index) => order(engine, buyer, { ...body, quantity: 1 }, `coin ${index}`)),
  );
  const faults: string[] = [];
  const placed = answers.filter((answer) => 'order' in answer).length;
  if (placed !== affordable) faults.push(`money for ${affordable} orders bought ${placed}`);
  for (const answer of answers) {
    if ('order' in answer) continue;
    if (answer.kind === 'failed') faults.push(`an order failed: ${answer.message}`);
    else if (answer.reason !== 'balanceTooLow') faults.push(`an order was refused: ${answer.reason}`);
  }
  const left = await readAvailableMicro(ctx.db, buyer.id);
  if (left !== PRICE_MICRO - 1n) faults.push(`${left} of the last coins are left`);
  return faults;
}

async function open(engines: readonly Ctx[], hasMicro: bigint) {
  const ctx = engines[0]!;
  const goodsId = await buildGoods(ctx, { price_micro: PRICE_MICRO });
  await stockUp(ctx, goodsId, STOCK);
  const buyer = await buildBuyer(ctx, hasMicro);
  const body = { goods_id: String(goodsId), gender: 'random' } as const;
  return { ctx, buyer, body, hasMicro };
}
