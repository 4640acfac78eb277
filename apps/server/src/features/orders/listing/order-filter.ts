import { parseMicro, type Input } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import { findUsersByPrefix, foldName } from '../../users/index.ts';
import { findGoodsInCategory, findUsersOfAgent } from './order-filter.sql.ts';
import { ALWAYS, overlap, spanOf, type Span } from '../order-time.ts';
import type { OrderSearch } from './search-orders.ts';
import type { Source } from './search-orders.sql.ts';

export type OrderFilter = Input<'totalOrders'>['query'];

/** So many indexes of one buyer or product may be read side by side; for more, the list is read by time. */
const MOST_IDS = 200;

/** Where orders of a filter are found soonest, and what must hold for them; null where nothing can. */
export async function planSearch(db: Db, filter: OrderFilter): Promise<OrderSearch | null> {
  const orderNo = filter.order_no?.toUpperCase();
  const span = readSpan(filter, orderNo);
  if (span === null) return null;
  const buyer = filter.buyer === undefined ? undefined : foldName(filter.buyer);
  const goodsIds = await wantedGoods(db, filter);
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
  const through = (source: Source, seenTo: Partial<OrderSearch['conditions']>): OrderSearch | null =>
    'ids' in source && source.ids.length === 0
      ? null
      : { source, span, conditions: { ...conditions, ...seenTo } };
  if (buyer !== undefined) {
    const ids = await findUsersByPrefix(db, buyer, MOST_IDS + 1);
    if (ids.length <= MOST_IDS) return through({ kind: 'buyers', ids }, { buyer: undefined });
  }
  if (agentId !== undefined) {
    const ids = await findUsersOfAgent(db, agentId, MOST_IDS + 1);
    if (ids.length <= MOST_IDS) return through({ kind: 'buyers', ids }, { agentId: undefined });
  }
  if (filter.status === 'refunded' || filter.status === 'partially_refunded')
    return through({ kind: 'refunded' }, {});
  if (goodsIds !== undefined && goodsIds.length <= MOST_IDS)
    return through({ kind: 'goods', ids: goodsIds }, { goodsIds: undefined });
  return through({ kind: 'all' }, {});
}

/** Of one buyer: the caller's own list. */
export async function planOwnSearch(
  db: Db,
  userId: bigint,
  filter: Pick<OrderFilter, 'order_no' | 'category' | 'from' | 'to'>,
): Promise<OrderSearch | null> {
  const orderNo = filter.order_no?.toUpperCase();
  const span = readSpan(filter, orderNo);
  if (span === null) return null;
  const conditions = { orderNo, goodsIds: await wantedGoods(db, filter) };
  return { source: { kind: 'buyers', ids: [userId] }, span, conditions };
}

function readSpan({ from, to }: Pick<OrderFilter, 'from' | 'to'>, orderNo: string | undefined): Span | null {
  const named = orderNo === undefined ? ALWAYS : spanOf(orderNo);
  const asked = {
    from: from === undefined ? ALWAYS.from : new Date(from),
    to: to === undefined ? ALWAYS.to : new Date(to),
  };
  return named && overlap(named, asked);
}

async function wantedGoods(
  db: Db,
  { goods, category }: Pick<OrderFilter, 'goods' | 'category'>,
): Promise<bigint[] | undefined> {
  const named = goods === undefined ? undefined : [BigInt(goods)];
  if (category === undefined) return named;
  const inCategory = await findGoodsInCategory(db, BigInt(category));
  return named === undefined ? inCategory : named.filter((id) => inCategory.includes(id));
}
