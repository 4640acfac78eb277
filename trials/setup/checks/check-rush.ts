import { sql } from 'kysely';
import { countStock, STOCK_GENDERS } from '../../../apps/server/src/features/stock/index.ts';
import { readAvailableMicro } from '../../../apps/server/src/features/ledger/index.ts';
import type { Db } from '../../../apps/server/src/platform/db/db.ts';
import { PRICE_MICRO, type AskedOrder, type Rush } from '../runs/rush.ts';

type Sold = {
  readonly order_no: string;
  readonly quantity: number;
  readonly key: string;
  readonly items: number;
};

/** The faults after a burst of orders, one line each. Expects no further orders or stock for these products. */
export async function checkRush(db: Db, rush: Rush): Promise<string[]> {
  const { goodsId, stock, asked } = rush;
  const { rows: sold } = await sql<Sold>`
    select o.order_no, o.quantity, o.idempotency_key as key, coalesce(sum(r.end_id - r.first_id), 0)::int as items
    from orders o left join order_ranges r on r.order_id = o.id
    where o.goods_id = ${goodsId} group by o.id`.execute(db);
  const free = (await countStock(db, [goodsId])).get(goodsId) ?? { unspecified: 0, male: 0, female: 0 };
  const freeFor = ({ gender }: AskedOrder): number =>
    (gender === 'random' ? STOCK_GENDERS : [gender]).reduce((sum, one) => sum + free[one], 0);
  const faults: string[] = [];
  const items = sold.reduce((sum, one) => sum + one.items, 0);
  const left = free.unspecified + free.male + free.female;
  if (items + left !== stock) faults.push(`${items} sold and ${left} free of ${stock} items`);
  for (const one of sold)
    if (one.items !== one.quantity)
      faults.push(`order ${one.order_no} of ${one.quantity} has ${one.items} items`);

  const { rows: twice } = await sql<{ id: string }>`
    select a.first_id::text as id from order_ranges a join orders o on o.id = a.order_id and o.goods_id = ${goodsId}
    join order_ranges b on b.first_id < a.end_id and a.first_id < b.end_id and (a.first_id, a.order_id) < (b.first_id, b.order_id)`.execute(
    db,
  );
  faults.push(...twice.map(({ id }) => `item ${id} is in two orders`));

  const bought = Map.groupBy(sold, (one) => one.key);
  for (const one of asked)
    faults.push(...(await checkAnswers(db, one, bought.get(one.key) ?? [], freeFor(one), rush)));
  const known = new Set(asked.map(({ key }) => key));
  for (const { key, order_no } of sold)
    if (!known.has(key)) faults.push(`nobody asked for order ${order_no}`);
  return faults;
}

async function checkAnswers(
  db: Db,
  { buyer, key, quantity, wrong, answers }: AskedOrder,
  orders: readonly Sold[],
  free: number,
  { frozen, frozenMeanwhile }: Rush,
): Promise<string[]> {
  const faults: string[] = [];
  if (orders.length > 1) faults.push(`key ${key} has ${orders.length} orders`);
  const isPlaced = answers.some((answer) => answer.kind === 'placed');
  if (!isPlaced && orders.length > 0 && answers.every((answer) => answer.kind === 'refused'))
    faults.push(`order ${orders[0]!.order_no} was refused and is there`);
  for (const answer of answers) {
    if (answer.kind === 'failed') faults.push(`an order failed: ${answer.message}`);
    if (answer.kind === 'placed') {
      if (orders[0]?.order_no !== answer.orderNo) faults.push(`order ${answer.orderNo} is lost`);
      if (wrong !== null || frozen.has(buyer.id))
        faults.push(`order ${answer.orderNo} should have been refused`);
    }
    if (answer.kind !== 'refused') continue;
    const { reason } = answer;
    // Stock and money only decrease, so what is left at the end was available at each refusal.
    if (reason === 'stockTooLow' && free >= quantity)
      faults.push(`${quantity} were refused as sold out while ${free} are free`);
    else if (reason === 'balanceTooLow') {
      const balance = await readAvailableMicro(db, buyer.id);
      if (balance >= BigInt(quantity) * PRICE_MICRO)
        faults.push(`${quantity} were refused to a balance of ${balance}`);
    } else if (!reasonsOf(wrong, frozen.has(buyer.id) || frozenMeanwhile.has(buyer.id)).includes(reason))
      faults.push(`an order with ${wrong ?? 'nothing'} wrong was refused: ${reason}`);
  }
  return faults;
}

const WRONG = { price: 'priceChanged', quantity: 'quantityOutOfRange', gender: 'genderNotOffered' } as const;

const reasonsOf = (wrong: AskedOrder['wrong'], isFrozen: boolean): string[] => [
  ...(isFrozen ? ['accountFrozen'] : []),
  ...(wrong === null ? ['stockTooLow', 'balanceTooLow'] : [WRONG[wrong]]),
];
