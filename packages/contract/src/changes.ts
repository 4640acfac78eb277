import * as z from 'zod/mini';
import { PriceTier } from './goods/goods.ts';
import { endpoints } from './wire/endpoint.ts';
import { Id, line, Time } from './wire/values.ts';

/** The most changes that one call answers with. */
export const MOST_CHANGES = 1_000;

/** What an order of a product can rest on: the catalogue's own prices, and what running promotions ask instead. */
const ChangedOffer = z.object({
  price: z.string(),
  price_tiers: z.array(PriceTier),
  /** Prices of promotions that are running, by quantity. The lowest price of one account wins. */
  promotions: z.array(z.object({ prices: z.array(PriceTier), ends_at: z.nullable(Time) })),
  min_quantity: z.int(),
  max_quantity: z.int(),
  /** As exact as the product shows its stock. */
  stock: z.int(),
  stock_by_gender: z.object({ male: z.int(), female: z.int(), unspecified: z.int() }),
});
export type ChangedOffer = z.infer<typeof ChangedOffer>;

type Stocked = Pick<ChangedOffer, 'stock' | 'min_quantity'>;

/** Too little for the smallest order is sold out. */
export const isInStock = ({ stock, min_quantity: least }: Stocked): boolean => stock >= Math.max(1, least);

export const changesEndpoints = endpoints({
  readChanges: {
    access: 'visitor',
    hasEtag: true,
    summary:
      'Products whose price, stock or sale is different since a cursor, each once and as it is now, in the order of ' +
      'their last change. Without `after`, all that are on sale for the caller. Answers 304 where nothing has changed, ' +
      'and refuses a cursor that it cannot continue from: begin again without one',
    query: z.object({
      /** The `cursor` of the last answer. */
      after: z.optional(line(60, 1)),
      limit: z._default(
        z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(MOST_CHANGES)),
        MOST_CHANGES,
      ),
    }),
    data: z.object({
      changes: z.array(
        z.object({
          goods_id: Id,
          changed_at: Time,
          /** Null where it is no longer on sale for the caller. */
          offer: z.nullable(ChangedOffer),
        }),
      ),
      /** For the next call. */
      cursor: z.string(),
      /** Whether there are further changes now. */
      has_more: z.boolean(),
    }),
  },
});
