import type { Ctx } from '../../../platform/context.ts';
import type { AccountMovement } from '../../ledger/index.ts';
import '../order-timeline.tables.ts';

const BY_ORDER: readonly AccountMovement['kind'][] = ['sale', 'commission'];
const BY_TIMELINE_ENTRY: readonly AccountMovement['kind'][] = ['refund', 'commissionReversal'];

/**
 * The order numbers of ledger movements, by the movement's id. A sale refers to the order, a refund to its entry in the
 * order's timeline; movements of neither kind are absent.
 */
export async function findOrderNos(
  { db }: Ctx,
  movements: readonly AccountMovement[],
): Promise<Map<bigint, string>> {
  const referencesOf = (kinds: readonly AccountMovement['kind'][]): bigint[] =>
    movements.filter(({ kind }) => kinds.includes(kind)).map(({ reference }) => reference);
  const [sold, refunded] = await Promise.all([
    db
      .selectFrom('orders')
      .select(['id', 'order_no'])
      .where((is) => is('id', '=', is.fn.any(is.val(referencesOf(BY_ORDER)))))
      .execute(),
    db
      .selectFrom('order_timeline')
      .innerJoin('orders', 'orders.id', 'order_timeline.order_id')
      .select(['order_timeline.id', 'order_no'])
      .where((is) => is('order_timeline.id', '=', is.fn.any(is.val(referencesOf(BY_TIMELINE_ENTRY)))))
      .execute(),
  ]);
  const numbers = new Map([
    ...sold.map(({ id, order_no: number }) => [`order ${id}`, number] as const),
    ...refunded.map(({ id, order_no: number }) => [`entry ${id}`, number] as const),
  ]);
  return new Map(
    movements.flatMap(({ id, kind, reference }) => {
      const source = BY_ORDER.includes(kind) ? 'order' : BY_TIMELINE_ENTRY.includes(kind) ? 'entry' : null;
      const number = source && numbers.get(`${source} ${reference}`);
      return number ? [[id, number]] : [];
    }),
  );
}
