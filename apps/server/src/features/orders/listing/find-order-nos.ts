import type { Ctx } from '../../../platform/context.ts';
import type { AccountMovement } from '../../ledger/index.ts';
import '../order-events.tables.ts';

const OF_ORDER: readonly AccountMovement['kind'][] = ['sale', 'commission'];
const OF_EVENT: readonly AccountMovement['kind'][] = ['refund', 'commissionReversal'];

/** Which order movements belong to, by the movement: a sale carries the order's id, a refund that of its event. */
export async function findOrderNos(
  { db }: Ctx,
  movements: readonly AccountMovement[],
): Promise<Map<bigint, string>> {
  const referencesOf = (kinds: readonly AccountMovement['kind'][]): bigint[] =>
    movements.filter(({ kind }) => kinds.includes(kind)).map(({ reference }) => reference);
  const [sold, paidBack] = await Promise.all([
    db
      .selectFrom('orders')
      .select(['id', 'order_no'])
      .where((is) => is('id', '=', is.fn.any(is.val(referencesOf(OF_ORDER)))))
      .execute(),
    db
      .selectFrom('order_events')
      .innerJoin('orders', 'orders.id', 'order_events.order_id')
      .select(['order_events.id', 'order_no'])
      .where((is) => is('order_events.id', '=', is.fn.any(is.val(referencesOf(OF_EVENT)))))
      .execute(),
  ]);
  const numbers = new Map([
    ...sold.map(({ id, order_no: number }) => [`order ${id}`, number] as const),
    ...paidBack.map(({ id, order_no: number }) => [`event ${id}`, number] as const),
  ]);
  return new Map(
    movements.flatMap(({ id, kind, reference }) => {
      const source = OF_ORDER.includes(kind) ? 'order' : OF_EVENT.includes(kind) ? 'event' : null;
      const number = source && numbers.get(`${source} ${reference}`);
      return number ? [[id, number]] : [];
    }),
  );
}
