import * as z from 'zod/mini';
import { endpoints } from '../wire/endpoint.ts';
import { Id, linkKey, Time } from '../wire/values.ts';

/** What a price list asks for one product, from its start to before its end. */
const GoodsOffer = z.object({
  goods_id: Id,
  source: z.enum(['level', 'own', 'promotion']),
  /** Of the price list; for a level's, of the level. */
  id: Id,
  /** Of a promotion or a level, as buyers read it; empty for an own price. */
  name: z.string(),
  /** In the order of their quantities; from `min_quantity` on, one account costs `price`. */
  prices: z.array(z.object({ min_quantity: z.int(), price: z.string() })),
  starts_at: Time,
  ends_at: z.nullable(Time),
});
export type GoodsOffer = z.infer<typeof GoodsOffer>;

/** A level where it is only named. */
export const LevelName = z.object({ id: Id, name: z.string(), colour: z.string() });

const LevelTerms = z.extend(LevelName, {
  /** Percent off the product's own prices, with at most two decimals; `0` where only price lists differ. */
  discount_percent: z.string(),
});

/** A level that is reached by orders for so much, refunds taken off, within so many days; null days: ever. */
const TurnoverLevel = z.extend(LevelTerms, { turnover: z.string(), turnover_days: z.nullable(z.int()) });

export const pricesEndpoints = endpoints({
  listPromotions: {
    access: 'visitor',
    summary:
      'Products on sale that cost less for everybody now: prices beside those of the catalogue; that of a product ' +
      'that only a link leads to with its key',
    query: z.object({ link_key: linkKey }),
    data: z.object({ offers: z.array(GoodsOffer) }),
  },
  readOwnPrices: {
    access: 'user',
    hasEtag: true,
    summary:
      "What differs from the catalogue's prices for the caller: their level, and the prices of their lists and of " +
      'promotions. The lowest price of one account wins. Answers 304 where nothing has changed',
    query: z.object({ link_key: linkKey }),
    data: z.object({
      level: z.nullable(LevelTerms),
      offers: z.array(GoodsOffer),
      /** Where the level's discount ends, on products on which it would go further. */
      least: z.array(z.object({ goods_id: Id, price: z.string() })),
    }),
  },
  readOwnLevel: {
    access: 'user',
    summary: "The caller's level, and how far the next one is that is reached by turnover",
    data: z.object({
      level: z.nullable(LevelTerms),
      /** The shop chose it, and turnover does not change it. */
      is_held: z.boolean(),
      /** Null at the highest one, and where the level is held. */
      next: z.nullable(
        z.extend(TurnoverLevel, {
          /** What counts towards it so far. */
          reached: z.string(),
        }),
      ),
    }),
  },
});
