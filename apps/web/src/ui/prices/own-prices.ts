import type { Data, Goods, GoodsOffer } from '@portside/contract';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { parsePrices } from '@portside/contract/wire/price';
import {
  pricesOf,
  quote,
  type LevelDiscount,
  type PriceOffer,
  type PriceTerms,
  type Quote,
} from '@portside/contract/wire/quote';
import { call } from '../../lib/api/call.ts';
import { lazy } from 'react';
import { now } from '../../lib/clock.ts';
import { withTexts } from '../../locales/language.ts';

/** Needed by whom something costs less than the catalogue says. Named here, where no first load is heavier for it. */
const Note = lazy(withTexts('service', () => import('./own-price-note.tsx')));

type Priced = Pick<Goods, 'id' | 'price' | 'price_tiers' | 'min_quantity'>;

/** What a product at a reader's prices differs from, and why. */
export type OwnPrice = {
  /** The catalogue's prices. */
  readonly listed: Pick<Goods, 'price' | 'price_tiers'>;
  quoteOf(quantity: number): Quote;
  /** Says it beside a price. */
  readonly Note: typeof Note;
};

/** A reader's prices beside those of the catalogue. */
export type OwnPrices = {
  /** The product at the reader's prices, as ladders and totals show it; `own` where something may differ. */
  withPrices<T extends Priced>(goods: T): T & { readonly own?: OwnPrice };
  /** What so many accounts cost now, and why. */
  quoteOf(goods: Priced, quantity: number): Quote;
};

type Answer = Data<'readOwnPrices'>;

/** Reads what differs for the caller, or for visitors. */
export async function readOwnPrices(
  isSignedIn: boolean,
  asked: { readonly query?: { readonly link_key: string } },
  signal: AbortSignal,
): Promise<OwnPrices> {
  const options = { signal, isQuiet: true };
  if (isSignedIn) return ownPricesOf(await call('readOwnPrices', asked, options));
  const { offers } = await call('listPromotions', asked, options);
  return ownPricesOf({ level: null, least: [], offers });
}

export function ownPricesOf({ level, offers, least }: Answer): OwnPrices {
  const byGoods = new Map<string, GoodsOffer[]>();
  for (const offer of offers) byGoods.set(offer.goods_id, [...(byGoods.get(offer.goods_id) ?? []), offer]);
  const floors = new Map(least.map(({ goods_id, price }) => [goods_id, parseMicro(price)]));
  const discount = level && toDiscount(level);
  const termsOf = (goods: Priced): PriceTerms => ({
    prices: parsePrices(goods),
    own: (byGoods.get(goods.id) ?? []).map(toOffer),
    level: discount,
    floorMicro: floors.get(goods.id) ?? null,
  });
  const quoteOf = (goods: Priced, quantity: number): Quote =>
    quote({ ...termsOf(goods), quantity, coupon: null, now: now() });
  return {
    withPrices(goods) {
      if (!discount && !byGoods.has(goods.id)) return goods;
      const { priceMicro, tiers } = pricesOf(termsOf(goods), now(), goods.min_quantity);
      const price_tiers = tiers.map((tier) => ({
        min_quantity: tier.minQuantity,
        price: formatMicro(tier.priceMicro),
      }));
      const own = { listed: goods, quoteOf: (quantity: number) => quoteOf(goods, quantity), Note };
      return { ...goods, price: formatMicro(priceMicro), price_tiers, own };
    },
    quoteOf,
  };
}

const toOffer = ({ source, id, name, prices, starts_at, ends_at }: GoodsOffer): PriceOffer => ({
  source,
  id: BigInt(id),
  name,
  tiers: prices.map(({ min_quantity, price }) => ({
    minQuantity: min_quantity,
    priceMicro: parseMicro(price),
  })),
  startsAt: new Date(starts_at),
  endsAt: ends_at === null ? null : new Date(ends_at),
});

/** Null for a level that only price lists are for. */
function toDiscount({ id, name, discount_percent }: NonNullable<Answer['level']>): LevelDiscount | null {
  const basisPoints = Math.round(Number(discount_percent) * 100);
  return basisPoints === 0 ? null : { id: BigInt(id), name, basisPoints };
}
