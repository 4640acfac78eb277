import {
  formatMicro,
  textIn,
  type Data,
  type GoodsOffer,
  type Input,
  type Language,
} from '@portside/contract';
import { formatPercent } from '@portside/contract/wire/percent';
import { sql } from 'kysely';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { combineQueries, runQuery } from '../../platform/db/pipeline.ts';
import { buyersOf } from '../users/index.ts';
import {
  allLevels,
  isCurrent,
  isOnSaleFor,
  offersOnSale,
  PriceBook,
  type BuyerLevel,
  type ListedOffer,
} from './price-terms.ts';

/** Promotions that are running, on products on sale. The same for everybody. */
export async function listPromotions(
  { db, clock }: Ctx,
  { query }: Input<'listPromotions'>,
): Promise<Data<'listPromotions'>> {
  const now = clock.now();
  const readers = { userIds: [], linkKey: query.link_key };
  return { offers: presentOffers(await runQuery(db, offersOnSale(readers, now)), now) };
}

/** What differs from the catalogue's prices for the caller, promotions among it. */
export async function readOwnPrices(
  { db, clock, actor, language }: Ctx,
  { query }: Input<'readOwnPrices'>,
): Promise<Data<'readOwnPrices'>> {
  const linkKey = query.link_key;
  const { userId } = requireUser(actor);
  const now = clock.now();
  const reads = combineQueries({
    buyers: buyersOf([userId]),
    levels: allLevels,
    offers: offersOnSale({ userIds: [userId], linkKey }, now),
  });
  const prices = new PriceBook(await runQuery(db, reads), (texts) => textIn(texts, language));
  const level = prices.levelOf(userId);
  return {
    level: level && presentLevelTerms(level, language),
    offers: presentOffers(prices.offersTo(userId), now),
    least: level === null ? [] : await findLeast(db, { userIds: [userId], linkKey }, level),
  };
}

type NamedLevel = Pick<BuyerLevel, 'id' | 'name' | 'colour'>;

/** A level where it is only named. */
export const presentLevelName = ({ id, name, colour }: NamedLevel, language: Language) => ({
  id: id.toString(),
  name: textIn(name, language),
  colour,
});

/** A level as its buyers see it. */
export const presentLevelTerms = (level: BuyerLevel, language: Language) => ({
  ...presentLevelName(level, language),
  discount_percent: formatPercent(level.basisPoints),
});

/** Those that have begun, in a fixed order, so that the same prices are the same answer. */
const presentOffers = (offers: readonly ListedOffer[], now: Date): GoodsOffer[] =>
  offers
    .filter(({ startsAt }) => startsAt <= now)
    .toSorted((a, b) => Number(a.goodsId - b.goodsId) || Number(a.listId - b.listId))
    .map(({ goodsId, source, id, name, tiers, startsAt, endsAt }) => ({
      goods_id: String(goodsId),
      source,
      id: String(id),
      name,
      prices: tiers
        .toSorted((a, b) => a.minQuantity - b.minQuantity)
        .map(({ minQuantity, priceMicro }) => ({
          min_quantity: minQuantity,
          price: formatMicro(priceMicro),
        })),
      starts_at: startsAt.toISOString(),
      ends_at: endsAt && endsAt.toISOString(),
    }));

/**
 * Where the floor ends the level's discount. Of other products a buyer learns none; and of one that is sold below its
 * floor, no more than the price that they see.
 */
async function findLeast(
  db: Db,
  readers: Parameters<typeof isOnSaleFor>[0],
  { basisPoints }: BuyerLevel,
): Promise<Data<'readOwnPrices'>['least']> {
  const { rows } = await sql<{ id: bigint; least_micro: bigint }>`
    select goods.id, max(least(floor.micro, own.price_micro)) as least_micro
    from goods cross join lateral (
      select goods.price_micro union all
      select tier.price_micro from goods_price_tiers tier where tier.goods_id = goods.id) as own (price_micro)
    cross join lateral (select greatest(goods.floor_micro, goods.cost_micro) as micro) as floor
    where ${isOnSaleFor(readers)} and floor.micro is not null
      and own.price_micro * ${10_000 - basisPoints}::numeric
        < least(floor.micro, own.price_micro) * 10000::numeric
    group by goods.id order by goods.id`.execute(db);
  return rows.map(({ id, least_micro }) => ({ goods_id: String(id), price: formatMicro(least_micro) }));
}

/**
 * By product, in micro-USDT: the list price, which everybody pays for one account, and the lowest price that is set for
 * anybody, now or later. Discounts and coupons come off that, and end at the floor.
 */
export async function findSetPrices(
  db: Db,
  goodsIds: readonly bigint[],
  now: Date,
): Promise<Map<bigint, { readonly listMicro: bigint; readonly lowestMicro: bigint }>> {
  const { rows } = await sql<{ id: bigint; listMicro: bigint; lowestMicro: bigint }>`
    select goods.id, goods.price_micro as "listMicro", least(goods.price_micro,
      (select min(tier.price_micro) from goods_price_tiers tier where tier.goods_id = goods.id),
      (select min(price.price_micro) from price_list_prices price
        join price_lists list on list.id = price.list_id and ${isCurrent(now)}
        where price.goods_id = goods.id)) as "lowestMicro"
    from goods where goods.id = any(${idArray(goodsIds)}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...prices }) => [id, prices]));
}

/** Those of the levels that there are. Until the transaction ends, none of them can be deleted. */
export async function holdLevels(db: Db, ids: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from buyer_levels where id = any(${idArray(ids)}::bigint[]) order by id for key share`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** All levels by their names, the highest first. */
export async function listLevels({ db, language }: Ctx): Promise<{ id: bigint; name: string }[]> {
  const rows = await db
    .selectFrom('buyer_levels')
    .select(['id', 'name'])
    .orderBy('sort', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, name }) => ({ id, name: textIn(name, language) }));
}
