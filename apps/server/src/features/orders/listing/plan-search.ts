import { parseMicro, type Input } from '@portside/contract';
import { readName, readOrderNoPart } from '@portside/contract/wire/pasted';
import { actingKey } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { runQuery } from '../../../platform/db/pipeline.ts';
import { findGoodsInCategory } from '../../goods/index.ts';
import { couponsOf, type OrderCoupon } from '../../prices/index.ts';
import { resolvePeriod } from '../../settings/index.ts';
import { findItemsByLogin } from '../../stock/index.ts';
import { findUsersByPrefix, findUsersOfAgent, foldName } from '../../users/index.ts';
import { ALWAYS, overlap, spanOf, TAIL_LENGTH, type Span } from '../order-no.ts';
import { findOrderIdsOfItems } from './find-order-nos.ts';
import {
  findDeliveryEmails,
  findInSource,
  findOrdersByEnd,
  findOrdersWithFailedMail,
  type OrderSearch,
  type Source,
} from './search-orders.sql.ts';

export type OrderFilter = Input<'totalOrders'>['query'];

/** How many buyers or products are read side by side, each by its index; for more, the list is read by time. */
const MAX_IDS = 200;

/** Through which index a filter's orders are found soonest, and what they must meet besides; null for no orders. */
export async function planSearch(db: Db, filter: OrderFilter): Promise<OrderSearch | null> {
  const orderNo = filter.order_no?.toUpperCase();
  const endsWith = orderNo === undefined ? null : await findEnded(db, orderNo);
  const span = await readSpan(db, filter, endsWith === null ? orderNo : undefined);
  if (span === null) return null;
  const coupon = filter.coupon === undefined ? undefined : await findCoupon(db, filter.coupon);
  if (coupon === null) return null;
  const buyer = filter.buyer === undefined ? undefined : foldName(filter.buyer);
  const goodsIds = await findGoodsIds(db, filter);
  const agentId = idOf(filter.agent);
  const conditions = {
    orderNo: endsWith === null ? orderNo : undefined,
    buyer,
    email: filter.email?.toLowerCase(),
    goodsIds,
    status: filter.status,
    agentId,
    levelId: idOf(filter.level),
    delivery: filter.delivery,
    priceSource: filter.price_source,
    priceListId: idOf(filter.price_list),
    couponId: coupon?.id,
    fromMicro: filter.amount_from === undefined ? undefined : parseMicro(filter.amount_from),
    toMicro: filter.amount_to === undefined ? undefined : parseMicro(filter.amount_to),
  };
  const searchVia = (source: Source, covered: Partial<OrderSearch['conditions']>): OrderSearch | null =>
    ('ids' in source && source.ids.length === 0) || ('emails' in source && source.emails.length === 0)
      ? null
      : { source, span, conditions: { ...conditions, ...covered } };
  if (endsWith !== null) return searchVia({ kind: 'orders', ids: endsWith }, {});
  if (filter.email !== undefined) {
    const emails = await findDeliveryEmails(db, filter.email, MAX_IDS + 1);
    if (emails.length <= MAX_IDS) return searchVia({ kind: 'emails', emails }, { email: undefined });
  }
  if (buyer !== undefined) {
    const ids = await findUsersByPrefix(db, buyer, MAX_IDS + 1);
    if (ids.length <= MAX_IDS) return searchVia({ kind: 'buyers', ids }, { buyer: undefined });
  }
  if (agentId !== undefined && agentId > 0n) {
    const ids = await findUsersOfAgent(db, agentId, MAX_IDS + 1);
    if (ids.length <= MAX_IDS) return searchVia({ kind: 'buyers', ids }, {});
  }
  if (filter.delivery === 'failed') {
    const ids = await findOrdersWithFailedMail(db, span, MAX_IDS + 1);
    if (ids.length <= MAX_IDS) return searchVia({ kind: 'orders', ids }, {});
  }
  if (filter.status === 'refunded' || filter.status === 'partially_refunded')
    return searchVia({ kind: 'refunded' }, {});
  if (goodsIds !== undefined && goodsIds.length <= MAX_IDS)
    return searchVia({ kind: 'goods', ids: goodsIds }, { goodsIds: undefined });
  return searchVia({ kind: 'all' }, {});
}

const findCoupon = async (db: Db, code: string): Promise<OrderCoupon | null> =>
  (await runQuery(db, couponsOf([code]))).get(code) ?? null;

const idOf = (id: string | undefined): bigint | undefined => (id === undefined ? undefined : BigInt(id));

/** The same for one buyer's own orders, which are few enough to look for any part of a number. */
export async function planOwnSearch(
  ctx: Ctx,
  userId: bigint,
  filter: Omit<Input<'listOrders'>['query'], 'limit' | 'cursor'>,
): Promise<OrderSearch | null> {
  const { db } = ctx;
  const span = await readSpan(db, filter, undefined);
  if (span === null) return null;
  const named = filter.q === undefined || filter.q === '' ? undefined : await readNamed(ctx, filter.q);
  if (named && named.part === undefined && named.ids.length === 0) return null;
  const conditions = {
    orderNoPart: filter.order_no?.toUpperCase(),
    named,
    goodsIds: await findGoodsIds(db, filter),
  };
  return { source: { kind: 'buyers', ids: [userId] }, span, conditions };
}

/** The orders whose number ends with the text; null where it is the beginning of one, which is a time. */
async function findEnded(db: Db, text: string): Promise<bigint[] | null> {
  const span = spanOf(text);
  if (span !== null && (text.length > TAIL_LENGTH || (await hasOrders(db, span, text)))) return null;
  return findOrdersByEnd(db, text, MAX_IDS);
}

async function hasOrders(db: Db, span: Span, beginning: string): Promise<boolean> {
  const search = { span, direction: 'newestFirst', past: null } as const;
  return (await findInSource(db, { kind: 'all' }, search, { orderNo: beginning }, 1)).length > 0;
}

/** The text as a part of an order number, if it can be one, and as the login of accounts that were sold. */
async function readNamed(ctx: Ctx, text: string): Promise<OrderSearch['conditions']['named']> {
  const number = readOrderNoPart(text);
  const part = /^[0-9A-Z]{1,40}$/.test(number) ? number : undefined;
  // A key that reads no accounts does not learn either which order has one.
  const key = actingKey(ctx.actor);
  const items = key && !key.scopes.has('accounts:read') ? [] : await findItemsByLogin(ctx, readName(text));
  return { part, ids: await findOrderIdsOfItems(ctx.db, items) };
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
