import type { PriceTier } from './unit-price.ts';

type Prices = { readonly priceMicro: bigint; readonly tiers: readonly PriceTier[] };

declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** A product's unit price or its tiers are others than before; announced with the change. */
    goodsPriceChanged: { readonly goodsId: bigint; readonly before: Prices; readonly after: Prices };
    /** The last free item of a product was sold or withdrawn. Announced within seconds, once for each time. */
    stockRanOut: { readonly goodsId: bigint };
    /** A product without a free item has some again, or for the first time. Announced within seconds, once. */
    stockReturned: { readonly goodsId: bigint };
  }
}

export type { Prices };
