import { formatMicro, textIn, type AbovePrice, type Language } from '@portside/contract';
import { unitPriceMicro, type PriceTier } from '@portside/contract/wire/price';
import { findBelowFloor, floorOf, type GoodsRow } from '../../goods/index.ts';
import type { PriceListRow } from '../prices.sql.ts';

/** What a list asks, by "product ×quantity". */
export type ListedPrices = ReadonlyMap<
  string,
  { readonly goodsId: bigint; readonly from: number; readonly micro: bigint }
>;

type Listed = Pick<PriceListRow, 'starts_at' | 'ends_at' | 'is_on'> & { readonly prices: ListedPrices };

/** A product that would be sold below its floor: its lowest price, and from how many accounts on. */
export type BelowFloor = {
  readonly goods: GoodsRow;
  readonly from: number;
  readonly lowestMicro: bigint;
  readonly floorMicro: bigint;
};

/**
 * Products that the list would sell below their floor, and did not sell as cheaply before: at the same quantity, while
 * it was on, within its period. A list that is off sells nothing.
 */
export function findBelow(
  wanted: Listed & { readonly goods: ReadonlyMap<bigint, GoodsRow> },
  before: Listed | null,
  now: Date,
): BelowFloor[] {
  if (!wanted.is_on) return [];
  const agreed =
    before && isWithin(wanted, before, now) ? tiersByGoods(before.prices) : new Map<bigint, PriceTier[]>();
  return [...tiersByGoods(wanted.prices)].flatMap(([id, tiers]) => {
    const goods = wanted.goods.get(id)!;
    const floorMicro = floorOf(goods);
    const lowest = floorMicro === null ? undefined : findBelowFloor(tiers, agreed.get(id) ?? [], floorMicro);
    return lowest
      ? [{ goods, from: lowest.minQuantity, lowestMicro: lowest.priceMicro, floorMicro: floorMicro! }]
      : [];
  });
}

/** Whether a list counts at no time from now on at which it would not have counted before. */
const isWithin = (wanted: Listed, before: Listed, now: Date): boolean =>
  before.is_on &&
  (wanted.starts_at >= before.starts_at || before.starts_at <= now) &&
  (before.ends_at === null || (wanted.ends_at !== null && wanted.ends_at <= before.ends_at));

/** A list's prices of each product. */
export function tiersByGoods(prices: ListedPrices): Map<bigint, PriceTier[]> {
  const byGoods = Map.groupBy(prices.values(), ({ goodsId }) => goodsId);
  return new Map(
    [...byGoods].map(([id, own]) => [
      id,
      own.map(({ from, micro }) => ({ minQuantity: from, priceMicro: micro })),
    ]),
  );
}

type WantedPrices = { readonly prices: ListedPrices; readonly goods: ReadonlyMap<bigint, GoodsRow> };

type AboveRegular = {
  readonly goods: GoodsRow;
  readonly from: number;
  readonly micro: bigint;
  readonly regularMicro: bigint;
};

/** Prices that nobody pays while the product's own are as they are: these are lower at each quantity that they are for. */
export function findAbove({ prices, goods }: WantedPrices): AboveRegular[] {
  return [...tiersByGoods(prices)].flatMap(([id, tiers]) => {
    const product = goods.get(id)!;
    const { price_micro: priceMicro, tiers: ownTiers, min_quantity: least, max_quantity: most } = product;
    const ordered = tiers.toSorted((a, b) => a.minQuantity - b.minQuantity);
    return ordered.flatMap(({ minQuantity, priceMicro: micro }, at) => {
      const from = Math.max(minQuantity, least);
      const until = Math.min(ordered[at + 1]?.minQuantity ?? Infinity, most + 1);
      const starts = [from, ...ownTiers.map((tier) => tier.minQuantity)].filter(
        (quantity) => quantity >= from && quantity < until,
      );
      const regular = starts.map((quantity) => unitPriceMicro({ priceMicro, tiers: ownTiers }, quantity));
      return regular.length > 0 && regular.every((one) => one < micro)
        ? [{ goods: product, from: minQuantity, micro, regularMicro: regular[0]! }]
        : [];
    });
  });
}

export const presentAbove = (
  { goods, from, micro, regularMicro }: AboveRegular,
  language: Language,
): AbovePrice => ({
  goods_id: goods.id.toString(),
  name: textIn(goods.name, language),
  min_quantity: from,
  price: formatMicro(micro),
  regular: formatMicro(regularMicro),
});
