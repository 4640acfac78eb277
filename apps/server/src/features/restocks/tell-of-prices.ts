import { formatMicro, isInStock, parseMicro, type ChangedOffer } from '@portside/contract';
import { quote, type PriceTerms } from '@portside/contract/wire/quote';
import { sql, type Generated, type Selectable } from 'kysely';
import { DAY_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import { idArray } from '../../platform/db/arrays.ts';
import { dayStart } from '../../platform/db/day-start.ts';
import type { Db } from '../../platform/db/db.ts';
import type { EventPayloads } from '../../platform/events.ts';
import { pipeline, runQuery } from '../../platform/db/pipeline.ts';
import { findGoods, goodsAddress, isFor, offersOf, type Offer } from '../goods/index.ts';
import { nextReference, notify } from '../notices/index.ts';
import { allLevels, offersFor, PriceBook } from '../prices/index.ts';
import { shopTimeZone } from '../settings/index.ts';
import { buyersOf } from '../users/index.ts';

/** Buyers who are told in one transaction. */
const BATCH = 100;
const ORDERED_WITHIN_MS = 90 * DAY_MS;
/** So long, what a buyer was told counts: a price that goes down and up again is told once. */
const REMEMBERED_MS = 30 * DAY_MS;

/** A product whose price fell, with the offer before. */
type PriceFallsTable = {
  id: Generated<bigint>;
  goods_id: bigint;
  offer: ChangedOffer;
  fell_at: Date;
  told_to: Generated<bigint>;
};
type Fall = Selectable<PriceFallsTable>;

declare module '../../platform/db/db.ts' {
  interface Database {
    price_falls: PriceFallsTable;
  }
}

/** Notes products in stock whose smallest order costs less than before. Who is told is looked up afterwards. */
export async function onPricesChanged(
  { db, clock }: Ctx,
  { changes }: EventPayloads['goodsChanged'],
): Promise<void> {
  const fallen = changes.flatMap(({ goodsId, before, after }) =>
    before && after && isInStock(after.offer) && lowestOf(after.offer) < lowestOf(before.offer)
      ? [{ goods_id: goodsId.toString(), offer: before.offer }]
      : [],
  );
  if (fallen.length === 0) return;
  await sql`
    insert into price_falls (goods_id, offer, fell_at)
    select goods_id, offer, ${clock.now()}
    from jsonb_to_recordset(${JSON.stringify(fallen)}::jsonb) as fallen (goods_id bigint, offer jsonb)`.execute(
    db,
  );
}

/** Of one account of the smallest order, for everybody. */
const lowestOf = ({ price, price_tiers, promotions, min_quantity: quantity }: ChangedOffer): bigint => {
  const reached = [price_tiers, ...promotions.map(({ prices }) => prices)]
    .flat()
    .filter((tier) => tier.min_quantity <= quantity)
    .map((tier) => parseMicro(tier.price));
  return [parseMicro(price), ...reached].reduce((low, one) => (one < low ? one : low));
};

/**
 * Tells buyers that a product costs them less: those who have it in the cart, have a standing order for it or have
 * ordered it within 90 days. Whom the fall does not concern, as their own price was lower all along, is told nothing. The
 * next buyer to look at is kept with the notices, in one transaction, so that two processes and a crash tell nobody
 * twice.
 */
export async function tellOfPrices(ctx: Ctx): Promise<{ more: boolean }> {
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const fall = await db
      .selectFrom('price_falls')
      .selectAll()
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (!fall) return { more: false };
    const buyers = await findConcerned(db, fall, new Date(clock.now().getTime() - ORDERED_WITHIN_MS));
    if (buyers.length > 0) await tell(step, fall, buyers);
    crashPoint('price: told');
    const isOver = buyers.length < BATCH;
    await (isOver
      ? db.deleteFrom('price_falls').where('id', '=', fall.id).execute()
      : db
          .updateTable('price_falls')
          .set({ told_to: buyers.at(-1)! })
          .where('id', '=', fall.id)
          .execute());
    return { more: true };
  });
}

