import { parseMicro, type Input } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import { findGoodsInCategory } from '../../goods/index.ts';
import { resolvePeriod } from '../../settings/index.ts';
import { findUsersByPrefix, findUsersOfAgent, foldName } from '../../users/index.ts';
import { ALWAYS, overlap, spanOf, type Span } from '../order-no.ts';
import type { OrderSearch, Source } from './search-orders.sql.ts';

export type OrderFilter = Input<'totalOrders'>['query'];

/** How many buyers or products are read side by side, each by its index; for more, the list is read by time. */
const MAX_IDS = 200;

/** Through which index a filter's orders are found soonest, and what they must meet besides; null for no orders. */
export async function planSearch(db: Db, filter: OrderFilter): Promise<OrderSearch | null> {
  const orderNo = filter.order_no?.toUpperCase();
  const span = await readSpan(db, filter, orderNo);
  if (span === null) return null;
  const buyer = filter.buyer === undefined ? undefined : foldName(filter.buyer);
  const goodsIds = await findGoodsIds(db, filter);
  const agentId = filter.agent === undefined ? undefined : BigInt(filter.agent);
  const conditions = {
    orderNo,
    buyer,
    goodsIds,
    status: filter.status,
    agentId,
    fromMicro: filter.amount_from === undefined ? undefined : parseMicro(filter.amount_from),
    toMicro: filter.amount_to === undefined ? undefined : parseMicro(filter.amount_to),
  };
  const searchVia = (source: Source, covered: Partial<OrderSearch['conditions']>): OrderSearch | null =>
    'ids' in source && source.ids.length === 0
      ? null
      : { source, span, conditions: { ...conditions, ...covered } };
  if (buyer !== undefined) {
    const ids = await findUsersByPrefix(db, buyer, MAX_IDS + 1);
    if (ids.length <= MAX_IDS) return searchVia({ kind: 'buyers', ids }, { buyer: undefined });
  }
  if (agentId !== undefined) {
    const ids = await findUsersOfAgent(db, agentId, MAX_IDS + 1);
    if (ids.length <= MAX_IDS) return searchVia({ kind: 'buyers', ids }, { agentId: undefined });
  }
  if (filter.status === 'refunded' || filter.status === 'partially_refunded')
    return searchVia({ kind: 'refunded' }, {});
  if (goodsIds !== undefined && goodsIds.length <= MAX_IDS)
    return searchVia({ kind: 'goods', ids: goodsIds }, { goodsIds: undefined });
  return searchVia({ kind: 'all' }, {});
}

/** The same for one buyer's own orders. */
export async function planOwnSearch(
  db: Db,
  userId: bigint,
  filter: Pick<OrderFilter, 'order_no' | 'category' | 'from' | 'to'>,
): Promise<OrderSearch | null> {
  const orderNo = filter.order_no?.toUpperCase();
  const span = await readSpan(db, filter, orderNo);
  if (span === null) return null;
  const conditions = { orderNo, goodsIds: await findGoodsIds(db, filter) };
  return { source: { kind: 'buyers', ids: [userId] }, span, conditions };
}

async function readSpan(
  db: Db,
  period: Pick<OrderFilter, 'from' | 'to'>,
  orderNo: string | undefined,
): Promise<Span | null> {
  const named = orderNo === undefined ? ALWAYS : spanOf(orderNo);
  const { from = ALWAYS.from, to = ALWAYS.to } = await resolvePeriod(db, period);
  return named && overlap(named, { from, to });
}

async function findGoodsIds(
  db: Db,
  { goods, category }: Pick<OrderFilter, 'goods' | 'category'>,
): Promise<bigint[] | undefined> {
  const named = goods === undefined ? undefined : [BigInt(goods)];
  if (category === undefined) return named;
  const inCategory = await findGoodsInCategory(db, BigInt(category));
  return named === undefined ? inCategory : named.filter((id) => inCategory.includes(id));
}