async function findConcerned(db: Db, { goods_id: id, told_to: after }: Fall, since: Date): Promise<bigint[]> {
  const { rows } = await sql<{ user_id: bigint }>`
    select user_id from (
      (select distinct user_id from cart_lines where goods_id = ${id} and user_id > ${after}
        order by user_id limit ${BATCH})
      union (select user_id from standing_orders where goods_id = ${id} and user_id > ${after} and state = 'active'
        order by user_id limit ${BATCH})
      union (select distinct user_id from orders
        where goods_id = ${id} and user_id > ${after} and created_at > ${since}
        order by user_id limit ${BATCH})) concerned
    order by user_id limit ${BATCH}`.execute(db);
  return rows.map((row) => row.user_id);
}

async function tell(step: Ctx, fall: Fall, buyers: readonly bigint[]): Promise<void> {
  const { db, clock } = step;
  const now = clock.now();
  const row = (await findGoods(db, [fall.goods_id])).get(fall.goods_id);
  const goods = (await runQuery(db, offersOf([fall.goods_id]))).get(fall.goods_id);
  if (!row || !goods?.on_sale) return;
  const wishes = buyers.map((userId) => ({ userId, goodsId: goods.id }));
  const [readers, levels, offers] = await pipeline(db, buyersOf(buyers), allLevels, offersFor(wishes, now));
  const book = new PriceBook({ buyers: readers, levels, offers });
  const known = await findTold(db, goods.id, buyers, now);
  for (const userId of buyers) {
    const levelId = readers.get(userId)?.levelId ?? null;
    const terms = book.termsOf(userId, goods);
    const [is, was] = [unitOf(terms, goods, now), unitOf(termsBefore(terms, fall.offer), goods, now)];
    const { price: told = null, isToldToday = false } = known.get(userId) ?? {};
    if (is >= was || (told !== null && told <= is) || !isFor(goods, { levelId, linkKey: undefined }))
      continue;
    await notify(
      step,
      {
        userId,
        event: 'priceDown',
        // A promotion of many products is one mail.
        isQuiet: isToldToday,
        reference: await nextReference(db),
        facts: {
          name: row.name,
          path: goodsAddress(row),
          amount: formatMicro(is),
          before: formatMicro(was),
          goodsId: goods.id.toString(),
        },
      },
      { bulk: true },
    );
  }
}

const unitOf = (terms: PriceTerms, { min_quantity: quantity }: Offer, now: Date): bigint =>
  quote({ ...terms, quantity, coupon: null, now }).unitMicro;

/** The same buyer's, with the product's prices and promotions of before. */
function termsBefore(terms: PriceTerms, before: ChangedOffer): PriceTerms {
  const tiersOf = (tiers: ChangedOffer['price_tiers']) =>
    tiers.map(({ min_quantity: minQuantity, price }) => ({ minQuantity, priceMicro: parseMicro(price) }));
  const promotions = before.promotions.map(({ prices }) => ({
    source: 'promotion' as const,
    id: 0n,
    name: '',
    tiers: tiersOf(prices),
    startsAt: new Date(0),
    endsAt: null,
  }));
  return {
    ...terms,
    prices: { priceMicro: parseMicro(before.price), tiers: tiersOf(before.price_tiers) },
    own: [...terms.own.filter(({ source }) => source !== 'promotion'), ...promotions],
  };
}

/** What each was told lately: the lowest price of the product, and whether any fall on this day of the shop. */
async function findTold(
  db: Db,
  goodsId: bigint,
  buyers: readonly bigint[],
  now: Date,
): Promise<Map<bigint, { readonly price: bigint | null; readonly isToldToday: boolean }>> {
  const since = new Date(now.getTime() - REMEMBERED_MS);
  const today = sql`(${now}::timestamptz at time zone ${shopTimeZone})::date`;
  const { rows } = await sql<{ user_id: bigint; price: string | null; isToldToday: boolean }>`
    select user_id, bool_or(created_at >= day.at) as "isToldToday",
      (min((facts ->> 'amount')::numeric) filter (where facts ->> 'goodsId' = ${goodsId.toString()}))::text as price
    from notices cross join (select ${dayStart(today, shopTimeZone)} as at) day
    where user_id = any(${idArray(buyers)}::bigint[]) and event = 'priceDown' and created_at > ${since}
    group by user_id`.execute(db);
  return new Map(
    rows.map(({ user_id: userId, price, isToldToday }) => [
      userId,
      { price: price === null ? null : parseMicro(price), isToldToday },
    ]),
  );
}
